import type { ClientContext, SessionUpdate } from '@agentclientprotocol/sdk';
import { createAcpAgent } from '../../surfaces/acp/agent.ts';
import { permissionRequest } from '../../surfaces/acp/waiting-permission.ts';
import { ReopeningStore } from '../../surfaces/http/store/reopening-store.ts';
import type { Surface, SurfaceAnswer, SurfaceSetting } from './planner-surface.ts';

const BY = 'editor';

/** An editor connected to the agent within this process. */
interface Editor {
  readonly client: ClientContext;
  readonly updates: readonly SessionUpdate[];
  /** What the person chooses when asked; `undefined` closes the dialog. */
  choice: ((title: string) => string | undefined) | undefined;
  close(): Promise<void>;
}

/** A mode of the agent in an editor. */
export async function openAcp(setting: SurfaceSetting): Promise<Surface> {
  const { directory: cwd, planner } = setting;
  const { module, config = {} } = planner;
  const editor = await openEditor(setting);
  let { sessionId } = await editor.client.request('session/new', { cwd, mcpServers: [] });
  await editor.client.request('session/set_mode', { sessionId, modeId: module.id });
  /** Goes to a session that may have been begun in another editor. */
  const goTo = async (session: string) => {
    const wanted = session.slice(module.id.length + 1);
    if (wanted === sessionId) return;
    sessionId = wanted;
    await editor.client.request('session/load', { sessionId, cwd, mcpServers: [] });
  };
  const prompt = async (text: string): Promise<SurfaceAnswer> => {
    const from = editor.updates.length;
    await editor.client.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
    const answered = messagesIn(editor.updates.slice(from));
    const code = /\[([a-z][\w-]*)\]\s*$/.exec(answered)?.[1];
    return { text: answered, code };
  };
  return {
    by: BY,
    // The setup is a command, because an editor has no form for it.
    beginsAtOnce: false,
    takesCommands: true,
    showsOthers: true,
    async begin() {
      await prompt(`/configure ${JSON.stringify(config)}`);
      return `${module.id}:${sessionId}`;
    },
    async say(session, text) {
      await goTo(session);
      return await prompt(text);
    },
    async choose(_session, item, optionId) {
      const { title } = permissionRequest(item)?.choice ?? {};
      editor.choice = (asked) => (asked === title ? optionId : undefined);
      // Everything that still waits is asked about at the end of every turn.
      const answer = await prompt('/rename Chosen');
      editor.choice = undefined;
      return answer;
    },
    async do(_session, { type, ...input }) {
      editor.choice = (asked) => (asked === module.commands[type]?.title ? 'confirm' : undefined);
      const answer = await prompt(
        Object.keys(input).length === 0 ? `/${type}` : `/${type} ${JSON.stringify(input)}`,
      );
      editor.choice = undefined;
      return answer;
    },
    async show(session) {
      const other = await openEditor(setting);
      try {
        const loaded = session.slice(module.id.length + 1);
        await other.client.request('session/load', { sessionId: loaded, cwd, mcpServers: [] });
        const plans = other.updates.flatMap((update) =>
          update.sessionUpdate === 'plan' ? [update.entries] : [],
        );
        return {
          text: JSON.stringify(other.updates),
          steps: (plans.at(-1) ?? []).map(({ content }) => content),
        };
      } finally {
        await other.close();
      }
    },
    close: () => editor.close(),
  };
}

async function openEditor({ store, registry, limits }: SurfaceSetting): Promise<Editor> {
  const { client, ndJsonStream, PROTOCOL_VERSION } = await import('@agentclientprotocol/sdk');
  const place = new ReopeningStore({ open: async () => store });
  const { app, close } = createAcpAgent({
    version: '0',
    stores: { at: () => place },
    registry: async () => registry,
    now: Date.now,
    by: BY,
    ...(limits && { limits: { session: limits } }),
    onError: () => {},
  });
  const [toAgent, toEditor] = [new TransformStream(), new TransformStream()];
  const served = app.connect(ndJsonStream(toEditor.writable, toAgent.readable));
  const updates: SessionUpdate[] = [];
  const { agent } = client()
    .onNotification('session/update', ({ params }) => void updates.push(params.update))
    .onRequest('session/request_permission', ({ params }) => {
      const optionId = editor.choice?.(params.toolCall.title ?? '');
      return {
        outcome: optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId },
      };
    })
    .connect(ndJsonStream(toAgent.writable, toEditor.readable));
  const editor: Editor = {
    client: agent,
    updates,
    choice: undefined,
    async close() {
      served.close();
      await close();
    },
  };
  await agent.request('initialize', { protocolVersion: PROTOCOL_VERSION, clientCapabilities: {} });
  return editor;
}

function messagesIn(updates: readonly SessionUpdate[]): string {
  return updates
    .flatMap((update) =>
      update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text'
        ? [update.content.text.trim()]
        : [],
    )
    .join('\n\n');
}
