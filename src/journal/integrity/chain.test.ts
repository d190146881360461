import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeAfter } from '../append.ts';
import { newRecord } from '../erasure/erasure-record.ts';
import type { StoredFact } from '../store.ts';
import { ChainCheck, chainHash, EMPTY_TIP, GENESIS_HASH } from './chain.ts';
import { sha256 } from './sha256.ts';

function chained(count: number): StoredFact[] {
  const facts = Array.from({ length: count }, (_, i) => {
    const payload = `{"n":${i}}`;
    return { id: `f-${i}`, type: 'counted', v: 1, payload, digest: sha256(payload) };
  });
  return placeAfter(EMPTY_TIP, { facts, ts: '2026-01-01T00:00:00.000Z' });
}

function erased(facts: readonly StoredFact[], seqs: readonly number[]): StoredFact[] {
  return facts.map((fact) =>
    seqs.includes(fact.seq) ? { ...fact, payload: null, redactedAt: fact.ts } : fact,
  );
}

/** The same facts with records of erasures after them. */
function withRecords(facts: readonly StoredFact[], seqs: readonly number[], more: object = {}): StoredFact[] {
  const records = seqs.map((seq) =>
    newRecord({ erasedSeq: seq, erasedType: 'counted', erasedAt: '2026-01-01T00:00:00.000Z', ...more }),
  );
  const tip = facts.at(-1) ?? EMPTY_TIP;
  return [...facts, ...placeAfter(tip, { facts: records, ts: '2026-01-01T00:00:00.000Z' })];
}

function checked(facts: readonly StoredFact[], end = facts.at(-1) ?? EMPTY_TIP): ChainCheck {
  const check = new ChainCheck();
  for (const fact of facts) check.accept(fact);
  check.end(end);
  return check;
}

const forged: Record<string, (fact: StoredFact) => StoredFact> = {
  payload: (fact) => ({ ...fact, payload: '{"n":-1}' }),
  'payload and digest': (fact) => ({ ...fact, payload: '{"n":-1}', digest: sha256('{"n":-1}') }),
  'digest of an erased payload': (fact) => ({ ...fact, payload: null, digest: 'f'.repeat(64) }),
  id: (fact) => ({ ...fact, id: 'other' }),
  type: (fact) => ({ ...fact, type: 'other' }),
  v: (fact) => ({ ...fact, v: 2 }),
  ts: (fact) => ({ ...fact, ts: '2027-01-01T00:00:00.000Z' }),
  hash: (fact) => ({ ...fact, hash: '0'.repeat(64) }),
  seq: (fact) => ({ ...fact, seq: fact.seq + 1 }),
};

