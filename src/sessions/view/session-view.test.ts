import fc from 'fast-check';
import { expect, it } from 'vitest';
import { digestOf } from '../../harness/drafts/digest.ts';
import { noModel } from '../../harness/pass/recorded-llm.ts';
import { createRegistry } from '../../host/registry.ts';
import type { ProposedFact } from '../../journal/fact.ts';
import { type FactStore, memoryStore } from '../../journal/index.ts';
import { builtInModules } from '../../planners/built-in.ts';
import { Sessions } from '../sessions.ts';
import { summaryOf } from './session-summary.ts';
import type { SessionView } from './session-view.ts';

const registry = createRegistry(builtInModules());

function sessionsOf(store: FactStore = memoryStore()): Sessions {
  return new Sessions({
    source: { store: async () => store, existing: async () => store },
    registry,
    llm: noModel,
  });
}

async function begin(planner = 'drafter') {
  return await sessionsOf().create({ planner, id: 's', title: 'S', by: 'ada' });
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
  fc.constant({ type: 'compose_intent', ...DRAFT, digest: digestOf(DRAFT) }),
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
  const { messages, attachments, ledger, data } = view;
  return {
    ...summaryOf(view),
    messages: [...messages],
    files: attachments.all(),
    drafts: ledger.drafts.open,
    data,
  };
}

it('is the same updated fact by fact, read at once, or viewed later', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyFact, { maxLength: 12 }), async (facts) => {
      const session = await begin();
      const moments = [];
      for (const fact of facts) {
        await session.journal.append([fact]);
        moments.push(seen(await session.view()));
      }
      for (const [at, moment] of [...moments.entries()].reverse().concat([...moments.entries()])) {
        expect(seen(await session.view(at + 2))).toEqual(moment);
      }
      const fresh = await sessionsOf(session.store).open('s');
      if (moments.length > 0) expect(seen(await fresh.view())).toEqual(moments.at(-1));
    }),
    { numRuns: 60 },
  );
});

it('drops erased content, even in past moments, and refuses a missing moment', async () => {
  const session = await begin();
  const { journal } = session;
  for (const n of [1, 2, 3, 4]) {
    await journal.append([{ type: 'remote_received', messageId: `m${n}`, text: `${n}` }]);
  }
  const reported = async (at?: number) => [...(await session.view(at)).messages].length;
  expect([await reported(), await reported(4)]).toEqual([4, 3]);
  await journal.redact(2);
  expect([await reported(2), await reported(4), await reported()]).toEqual([0, 2, 3]);
  await expect(session.view(7)).rejects.toMatchObject({ code: 'invalid-seq' });
  await expect(session.view(0)).rejects.toMatchObject({ code: 'invalid-seq' });
});

it('is another one after the session was deleted and recreated under its id', async () => {
  const store = memoryStore();
  const sessions = sessionsOf(store);
  await sessions.create({ planner: 'trip', id: 's', by: 'ada' });
  await store.delete('s');
  await expect(sessions.open('s')).rejects.toMatchObject({ code: 'no-session' });
  await sessions.create({ planner: 'tasks', id: 's', title: 'Other', by: 'ada' });
  expect((await sessions.list()).map(({ plannerId, title }) => [plannerId, title])).toEqual([
    ['tasks', 'Other'],
  ]);
});

it('hides drafts in auto mode that nobody has to decide on', async () => {
  const session = await begin();
  const configured = {
    type: 'planner_configured',
    plannerId: 'drafter',
    mode: 'auto',
    seed: null,
    configSha256: '0'.repeat(64),
    ready: true,
  };
  await session.journal.append([configured, { type: 'compose_intent', ...DRAFT, digest: digestOf(DRAFT) }]);
  expect((await session.view()).waiting).toEqual([]);
  await session.journal.append([
    { type: 'compose_approved', composeId: 'c1', digest: digestOf(DRAFT), by: 'auto' },
    { type: 'send_failed', composeId: 'c1', error: 'no route' },
  ]);
  expect((await session.view()).waiting).toMatchObject([{ data: { type: 'draft', failure: 'no route' } }]);
});

it('knows what was being done at a moment in its past', async () => {
  const session = await begin();
  await session.journal.append([{ type: 'remote_received', messageId: 'm1', text: 'Hello' }]);
  const until = new Date(Date.now() + 60_000).toISOString();
  await session.journal.append([{ type: 'claimed', work: 'plan', target: 2, worker: 'w', until }]);
  await session.journal.append([{ type: 'tool_call', callId: 'c1', name: 'calendar', args: {} }]);
  await session.journal.append([{ type: 'tool_result', callId: 'c1', ok: true, result: 'free' }]);
  await session.journal.append([{ type: 'sleep', reason: 'Nothing to say.' }]);
  await session.journal.append([{ type: 'pass_settled', triggers: { status: 2 }, outcome: 'empty' }]);
  const doing = async (at?: number) => (await session.view(at)).activity;
  expect(await doing(2)).toBeUndefined();
  expect(await doing(3)).toMatchObject({ phase: 'planning' });
  expect(await doing(4)).toMatchObject({ phase: 'tool', label: 'calendar' });
  expect(await doing(5)).toMatchObject({ phase: 'planning' });
  expect(await doing(6)).toMatchObject({ phase: 'planning' });
  expect(await doing()).toBeUndefined();
});
