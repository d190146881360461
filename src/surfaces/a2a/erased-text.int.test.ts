import { expect, it } from 'vitest';
import { message } from '../../../test/a2a-fixture.ts';
import { agentOf, taskOf } from '../../../test/a2a-planners.ts';
import { eventually } from '../../../test/eventually.ts';
import { notesModule } from '../../../test/notes-module.ts';
import { DEFAULT_TASKS_CONFIG } from '../../planners/tasks/config.ts';
import { tasksModule } from '../../planners/tasks/module.ts';

type Agent = Awaited<ReturnType<typeof agentOf>>;

const ADDRESS = '5 Elm Road';

/** Erases every fact of these types that has the address in it. */
async function eraseAddress({ journal }: Agent, types: RegExp): Promise<void> {
  for (const fact of await journal.facts())
    if (types.test(fact.type) && JSON.stringify(fact).includes(ADDRESS)) await journal.redact(fact.seq);
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
  { journal, client, store }: Agent,
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
  const { client, journal, facts, goOn, server } = agent;
  const stream = client.sendMessageStream(message('Find the address. Then write the letter.'));
  const begun = (await stream.next()).value?.payload;
  if (begun?.$case !== 'task') throw new Error('no task');
  await eventually(async () => (await facts('TaskStatusUpdated')).length).toBe(1);
  await eventually(async () => (await facts('TaskDispatched')).length).toBe(2);
  const before = await journal.head();
  await eraseAddress(agent, /^TaskStatusUpdated$/);
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
  const { client, journal, facts, goOn } = agent;
  const first = taskOf(await client.sendMessage(message('Find the address.')));
  expect(JSON.stringify(first.artifacts)).toContain(ADDRESS);
  const { contextId } = first;
  const answering = client.sendMessage(message('Write the letter.', { contextId }));
  await eventually(async () => (await facts('TaskDispatched')).length).toBe(2);
  const before = await journal.head();
  await eraseAddress(agent, /^(?:TaskStatusUpdated|PlanningCompleted|remote_sent)$/);
  goOn();
  const second = taskOf(await answering);
  expect(JSON.stringify(second.artifacts)).toContain('Written.');
  expect(JSON.stringify(second)).not.toContain(ADDRESS);
  expect(await shownSince(agent, before, [first.id, second.id])).not.toContain(ADDRESS);
});

it("what a planner of a user's own handed over is gone from every task once it is erased", async () => {
  const agent = await agentOf(notesModule, {});
  const { client, journal, facts } = agent;
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
  await eraseAddress(agent, /^(?:remote_received|user_input|noted|remote_sent)$/);
  await close();
  const second = taskOf(await answering);
  expect(JSON.stringify(second.artifacts)).toContain('I am at home');
  expect(JSON.stringify(second)).not.toContain(ADDRESS);
  expect(await shownSince(agent, before, [first.id, second.id])).not.toContain(ADDRESS);
});
