import { expect, it } from 'vitest';
import { sdkAgent, talkative } from '../../../test/a2a-agents.ts';
import { transcript } from '../../../test/a2a-fixture.ts';
import { opened } from '../../../test/a2a-talk.ts';
import { eventually } from '../../../test/eventually.ts';
import { ingest } from '../../harness/ingest.ts';
import { connectA2a } from '../../host/a2a/connect.ts';
import { createRegistry, pairSessions, runSession } from '../../host/index.ts';
import type { RunSessionOptions } from '../../host/run-session.ts';
import { createHostSession } from '../../host/session.ts';
import { memoryStore } from '../../journal/index.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { ScenarioConfig } from './config.ts';
import { libraryLoan } from './fixtures/library-loan.ts';
import { step, value } from './fixtures/scripted-steps.ts';
import { scenarioModule } from './module.ts';

/** The library extends the loan, which ends the conversation. Whatever it was asked after that would be an error. */
async function library() {
  const llm = scriptedModel([
    step('extend_loan', { loan: 'L123' }),
    value('2026-04-01'),
    { json: { text: 'It is yours until April.' } },
  ]);
  const config = ScenarioConfig.parse({ resolvedScenario: libraryLoan, myAgentId: 'library' });
  const store = memoryStore();
  const session = await createHostSession(store, createRegistry([scenarioModule()]), {
    id: 'library',
    title: 'Library',
    plannerId: 'scenario',
    config,
    mode: 'auto',
  });
  const { journal } = session;
  const run = async (options: Partial<RunSessionOptions> = {}) =>
    opened(await runSession(session, { worker: 'w', llm, ...options }));
  const calls = async () =>
    (await journal.facts()).filter(({ type }) => type === 'tool_call' || type === 'planner_error').length;
  return { store, journal, run, calls };
}

const LAST_WORDS = ['>It is yours until April.', '=completed'];

it('a terminal tool ends a conversation whose messages are handed in', async () => {
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
