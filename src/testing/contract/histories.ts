import assert from 'node:assert/strict';
import { openJournal } from '../../journal/journal.ts';
import type { FactStore } from '../../journal/store.ts';
import { sequentialIds } from '../sequential-ids.ts';
import { SimulatedClock } from '../simulated-clock.ts';
import { texts } from './expectations.ts';
import type { Suite } from './suite.ts';

/** One move of a random history: small numbers, each reduced to what makes sense at that point. */
export interface Move {
  readonly kind: 'append' | 'keyed' | 'fork' | 'redact' | 'delete' | 'snapshot';
  /** Which of a few journals. */
  readonly journal: number;
  readonly target: number;
  readonly size: number;
  /** How far the expected seq is off; above 1, none is expected. */
  readonly off: number;
}

/** The ranges of moves, so that any generator can create them. */
export const MOVE_KINDS: readonly Move['kind'][] = [
  'append',
  'keyed',
  'fork',
  'redact',
  'delete',
  'snapshot',
];
export const MOVE_LIMITS = { journal: 3, target: 3, size: 4, off: 3 } as const;

/** The trivial model: a journal is an array of facts, and forks hold the same objects. */
interface ModelFact {
  readonly text: string;
  redacted: boolean;
  /** The fact whose erasure this one records. */
  readonly records?: ModelFact;
}
interface ModelJournal {
  readonly facts: ModelFact[];
  readonly keys: Map<string, { readonly texts: string; readonly from: number; readonly head: number }>;
}

const recordOf = (fact: ModelFact): ModelFact => ({ text: 'fact_erased', redacted: false, records: fact });

/** Plays moves on a store and on the model, and fails if their results or contents differ. */
export async function playHistory(store: FactStore, moves: readonly Move[]): Promise<void> {
  const model = new Map<string, ModelJournal>();
  const clock = new SimulatedClock();
  const newId = sequentialIds();
  for (const [step, move] of moves.entries()) {
    clock.advance(move.size - 1);
    await play(step, move, { store, model, clock, newId });
  }
  await compare(store, model);
}

interface World {
  readonly store: FactStore;
  readonly model: Map<string, ModelJournal>;
  readonly clock: SimulatedClock;
  readonly newId: ReturnType<typeof sequentialIds>;
}

async function play(step: number, move: Move, { store, model, clock, newId }: World): Promise<void> {
  const id = `j${move.journal}`;
  const journal = openJournal(store, id, { clock, newId });
  const known = model.get(id);
  const head = known?.facts.length ?? 0;
  switch (move.kind) {
    case 'append':
    case 'keyed': {
      const key = move.kind === 'keyed' ? `key-${move.target}` : undefined;
      const wanted = Array.from({ length: move.size }, (_, i) => (key ? `${key}.${i}` : `${step}.${i}`));
      const expectedSeq = move.off > 1 ? undefined : Math.max(0, head - move.off);
      const expected = modelAppend(model, id, { wanted, key, expectedSeq });
      const result = await journal
        .append(
          wanted.map((text) => ({ type: 'note_added', text })),
          { ...(expectedSeq !== undefined && { expectedSeq }), ...(key && { key }) },
        )
        .then(({ ok, head: to }) => ({ ok, head: to }), codeOf);
      return assert.deepEqual(result, expected, `append at step ${step}`);
    }
    case 'fork': {
      const target = `j${move.target}`;
      const at = move.size;
      const expected =
        known === undefined
          ? 'journal-not-found'
          : at > head
            ? 'invalid-seq'
            : model.has(target)
              ? 'journal-exists'
              : 'done';
      if (known && expected === 'done')
        model.set(target, { facts: modelFork(known.facts, at), keys: new Map() });
      return assert.equal(await journal.fork(at, target).then(() => 'done', codeOf), expected);
    }
    case 'redact': {
      const fact = known?.facts[move.size - 1];
      const expected =
        known === undefined
          ? 'journal-not-found'
          : fact === undefined
            ? 'invalid-seq'
            : fact.records
              ? 'fact-not-erasable'
              : !fact.redacted;
      if (fact && expected === true) {
        fact.redacted = true;
        for (const { facts } of model.values()) if (facts.includes(fact)) facts.push(recordOf(fact));
      }
      return assert.equal(await journal.redact(move.size).catch(codeOf), expected);
    }
    case 'delete':
      return assert.equal(await store.delete(id), model.delete(id));
    case 'snapshot': {
      if (known === undefined) return;
      const state = shown(known);
      await journal.saveSnapshot({ name: 'texts', version: 1, seq: head, state });
    }
  }
}

