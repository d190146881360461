import { expect, it } from 'vitest';
import { minutesModule } from '../../test/minutes-module.ts';
import { noModel } from '../harness/pass/recorded-llm.ts';
import { createRegistry } from '../host/registry.ts';
import { memoryStore } from '../journal/index.ts';
import { drafterModule } from '../planners/drafter/module.ts';
import { commandReply } from './commands/turn.ts';
import { Sessions } from './sessions.ts';

const me = { by: 'ada' };

/** It asks who keeps the minutes, and offers nobody. */
const asking = {
  ...minutesModule,
  id: 'asking',
  waiting: (at: Parameters<typeof minutesModule.waiting>[0]) =>
    minutesModule.waiting(at).map(({ options: _, ...item }) => item),
};

async function begun(planner: string, config: object) {
  const store = memoryStore();
  const source = { store: async () => store, existing: async () => store };
  const registry = createRegistry([minutesModule, asking, drafterModule]);
  const session = await new Sessions({ source, registry, llm: noModel }).create({ planner, config, ...me });
  const say = async (text: string) => {
    const { facts } = await session.say({ text }, me);
    await session.untilIdle({});
    return facts;
  };
  return { session, say };
}

it('takes text as the answer to a form that waits for it', async () => {
  const { say } = await begun('asking', { title: 'Retro' });
  await say('The tests are slow');
  expect(await say('Grace')).toMatchObject([{ type: 'owner_named', name: 'Grace' }]);
  expect(await say('Home early')).toMatchObject([{ type: 'user_input', text: 'Home early' }]);
});

it('takes text literally while a choice waits, and a label as the choice', async () => {
  const { say } = await begun('minutes', { title: 'Retro' });
  await say('The tests are slow');
  expect(await say('Home early')).toMatchObject([{ type: 'user_input' }]);
  expect(await say('nobody')).toMatchObject([{ type: 'owner_named', name: 'nobody' }]);
});

it('sends text as guidance to a planner that talks to another agent', async () => {
  const { say } = await begun('drafter', {});
  expect(await say('Be brief')).toMatchObject([{ type: 'user_guidance', text: 'Be brief', by: 'ada' }]);
});

it('lets an optional question be skipped, and no other', async () => {
  const { session } = await begun('drafter', {});
  const question = { type: 'agent_question', prompt: 'Which day?' };
  await session.journal.append([
    { ...question, qid: 'must' },
    { ...question, qid: 'may', required: false },
  ]);
  const waiting = async () =>
    (await session.view()).waiting.map(({ id, options = [] }) => [id, options.length]);
  expect(await waiting()).toEqual([
    ['must', 0],
    ['may', 1],
  ]);
  const [skip] = (await session.view()).waiting.flatMap(({ options = [] }) => options);
  await expect(session.do({ type: 'answer', qid: 'must', text: ' ' }, me)).rejects.toMatchObject({
    code: 'invalid-command',
  });
  const { facts } = await session.do(skip?.command ?? { type: 'answer' }, me);
  expect(facts).toMatchObject([{ type: 'user_answer', qid: 'may', text: '', by: 'ada' }]);
  expect(await waiting()).toEqual([['must', 0]]);
});

it('replies to a command with the view, unless the command has its own reply', async () => {
  const { session, say } = await begun('minutes', { title: 'Retro' });
  await say('The tests are slow');
  const done = await session.do({ type: 'pin', line: 1 }, me);
  expect(commandReply(await session.view(), { type: 'pin', line: 1 }, done)).toContain('The tests are slow');
});
