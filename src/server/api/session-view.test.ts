import fc from 'fast-check';
import { expect, it } from 'vitest';
import { digestOf as draftDigest } from '../../harness/digest.ts';
import { builtInPlanners } from '../../host/built-in-planners.ts';
import { createRegistry } from '../../host/registry.ts';
import { createSession, type Session } from '../../host/session.ts';
import type { ProposedFact } from '../../journal/fact.ts';
import { type FactStore, memoryStore, openJournal } from '../../journal/index.ts';
import { runHandler } from '../../kernel/run-handler.ts';
import type { Command } from '../../planners/tasks/command.ts';
import { taskSessionFacts } from '../../planners/tasks/facts.ts';
import { taskPlan } from '../../planners/tasks/task-plan.ts';
import { digestOf } from './session-digest.ts';
import { SessionMoments } from './session-moments.ts';
import { SessionShelf } from './session-shelf.ts';
import { SessionView } from './session-view.ts';

const registry = createRegistry(builtInPlanners());
let count = 0;

async function begin(store: FactStore, plannerId = 'drafter'): Promise<Session> {
  count += 1;
  return await createSession(store, registry, { id: `s${count}`, title: 'S', plannerId });
}

const DRAFT = { composeId: 'c1', text: 'Hello' };

const anyFact: fc.Arbitrary<ProposedFact> = fc.oneof(
  fc.record({ type: fc.constant('remote_received'), messageId: fc.uuid(), text: fc.string() }),
  fc.record({ type: fc.constant('user_guidance'), gid: fc.uuid(), text: fc.string() }),
  fc.record({
    type: fc.constant('status_changed'),
    a2a: fc.constantFrom('input-required', 'working', 'completed'),
  }),
  fc.record({
    type: fc.constant('agent_question'),
    qid: fc.constantFrom('q1', 'q2'),
    prompt: fc.constant('Why?'),
  }),
  fc.record({ type: fc.constant('user_answer'), qid: fc.constantFrom('q1', 'q2'), text: fc.string() }),
  fc.constant({ type: 'compose_intent', ...DRAFT, digest: draftDigest(DRAFT) }),
  fc.constant({ type: 'compose_dismissed', composeId: 'c1' }),
  fc.constant({ type: 'rewound', toSeq: 1 }),
  fc.record({
    type: fc.constant('attachment_added'),
    name: fc.constantFrom('a.txt', 'b.txt'),
    mimeType: fc.constant('text/plain'),
    sha256: fc.constantFrom('0'.repeat(64), '1'.repeat(64)),
    size: fc.constant(1),
    origin: fc.constantFrom('user', 'drafter'),
  }),
  fc.record({ type: fc.constant('session_renamed'), title: fc.constantFrom('One', 'Other') }),
  fc.constantFrom({ type: 'session_archived' }, { type: 'session_reopened' }),
);

function seen(view: SessionView) {
  const { said, attachments, ledger } = view;
  return { ...digestOf(view), said: [...said], files: attachments.all(), drafts: ledger.drafts.open };
}

it('is the same whether it was kept up fact by fact or read at once, and a moment is what it was then', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyFact, { maxLength: 12 }), async (facts) => {
      const session = await begin(memoryStore());
      const kept = SessionView.of(session);
      const moments = [];
      for (const fact of facts) {
        await session.journal.append([fact]);
        await kept.catchUp();
        moments.push(seen(kept));
      }
      const past = new SessionMoments(session, { between: 2, mostKept: 3 });
      for (const [at, moment] of [...moments.entries()].reverse()) {
        expect(seen(await past.at(at + 2))).toEqual(moment);
      }
      for (const [at, moment] of moments.entries()) expect(seen(await past.at(at + 2))).toEqual(moment);
      expect(past.kept.length).toBeLessThanOrEqual(3);
    }),
    { numRuns: 60 },
  );
});

