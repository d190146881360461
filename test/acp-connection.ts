import {
  client,
  ndJsonStream,
  PROTOCOL_VERSION,
  type RequestPermissionRequest,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';
import type { PlannerModule } from '../src/harness/module/planner-module.ts';
import { createRegistry } from '../src/host/registry.ts';
import { planModule } from '../src/planners/plan/module.ts';
import { type AcpAgentOptions, createAcpAgent } from '../src/surfaces/acp/agent.ts';
import type { ReopeningStore } from '../src/surfaces/http/store/reopening-store.ts';

export interface ConnectionOptions extends Partial<Omit<AcpAgentOptions, 'registry'>> {
  readonly place: ReopeningStore;
  /** The planners that the session can have. */
  readonly planners?: readonly PlannerModule[];
  readonly cwd: string;
  /** What the person chooses; without it they close every dialog. */
  readonly decide?: (asked: RequestPermissionRequest) => string | Promise<string>;
}

/** An editor that is connected to the agent within this process, with one session. */
export async function connectedEditor({ place, cwd, decide, planners = [], ...options }: ConnectionOptions) {
  const failures: unknown[] = [];
  const { app, close } = createAcpAgent({
    version: '0',
    stores: { at: () => place },
    registry: async () => createRegistry([planModule, ...planners]),
    now: Date.now,
    onError: (error) => failures.push(error),
    ...options,
  });
  const [toAgent, toEditor] = [new TransformStream(), new TransformStream()];
  const served = app.connect(ndJsonStream(toEditor.writable, toAgent.readable));
  const updates: SessionUpdate[] = [];
  const asked: RequestPermissionRequest[] = [];
  const { agent } = client()
    .onNotification('session/update', ({ params }) => void updates.push(params.update))
    .onRequest('session/request_permission', async ({ params }) => {
      asked.push(params);
      if (decide === undefined) return { outcome: { outcome: 'cancelled' } };
      return { outcome: { outcome: 'selected', optionId: await decide(params) } };
    })
    .connect(ndJsonStream(toAgent.writable, toEditor.readable));
  await agent.request('initialize', { protocolVersion: PROTOCOL_VERSION, clientCapabilities: {} });
  const { sessionId } = await agent.request('session/new', { cwd, mcpServers: [] });
  return {
    agent,
    sessionId,
    asked,
    failures,
    setMode: (modeId: string) => agent.request('session/set_mode', { sessionId, modeId }),
    prompt: async (text: string) =>
      (await agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] })).stopReason,
    updates,
    heard: () =>
      updates.flatMap((update) =>
        update.sessionUpdate === 'user_message_chunk' && update.content.type === 'text'
          ? [update.content.text]
          : [],
      ),
    said: () =>
      updates.flatMap((update) =>
        update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text'
          ? [update.content.text.trim()]
          : [],
      ),
    /** The plan as the editor shows it: the last update counts. */
    plan: () =>
      updates
        .flatMap((update) => (update.sessionUpdate === 'plan' ? [update.entries] : []))
        .at(-1)
        ?.map(({ content }) => content),
    close: async () => {
      served.close();
      await close();
      await place.close();
    },
  };
}
