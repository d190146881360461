import { expect, it } from 'vitest';
import { z } from 'zod';
import { message, sdkClient } from '../../../test/a2a-fixture.ts';
import { published, serving, taskOf } from '../../../test/a2a-planners.ts';
import { eventually } from '../../../test/eventually.ts';
import { definePlanner } from '../../harness/module/define-planner.ts';
import type { PlannerModule } from '../../harness/module/planner-module.ts';
import { createRegistry } from '../../host/registry.ts';
import { memoryStore } from '../../journal/index.ts';
import { DEFAULT_TASKS_CONFIG } from '../../planners/tasks/config.ts';
import { tasksModule } from '../../planners/tasks/module.ts';

const ADDRESS = '5 Elm Road';

async function agentOf(module: PlannerModule, config: unknown) {
  const store = memoryStore();
  const registry = createRegistry([module]);
  const { journal } = await published(store, registry, module.id, config);
  const server = await serving(store, registry);
  const client = await sdkClient(server.card());
  const facts = async (type: string) => (await journal.facts()).filter((fact) => fact.type === type);
  const erase = async (types: RegExp) => {
    for (const fact of await journal.facts())
      if (types.test(fact.type) && JSON.stringify(fact).includes(ADDRESS)) await journal.redact(fact.seq);
  };
  return { store, journal, server, client, facts, erase };
}

/** The task planner with somebody who finds an address at once, and does everything else when told to. */
async function tasks() {
  const second = Promise.withResolvers<void>();
  const module = tasksModule({
    executors: {
      Processing: {
        name: 'clerk',
        async execute({ id }) {
          if (id > 1) await second.promise;
          return { type: 'completed', result: id === 1 ? ADDRESS : 'Written.' };
        },
      },
    },
  });
  return { ...(await agentOf(module, DEFAULT_TASKS_CONFIG)), goOn: () => second.resolve() };
}

/** Everything that an answer, a look at a task and the store show from a fact on. */
async function shownSince(
  { journal, client, store }: Awaited<ReturnType<typeof agentOf>>,
  seq: number,
  ids: readonly string[],
): Promise<string> {
  const shown = await Promise.all(ids.map((id) => client.getTask({ id, tenant: '', historyLength: 0 })));
  const facts = await journal.facts({ from: seq + 1 });
  const hashes = JSON.stringify([shown, facts]).match(/[0-9a-f]{64}/g) ?? [];
  const files = await Promise.all(hashes.map((hash) => store.getAttachment(hash)));
  const texts = files.map((bytes) => (bytes ? new TextDecoder().decode(bytes) : ''));
  return JSON.stringify([shown, facts, texts]);
}

it('a result that is erased while the next task runs is in no answer and nothing handed over', async () => {
  const agent = await tasks();
  const { client, journal, facts, erase, goOn, server } = agent;
  const stream = client.sendMessageStream(message('Find the address. Then write the letter.'));
  const begun = (await stream.next()).value?.payload;
  if (begun?.$case !== 'task') throw new Error('no task');
  await eventually(async () => (await facts('TaskStatusUpdated')).length).toBe(1);
  await eventually(async () => (await facts('TaskDispatched')).length).toBe(2);
  const before = await journal.head();
  await erase(/^TaskStatusUpdated$/);
  goOn();
  const events = [];
  for await (const event of stream) events.push(event);
  expect(JSON.stringify(events)).not.toContain(ADDRESS);
  expect(JSON.stringify(events)).toContain('Written.');
  expect(await shownSince(agent, before, [begun.value.id])).not.toContain(ADDRESS);
  expect([...server.failures, ...server.troubles]).toEqual([]);
});

it('a result that was handed over is gone from every task once it is erased', async () => {
  const agent = await tasks();
  const { client, journal, facts, erase, goOn } = agent;
  const first = taskOf(await client.sendMessage(message('Find the address.')));
  expect(JSON.stringify(first.artifacts)).toContain(ADDRESS);
  const { contextId } = first;
  const answering = client.sendMessage(message('Write the letter.', { contextId }));
  await eventually(async () => (await facts('TaskDispatched')).length).toBe(2);
  const before = await journal.head();
  await erase(/^(?:TaskStatusUpdated|PlanningCompleted|remote_sent)$/);
  goOn();
  const second = taskOf(await answering);
  expect(JSON.stringify(second.artifacts)).toContain('Written.');
  expect(JSON.stringify(second)).not.toContain(ADDRESS);
  expect(await shownSince(agent, before, [first.id, second.id])).not.toContain(ADDRESS);
});

/** Notes what it is told, and answers when somebody closes the notes. */
const notes = definePlanner({
  id: 'notes',
  title: 'Notes',
  description: 'Keeps notes.',
  config: z.strictObject({}),
  facts: {
    noted: { schema: z.strictObject({ text: z.string() }), kind: 'plan', text: ({ text }) => text },
    notes_closed: { schema: z.strictObject({}), kind: 'decision', text: () => 'The notes are closed.' },
  },
  state: {
    initial: { said: '', notes: [] as readonly string[], isClosed: false },
    apply(state, fact) {
      switch (fact.type) {
        case 'user_input':
          return { ...state, said: fact.text ?? '', isClosed: false };
        case 'noted':
          return { ...state, notes: [...state.notes, fact.text] };
        case 'notes_closed':
          return { ...state, isClosed: true };
        default:
          return state;
      }
    },
  },
  plan: ({ state, fact }) => [fact.noted({ text: `Noted: ${state.said}` })],
  status: ({ state }) => (state.isClosed ? 'completed' : 'working'),
  artifacts: ({ state }) => [{ id: 'notes', name: 'notes.json', json: state.notes }],
});

it("what a planner of a user's own handed over is gone from every task once it is erased", async () => {
  const agent = await agentOf(notes, {});
  const { client, journal, facts, erase } = agent;
  const noting = async (text: string, count: number, contextId = '') => {
    const answering = client.sendMessage(message(text, { contextId }));
    await eventually(async () => (await facts('noted')).length).toBe(count);
    return { answering, close: () => journal.append([{ type: 'notes_closed' }]) };
  };
  const one = await noting(`I live at ${ADDRESS}`, 1);
  await one.close();
  const first = taskOf(await one.answering);
  expect(JSON.stringify(first.artifacts)).toContain(ADDRESS);

  const { answering, close } = await noting('I am at home', 1 + 1, first.contextId);
  const before = await journal.head();
  await erase(/^(?:remote_received|user_input|noted|remote_sent)$/);
  await close();
  const second = taskOf(await answering);
  expect(JSON.stringify(second.artifacts)).toContain('I am at home');
  expect(JSON.stringify(second)).not.toContain(ADDRESS);
  expect(await shownSince(agent, before, [first.id, second.id])).not.toContain(ADDRESS);
});
