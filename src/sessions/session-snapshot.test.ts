import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { minutesModule } from '../../test/minutes-module.ts';
import type { PlannerModule } from '../harness/module/planner-module.ts';
import { noModel } from '../harness/pass/recorded-llm.ts';
import { createRegistry, entryOf } from '../host/registry.ts';
import type { ProposedFact } from '../journal/fact.ts';
import { memoryStore } from '../journal/index.ts';
import type { FactStore } from '../journal/store.ts';
import type { OpenSession } from './open-session.ts';
import { sessionSnapshots } from './session-snapshot.ts';
import { sessionProjection } from './session-state.ts';
import { Sessions } from './sessions.ts';

const me = { by: 'ada' };
const LONG = 1200;

const { version: _version, ...unversioned } = minutesModule.state;
const withoutVersion: PlannerModule = { ...minutesModule, state: unversioned };

async function open(
  store: FactStore,
  id: string,
  module: PlannerModule = minutesModule,
): Promise<OpenSession> {
  const source = { store: async () => store, existing: async () => store };
  return await new Sessions({ source, registry: createRegistry([module]), llm: noModel }).open(id);
}

/** A session with more facts than are read without a snapshot, among them all kinds that its state is made of. */
async function longSession(module: PlannerModule = minutesModule) {
  const store = memoryStore();
  const source = { store: async () => store, existing: async () => store };
  const sessions = new Sessions({ source, registry: createRegistry([module]), llm: noModel });
  const session = await sessions.create({ planner: 'minutes', config: { title: 'Retro' }, ...me });
  await session.say({ text: 'It rained. We decided to go.' }, me);
  await session.untilIdle({});
  await session.do({ type: 'pin', line: 1 }, me);
  for (const half of [1, 2]) {
    await session.journal.append(
      Array.from({ length: LONG / 2 }, (_, n) => ({ type: 'minutes_written', lines: [`Line ${half * n}`] })),
    );
  }
  await session.journal.append([
    { type: 'agent_question', qid: 'q1', prompt: 'Which?', required: true },
    { type: 'session_renamed', title: 'Long', by: 'ada' },
  ]);
  return { store, session };
}

/** Everything that is shown of a session. */
async function shown(session: OpenSession, at?: number): Promise<unknown> {
  const view = await session.view(at);
  const { id, head, title, config, blocks, data, waiting, status, spent, archived, messages, state } = view;
  return {
    ...{ id, head, title, config, blocks, data, waiting, status, spent, archived },
    messages: [...messages],
    timeline: state.timeline.runs(),
    works: state.works.all,
    facts: state.conversation.facts(),
    files: view.attachments.all(),
  };
}

/** How many facts are read while something is done. */
async function readBy(session: OpenSession, act: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const { journal } = session;
  const facts = journal.facts.bind(journal);
  const spy = vi.spyOn(journal, 'facts').mockImplementation((range) => {
    const read = facts(range);
    const { pages } = read;
    read.pages = async function* () {
      for await (const page of pages.call(read)) {
        count += page.length;
        yield page;
      }
    };
    return read;
  });
  await act();
  spy.mockRestore();
  return count;
}

