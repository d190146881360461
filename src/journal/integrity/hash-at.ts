import type { FactStore } from '../store.ts';
import { GENESIS_HASH } from './chain.ts';

/** The hash of a journal's fact at a seq; `undefined` if there is none. */
export async function hashAt(store: FactStore, id: string, seq: number): Promise<string | undefined> {
  if (seq === 0) return GENESIS_HASH;
  const [fact] = await store.read(id, { from: seq, to: seq, limit: 1 });
  return fact?.hash;
}