/** Records of shared facts that come after the fork point are copied. */
function modelFork(facts: readonly ModelFact[], at: number): ModelFact[] {
  const shared = facts.slice(0, at);
  const later = facts
    .slice(at)
    .flatMap(({ records }) => (records && shared.includes(records) ? records : []));
  return [...shared, ...later.map(recordOf)];
}

function modelAppend(
  model: World['model'],
  id: string,
  {
    wanted,
    key,
    expectedSeq,
  }: { wanted: string[]; key: string | undefined; expectedSeq: number | undefined },
): { ok: boolean; head: number } | string {
  const known: ModelJournal = model.get(id) ?? { facts: [], keys: new Map() };
  const first = key === undefined ? undefined : known.keys.get(key);
  if (first) {
    const isErased = known.facts.slice(first.from - 1, first.head).some(({ redacted }) => redacted);
    return isErased || first.texts === wanted.join() ? { ok: true, head: first.head } : 'key-reused';
  }
  const before = known.facts.length;
  if (expectedSeq !== undefined && expectedSeq !== before) return { ok: false, head: before };
  const head = before + wanted.length;
  known.facts.push(...wanted.map((text) => ({ text, redacted: false })));
  if (key !== undefined) known.keys.set(key, { texts: wanted.join(), from: before + 1, head });
  model.set(id, known);
  return { ok: true, head };
}

async function compare(store: FactStore, model: World['model']): Promise<void> {
  const summaries = await store.list({ limit: 100 });
  assert.deepEqual(
    summaries.map(({ id, head }) => [id, head]),
    [...model]
      .map(([id, { facts }]) => [id, facts.length])
      .toSorted(([a], [b]) => (`${a}` < `${b}` ? -1 : 1)),
  );
  for (const [id, known] of model) {
    const journal = openJournal(store, id);
    assert.deepEqual(texts(await journal.facts()), shown(known), `the facts of ${id}`);
    assert.deepEqual(await journal.verify(), { ok: true, head: known.facts.length });
    const snapshot = await journal.loadSnapshot({ name: 'texts', version: 1 });
    if (snapshot)
      assert.deepEqual(snapshot.state, shown(known).slice(0, snapshot.seq), `the snapshot of ${id}`);
  }
}

function shown({ facts }: ModelJournal): string[] {
  return facts.map(({ text, redacted }) => (redacted ? 'redacted' : text));
}

function codeOf(error: { code?: unknown }): unknown {
  return error.code ?? error;
}

export function historiesContract({ describe, it }: Suite): void {
  describe('any history', () => {
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      it(`equals that of a plain array (random history ${seed})`, async ({ store }) => {
        await playHistory(store, randomMoves(seed, 80));
      });
    }
  });
}

/** The same moves in every run: no dependency, and failures can be reproduced. */
function randomMoves(seed: number, count: number): Move[] {
  let state = seed;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const upTo = (limit: number): number => below(limit + 1);
  return Array.from({ length: count }, () => ({
    kind: MOVE_KINDS[below(MOVE_KINDS.length * 2)] ?? 'append',
    journal: upTo(MOVE_LIMITS.journal),
    target: upTo(MOVE_LIMITS.target),
    size: 1 + below(MOVE_LIMITS.size),
    off: upTo(MOVE_LIMITS.off),
  }));
}