describe('a long session', () => {
  it('opens from a snapshot, and looks the same', async () => {
    const { store, session } = await longSession();
    await session.view();
    const again = await open(store, session.id);
    expect(await readBy(again, () => again.view())).toBeLessThan(5);
    const whole = await shown(await open(store, session.id, withoutVersion));
    expect(await shown(again)).toEqual(whole);
    await again.say({ text: 'And more.' }, me);
    await again.untilIdle({});
    expect(await shown(again)).toEqual(await shown(await open(store, session.id, withoutVersion)));
  });

  it('can be viewed at moments before and after its snapshot', async () => {
    const { store, session } = await longSession();
    const { head } = await session.view();
    const again = await open(store, session.id);
    const whole = await open(store, session.id, withoutVersion);
    for (const seq of [1, 7, LONG, head - 1, head])
      expect(await shown(again, seq)).toEqual(await shown(whole, seq));
  });

  it('is read from the start after an erasure, and shows nothing of it', async () => {
    const { store, session } = await longSession();
    await session.view();
    for (const fact of await session.journal.facts({ to: 10 }))
      if (JSON.stringify(fact).includes('It rained')) await session.journal.redact(fact.seq);
    const again = await open(store, session.id);
    const head = await again.journal.head();
    expect(await readBy(again, () => again.view())).toBeGreaterThanOrEqual(head);
    expect(JSON.stringify(await shown(again)).includes('It rained')).toBe(false);
    expect(await shown(again)).toEqual(await shown(await open(store, session.id, withoutVersion)));
  });

  it('has no snapshot if its planner’s state has no version', async () => {
    const { store, session } = await longSession(withoutVersion);
    const { head } = await session.view();
    const again = await open(store, session.id, withoutVersion);
    expect(await readBy(again, () => again.view())).toBe(head);
    expect(sessionSnapshots(entryOf(withoutVersion))).toBeUndefined();
  });

  it('does not use the snapshot of another version', async () => {
    const { store, session } = await longSession();
    const { head } = await session.view();
    const state = { ...minutesModule.state, version: 2 };
    const again = await open(store, session.id, { ...minutesModule, state });
    expect(await readBy(again, () => again.view())).toBe(head);
  });

  it('opens even if no snapshot can be saved', async () => {
    const { store, session } = await longSession();
    vi.spyOn(store, 'saveSnapshot').mockRejectedValue(new Error('read-only'));
    expect((await session.view()).title).toBe('Long');
  });
});

const fact: fc.Arbitrary<ProposedFact> = fc.oneof(
  fc.record({ type: fc.constant('user_input'), text: fc.string(), by: fc.constant('ada') }),
  fc.record({ type: fc.constant('minutes_written'), lines: fc.array(fc.string(), { maxLength: 3 }) }),
  fc.record({
    type: fc.constant('compose_intent'),
    composeId: fc.constantFrom('a', 'b'),
    text: fc.string({ minLength: 1 }),
    digest: fc.constant('0'.repeat(64)),
  }),
  fc.record({ type: fc.constant('agent_question'), qid: fc.constantFrom('q1', 'q2'), prompt: fc.string() }),
  fc.record({ type: fc.constant('user_answer'), qid: fc.constantFrom('q1', 'q2'), text: fc.string() }),
  fc.record({
    type: fc.constant('attachment_added'),
    name: fc.constantFrom('a.txt', 'b.txt'),
    mimeType: fc.constant('text/plain'),
    sha256: fc.constantFrom('1'.repeat(64), '2'.repeat(64)),
    size: fc.nat(9),
    origin: fc.constantFrom('user', 'planner'),
  }),
  fc.record({
    type: fc.constant('claimed'),
    work: fc.constantFrom('plan', 'send'),
    target: fc.nat(5),
    worker: fc.constantFrom('w1', 'w2'),
    until: fc.constant('2100-01-01T00:00:00.000Z'),
  }),
  fc.record({
    type: fc.constant('pass_settled'),
    outcome: fc.constant('committed'),
    triggers: fc.constant({ user_input: 3 }),
  }),
  fc.record({ type: fc.constant('rewound'), toSeq: fc.nat(10) }),
  fc.record({ type: fc.constant('session_paused'), cause: fc.constant('person'), by: fc.constant('ada') }),
  fc.record({ type: fc.constant('note'), $map: fc.array(fc.string()), $$list: fc.constant(1) }),
);

it('any saved session state continues like the original', () => {
  const entry = entryOf(minutesModule);
  const { initial, apply } = sessionProjection(entry);
  const { save, restore } = sessionSnapshots(entry) ?? {};
  fc.assert(
    fc.property(fc.array(fact, { maxLength: 30 }), fc.nat(30), (facts, cut) => {
      const envelopes = facts.map((each, at) => ({
        ...each,
        seq: at + 1,
        id: `f${at}`,
        ts: new Date(at * 1000).toISOString(),
        v: 1,
      }));
      let whole = initial({ nativeFrom: 1, createdAt: '' });
      let saved = whole;
      for (const envelope of envelopes) {
        whole = apply(whole, envelope);
        saved = apply(saved, envelope);
        if (envelope.seq === cut) saved = restore?.(JSON.parse(JSON.stringify(save?.(saved)))) ?? saved;
      }
      expect(save?.(saved)).toEqual(save?.(whole));
      expect(saved.conversation.facts()).toEqual(whole.conversation.facts());
      expect(saved.conversation.triggers.fired()).toEqual(whole.conversation.triggers.fired());
    }),
    { numRuns: 300 },
  );
});
