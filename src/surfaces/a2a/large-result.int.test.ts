import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { message, sdkClient } from '../../../test/a2a-fixture.ts';
import { agent, dataPart, published, serving, taskOf, waitingIn } from '../../../test/a2a-planners.ts';
import { definePlanner } from '../../harness/module/define-planner.ts';
import { createRegistry } from '../../host/registry.ts';
import { memoryStore } from '../../journal/index.ts';
import { DEFAULT_TASKS_CONFIG } from '../../planners/tasks/config.ts';

const LARGE = 'x'.repeat(3 * 1024 * 1024);

/** Takes a result of any length, as its author did not think of a bound. */
const unbounded = definePlanner({
  id: 'results',
  title: 'Results',
  description: 'Keeps results.',
  config: z.strictObject({}),
  facts: { kept: { schema: z.strictObject({ result: z.string() }), kind: 'decision' } },
  state: { initial: 0, apply: (count, fact) => (fact.type === 'kept' ? count + 1 : count) },
  plan: () => [],
  commands: {
    keep: {
      title: 'Keep a result',
      input: z.strictObject({ result: z.string() }),
      decide: ({ fact }, { result }) => [fact.kept({ result })],
    },
  },
  understand: ({ data }) => {
    const { result } = z.object({ result: z.string() }).safeParse(data).data ?? {};
    return result === undefined ? undefined : { type: 'keep' as const, result };
  },
});

describe('a result of 3 MB as data', () => {
  it('is the mistake of the caller where no fact can hold it, and a shorter one is taken after it', async () => {
    const store = memoryStore();
    const registry = createRegistry([unbounded]);
    const { journal } = await published(store, registry, unbounded.id, {});
    const server = await serving(store, registry);
    const client = await sdkClient(server.card());
    const send = (result: string) => client.sendMessage(message('', { parts: [dataPart({ result })] }));
    const head = await journal.head();
    await expect(send(LARGE)).rejects.toMatchObject({ name: 'RequestMalformedError' });
    expect(await journal.head()).toBe(head);
    expect(server.failures).toEqual([]);
    await send('all 12 pass');
    expect((await journal.facts()).filter(({ type }) => type === 'kept')).toHaveLength(1);
    expect([...server.failures, ...server.troubles]).toEqual([]);
  });

  it('is refused by the task planner, which goes on waiting for one', async () => {
    const { say, client, server } = await agent('tasks', DEFAULT_TASKS_CONFIG);
    const { id: taskId } = await say('Run the tests with npm.');
    const send = (result: string) =>
      client.sendMessage(message('', { taskId, parts: [dataPart({ taskId: 1, result })] }));
    await expect(send(LARGE)).rejects.toMatchObject({ name: 'RequestMalformedError' });
    expect(waitingIn(taskOf(await send('all 12 pass')))).toEqual([]);
    expect([...server.failures, ...server.troubles]).toEqual([]);
  });
});