it('shows the moments of every planner as they were, from wherever it comes', async () => {
  const store = memoryStore();
  const session = await begin(store, 'tasks');
  const tasks = openJournal(store, session.journal.id, { facts: taskSessionFacts });
  const live = SessionView.of(session);
  const moments = new Map<number, unknown>();
  const run = async (command: Command) => {
    await runHandler(tasks, { ...taskPlan, command });
    await live.catchUp();
    moments.set(live.head, { planner: live.planner.view(), waiting: live.waiting() });
  };
  await run({ type: 'Initialize', userInput: 'Write the tests. Which branch? Then fix the bug.' });
  await run({ type: 'Continue' });
  const done = { type: 'TaskCompleted', nodeId: 1, result: 'done' } as const;
  await run({ type: 'HandleExecutorEvent', event: done });
  await run({ type: 'CancelAll' });
  const past = new SessionMoments(session, { between: 1 });
  for (const [seq, moment] of [...moments].reverse().concat([...moments])) {
    const view = await past.at(seq);
    expect({ planner: view.planner.view(), waiting: view.waiting() }).toEqual(moment);
  }
});

it('forgets in all kept moments what was erased, and refuses a moment that there is not', async () => {
  const session = await begin(memoryStore());
  const { journal } = session;
  for (const n of [1, 2, 3, 4]) {
    await journal.append([{ type: 'remote_received', messageId: `m${n}`, text: `${n}` }]);
  }
  const past = new SessionMoments(session, { between: 2 });
  expect((await past.at(5)).said).toHaveLength(4);
  expect(past.kept).toEqual([2, 4]);
  await journal.redact(2);
  expect((await past.at(2)).said).toEqual([]);
  expect((await past.at(4)).said).toHaveLength(2);
  await expect(past.at(6)).rejects.toMatchObject({ code: 'invalid-seq' });
  await expect(past.at(0)).rejects.toMatchObject({ code: 'invalid-seq' });
});

it('forgets what was erased', async () => {
  const { journal, ...session } = await begin(memoryStore());
  const view = SessionView.of({ journal, ...session });
  await journal.append([{ type: 'remote_received', messageId: 'm1', text: 'My number is 555-0100' }]);
  await view.catchUp();
  expect(view.said).toHaveLength(1);
  await journal.redact(2);
  await view.catchUp();
  expect(view.said).toEqual([]);
});

it('is another one when the session was deleted and made anew under its id', async () => {
  const store = memoryStore();
  const shelf = new SessionShelf(registry);
  const { journal } = await begin(store, 'trip');
  expect((await shelf.view(store, journal.id)).session.entry.planner.id).toBe('trip');
  await store.delete(journal.id);
  await expect(shelf.view(store, journal.id)).rejects.toMatchObject({ code: 'no-session' });
  await createSession(store, registry, { id: journal.id, title: 'Other', plannerId: 'tasks' });
  expect((await shelf.digests(store)).map(({ plannerId, title }) => [plannerId, title])).toEqual([
    ['tasks', 'Other'],
  ]);
});

it('hides in auto mode the drafts that nobody has to decide on', async () => {
  const { journal, entry } = await begin(memoryStore());
  const view = SessionView.of({ journal, entry, title: 'S' });
  const configured = {
    type: 'planner_configured',
    plannerId: 'drafter',
    mode: 'auto',
    seed: null,
    configSha256: '0'.repeat(64),
    ready: true,
  };
  await journal.append([configured, { type: 'compose_intent', ...DRAFT, digest: draftDigest(DRAFT) }]);
  await view.catchUp();
  expect(view.waiting()).toEqual([]);
  await journal.append([
    { type: 'compose_approved', composeId: 'c1', digest: draftDigest(DRAFT), by: 'auto' },
    { type: 'send_failed', composeId: 'c1', error: 'no route' },
  ]);
  await view.catchUp();
  expect(view.waiting()).toMatchObject([{ type: 'draft', failure: 'no route' }]);
});
