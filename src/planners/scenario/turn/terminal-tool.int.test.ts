import { expect, it } from 'vitest';
import { sdkAgent, talkative } from '../../../../test/a2a-agents.ts';
import { publishedParrot, serveA2a, transcript } from '../../../../test/a2a-fixture.ts';
import { opened } from '../../../../test/a2a-talk.ts';
import { eventually } from '../../../../test/eventually.ts';
import { ingest } from '../../../harness/conversation/ingest.ts';
import { ledgerOf } from '../../../harness/conversation/ledger.ts';
import type { PlannerMode } from '../../../harness/facts.ts';
import { connectA2a } from '../../../host/a2a/connected/connect.ts';
import { createRegistry, pairSessions, runSession } from '../../../host/index.ts';
import type { RunSessionOptions } from '../../../host/run-session.ts';
import { createHostSession } from '../../../host/session.ts';
import { memoryStore } from '../../../journal/index.ts';
import { scriptedModel } from '../../../testing/scripted-model.ts';
import { ScenarioConfig } from '../config.ts';
import { libraryLoan } from '../fixtures/library-loan.ts';
import { step, value } from '../fixtures/scripted-steps.ts';
import { scenarioModule } from '../module.ts';

/** The library extends the loan, which ends the conversation. Whatever it was asked after that would be an error. */
async function library(mode: PlannerMode = 'auto') {
  const llm = scriptedModel([
    step('extend_loan', { loan: 'L123' }),
    value('2026-04-01'),
    { json: { text: 'It is yours until April.' } },
    ...(mode === 'approve' ? [{ json: { text: 'Until April.' } }] : []),
  ]);
  const config = ScenarioConfig.parse({ resolvedScenario: libraryLoan, myAgentId: 'library' });
  const store = memoryStore();
  const session = await createHostSession(store, createRegistry([scenarioModule()]), {
    id: 'library',
    title: 'Library',
    plannerId: 'scenario',
    config,
    mode,
  });
  const { journal } = session;
  const run = async (options: Partial<RunSessionOptions> = {}) =>
    opened(await runSession(session, { worker: 'w', llm, ...options }));
  const calls = async () =>
    (await journal.facts()).filter(({ type }) => type === 'tool_call' || type === 'planner_error').length;
  return { store, journal, run, calls };
}

const LAST_WORDS = ['>It is yours until April.', '=completed'];

it('a terminal tool ends a conversation with manually entered messages', async () => {
  const { journal, run, calls } = await library();
  const running = await run();
  await ingest(journal, [
    { type: 'remote_received', messageId: 'm1', text: 'May I?' },
    { type: 'status_changed', a2a: 'input-required' },
  ]);
  await eventually(() => transcript(journal)).toEqual(['<May I?', '=input-required', ...LAST_WORDS]);
  await running.idle();
  expect(await calls()).toBe(1);
});

it('a terminal tool ends a conversation with an agent, which still answers the last message', async () => {
  const agent = opened(await sdkAgent(talkative));
  const { journal, run, calls } = await library();
  const connection = opened(await connectA2a(journal, { cardUrl: agent.url, allowPrivate: true }));
  const running = await run({ deliver: (sent, delivery) => connection.deliver(sent, delivery) });
  await eventually(async () => (await transcript(journal)).some((line) => line.startsWith('<'))).toBe(true);
  await connection.settled();
  await running.idle();
  expect(await transcript(journal)).toEqual([
    '=input-required',
    ...LAST_WORDS,
    '<You said: It is yours until April.',
  ]);
  expect(await calls()).toBe(1);
  expect(agent.heard).toHaveLength(1);
});

it.each([
  ['dismissed', (composeId: string) => ({ type: 'compose_dismissed', composeId, by: 'ada' })],
  ['overtaken by a whisper', () => ({ type: 'user_guidance', gid: 'g1', text: 'Do not sign yet' })],
])('a terminal tool is called once although its closing draft is %s', async (_, decision) => {
  const { journal, run, calls } = await library('approve');
  const running = await run();
  await ingest(journal, [
    { type: 'remote_received', messageId: 'm1', text: 'May I?' },
    { type: 'status_changed', a2a: 'input-required' },
  ]);
  await eventually(async () => (await ledgerOf(journal)).openQuestions.length).toBe(1);
  const [question] = (await ledgerOf(journal)).openQuestions;
  await journal.append([{ type: 'user_answer', qid: question?.qid, text: 'Approve' }]);
  const drafts = async () => (await ledgerOf(journal)).drafts.open;
  await eventually(async () => (await drafts()).length).toBe(1);
  const [first] = await drafts();
  if (first === undefined) throw new Error('no draft');
  await journal.append([decision(first.composeId)]);
  await eventually(async () =>
    (await drafts()).filter(({ composeId }) => composeId !== first.composeId),
  ).toMatchObject([{ nextStateHint: 'completed' }]);
  await running.idle();
  expect(await calls()).toBe(1);
});

it('a terminal tool ends a conversation with a published session on both sides', async () => {
  const { journal, run, calls } = await library();
  const store = memoryStore();
  const parrot = await publishedParrot(store);
  const server = opened(await serveA2a(store));
  const connection = opened(await connectA2a(journal, { cardUrl: server.card(), allowPrivate: true }));
  const running = await run({ deliver: (sent, delivery) => connection.deliver(sent, delivery) });
  await eventually(async () => (await transcript(parrot.journal)).at(-1)).toBe('=completed');
  await connection.settled();
  await running.idle();
  expect(await transcript(parrot.journal)).toEqual(['<It is yours until April.', '=completed']);
  expect(await transcript(journal)).toEqual(['=input-required', ...LAST_WORDS]);
  expect(await calls()).toBe(1);
});

it('a terminal tool ends both sides of a pairing', async () => {
  const { store, journal, run, calls } = await library();
  const other = await createHostSession(store, createRegistry([scenarioModule()]), {
    id: 'reader',
    title: 'Reader',
    plannerId: 'scenario',
  });
  const pairing = await pairSessions(other.journal, journal);
  opened({ close: async () => pairing.close() });
  const running = await run();
  await other.journal.append([{ type: 'remote_sent', messageId: 'm1', text: 'May I?' }]);
  await eventually(async () => (await transcript(other.journal)).at(-1)).toBe('=completed');
  await running.idle();
  await pairing.idle();
  expect((await transcript(journal)).slice(-2)).toEqual(LAST_WORDS);
  expect(await calls()).toBe(1);
});