describe('the hash chain', () => {
  it('starts from 64 zeros and covers one line a field', () => {
    const link = { seq: 1, id: 'f', ts: 'T', type: 't', v: 2, digest: 'd' };
    expect(chainHash(GENESIS_HASH, link)).toBe(sha256(`${'0'.repeat(64)}\n1\nf\nT\nt\n2\nd`));
  });

  it('is valid for placed facts, including erased payloads with a record', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), fc.uniqueArray(fc.nat(11)), (count, chosen) => {
        const seqs = chosen.filter((i) => i < count).map((i) => i + 1);
        const facts = withRecords(erased(chained(count), seqs), seqs);
        const { firstBad, tip } = checked(facts);
        expect(firstBad).toBeUndefined();
        expect(tip.seq).toBe(count + seqs.length);
      }),
    );
  });

  it('breaks at the first fact that was erased without a record', () => {
    const facts = erased(chained(5), [2, 4]);
    expect(checked(facts).firstBad).toBe(2);
    expect(checked(withRecords(facts, [2])).firstBad).toBe(4);
    expect(checked(withRecords(facts, [4])).firstBad).toBe(2);
  });

  it.each([
    ['of a fact that is still there', [], {}],
    ['with another type', [3], { erasedType: 'other' }],
    ['with another time', [3], { erasedAt: '2027-01-01T00:00:00.000Z' }],
    ['with fields that the fact did not keep', [3], { kept: { mode: 'auto' } }],
  ])('breaks at a fact whose record is one %s', (_, seqs, wrong) => {
    const facts = erased(chained(5), seqs);
    expect(checked(withRecords(facts, [3], wrong)).firstBad).toBe(3);
  });

  it('breaks where a fact was erased twice, or the record of an erasure itself', () => {
    const facts = withRecords(erased(chained(2), [1]), [1]);
    expect(checked(withRecords(facts, [1])).firstBad).toBe(1);
    const erasedRecord = facts.map((fact) =>
      fact.seq === 3 ? { ...fact, payload: null, redactedAt: fact.ts } : fact,
    );
    expect(checked(erasedRecord).firstBad).toBe(3);
  });

  it('knows the erasures and records up to a fork point', () => {
    const check = checked(withRecords(erased(chained(3), [1, 3]), [1, 3]));
    const seen = (seq: number) =>
      check.erasuresUpTo(seq).map(({ fact, recordedAt }) => [fact.seq, recordedAt]);
    expect([seen(2), seen(4), seen(5)]).toEqual([
      [[1, undefined]],
      [
        [1, 4],
        [3, undefined],
      ],
      [
        [1, 4],
        [3, 5],
      ],
    ]);
  });

  it('breaks at the first fact that was changed, whichever field it was', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.entries(forged)),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 8 }),
        ([, forge], first, other) => {
          const facts = chained(8);
          const changed = facts.map((fact) =>
            fact.seq === first || fact.seq === other ? forge(fact) : fact,
          );
          expect(checked(changed, facts.at(-1)).firstBad).toBe(Math.min(first, other));
        },
      ),
    );
  });

  it('breaks where a fact is missing, doubled, or out of order', () => {
    const facts = chained(6);
    const at = (seq: number) => facts.slice(seq - 1, seq);
    expect(checked(facts.toSpliced(2, 1)).firstBad).toBe(3);
    expect(checked([...at(1), ...at(1), ...facts.slice(1)]).firstBad).toBe(2);
    expect(checked([...at(1), ...at(3), ...at(2)]).firstBad).toBe(2);
    expect(checked(facts.slice(1)).firstBad).toBe(1);
  });

  it('breaks if its end differs from the journal’s head', () => {
    const facts = chained(6);
    expect(checked(facts.slice(0, 4), facts[5]).firstBad).toBe(5);
    expect(checked(facts, facts[3]).firstBad).toBe(5);
    expect(checked(facts, { ...(facts[5] ?? EMPTY_TIP), hash: 'f'.repeat(64) }).firstBad).toBe(6);
    expect(checked([], facts[2]).firstBad).toBe(1);
    expect(checked([]).firstBad).toBeUndefined();
  });

  it('accepts nothing after a break', () => {
    const check = new ChainCheck();
    const [first, second, third] = chained(3);
    if (!first || !second || !third) throw new Error('three facts were made');
    expect(check.accept(first)).toBe(true);
    expect(check.accept({ ...second, id: 'x' })).toBe(false);
    expect(check.accept(second)).toBe(false);
    expect(check.accept(third)).toBe(false);
    expect(check.firstBad).toBe(2);
    expect(check.tip.seq).toBe(1);
  });

  it('gives a batch one ts, no earlier than the previous one', () => {
    const tip = { seq: 4, hash: 'a'.repeat(64), ts: '2026-06-01T00:00:00.000Z' };
    const facts = [{ id: 'f', type: 't', v: 1, payload: '{}', digest: sha256('{}') }];
    expect(placeAfter(tip, { facts, ts: '2020-01-01T00:00:00.000Z' })).toMatchObject([
      { seq: 5, ts: '2026-06-01T00:00:00.000Z' },
    ]);
    expect(placeAfter(tip, { facts, ts: '2027-01-01T00:00:00.000Z' })).toMatchObject([
      { seq: 5, ts: '2027-01-01T00:00:00.000Z' },
    ]);
  });
});
