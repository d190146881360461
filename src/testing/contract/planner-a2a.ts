import type { Message, Part, Task } from '@a2a-js/sdk';
import { serve } from '../../surfaces/http/serve.ts';
import type { Surface, SurfaceAnswer, SurfaceSetting } from './planner-surface.ts';

/** A published session as another agent reaches it. Only text and offered options reach its planner. */
export async function openA2a({ store, sessions, planner, own }: SurfaceSetting): Promise<Surface> {
  const { module, config = {} } = planner;
  const server = await serve({
    store,
    port: 0,
    planners: own,
    sessions: { env: {} },
  });
  const [{ Role }, { ClientFactory }] = await Promise.all([
    import('@a2a-js/sdk'),
    import('@a2a-js/sdk/client'),
  ]);
  const cardOf = (id: string) => `${server.url}/a2a/${id}/.well-known/agent-card.json`;
  const clientOf = (id: string) => new ClientFactory().createFromUrl(cardOf(id), '');
  let task: Task | undefined;
  const sent = async (
    id: string,
    parts: Part[],
    messageId: string = crypto.randomUUID(),
  ): Promise<SurfaceAnswer> => {
    const message: Message = {
      messageId,
      contextId: task?.contextId ?? '',
      taskId: task?.id ?? '',
      role: Role.ROLE_USER,
      parts,
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    };
    const request = { tenant: '', configuration: undefined, metadata: undefined, message };
    const answer = await (await clientOf(id)).sendMessage(request);
    if (!('status' in answer)) throw new Error('A published session answers with a task.');
    task = answer;
    return { text: textIn(answer.status?.message) };
  };
  return {
    by: 'a2a',
    beginsAtOnce: true,
    takesCommands: false,
    showsOthers: false,
    async begin() {
      const session = await sessions.create({ planner: module.id, id: 'published', config, by: 'tester' });
      await session.do({ type: 'publish' }, { by: 'tester' });
      return session.id;
    },
    say: (id, text) => sent(id, [partOf({ $case: 'text', value: text }, 'text/plain')]),
    choose: (id, _item, choose) =>
      sent(id, [partOf({ $case: 'data', value: { choose } }, 'application/json')]),
    do: async () => ({ text: '', code: 'not-offered' }),
    sayOnce: (id, text, key) => sent(id, [partOf({ $case: 'text', value: text }, 'text/plain')], key),
    async show(id) {
      if (task === undefined) return { text: '' };
      const now = await (await clientOf(id)).getTask({ id: task.id, tenant: '', historyLength: undefined });
      return { text: JSON.stringify(now), artifacts: now.artifacts.map(({ artifactId }) => artifactId) };
    },
    close: () => server.close(),
  };
}

function partOf(content: Part['content'], mediaType: string): Part {
  return { content, mediaType, filename: '', metadata: undefined };
}

function textIn(message: Message | undefined): string {
  return (message?.parts ?? [])
    .map(({ content }) => (content?.$case === 'text' ? content.value : ''))
    .join('\n');
}
