import fc from 'fast-check';
import { expect, it } from 'vitest';
import { digestOf as draftDigest } from '../../harness/digest.ts';
import { builtInPlanners } from '../../host/built-in-planners.ts';
import { createRegistry } from '../../host/registry.ts';
import { createSession, type Session } from '../../host/session.ts';
import type { ProposedFact } from '../../journal/fact.ts';
import { type FactStore, memoryStore } from '../../journal/index.ts';
import { digestOf } from './session-digest.ts';
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
      for (const [at, moment] of moments.entries()) {
        expect(seen(await SessionView.at(session, at + 2))).toEqual(moment);
      }
    }),
    { numRuns: 60 },
  );
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
