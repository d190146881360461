import { randomIds } from '../clock.ts';
import { FACT_ERASED, payloadText } from '../fact.ts';
import { digestOf } from '../integrity/chain.ts';
import { randomSalts } from '../integrity/salt.ts';
import type { NewFact } from '../store.ts';
import type { ErasedFact, ErasureRecord } from './erasure.ts';

/** What is known about a fact that was erased by a version that kept no records. */
export function recordOfOlderVersion({ seq, type, redactedAt = '' }: ErasedFact): ErasureRecord {
  return {
    erasedSeq: seq,
    erasedType: type,
    erasedAt: redactedAt,
    reason: 'Erased by an earlier version of Wayfold, which kept no record of it.',
  };
}

/** A new record of an erasure, ready to be stored. */
export function newRecord(record: ErasureRecord): NewFact {
  const salted = { salt: randomSalts(), payload: payloadText(record, { type: FACT_ERASED, at: 0 }) };
  return { id: randomIds(), type: FACT_ERASED, v: 1, ...salted, digest: digestOf(salted) };
}
