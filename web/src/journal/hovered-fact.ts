import { useEffect, useState } from 'react';
import { sessionPath } from '../api/client.ts';
import type { Fact } from '../api/contracts.ts';
import { FACT_KINDS } from './fact-kind.ts';
import { readFacts } from './read-facts.ts';
import type { KindRun } from './timeline-scale.ts';

/** How long the pointer rests before the fact under it is fetched. */
const REST_MS = 60;

/** The facts under the pointer, the most notable kind among them, and the first fact of that kind once it is read. */
export interface Hovered {
  readonly first: number;
  readonly last: number;
  readonly fact: Fact | undefined;
}

/** Reads the most notable of a range of facts, for a tooltip. */
export function useHoveredFact(
  session: string,
  seqs: readonly [first: number, last: number] | undefined,
  runs: readonly KindRun[],
): Hovered | undefined {
  const [fact, setFact] = useState<Fact>();
  const [first, last] = seqs ?? [0, 0];
  const kind = first < last ? FACT_KINDS[mostNotable(runs, first, last)] : undefined;
  useEffect(() => {
    if (first === 0) return;
    const asked = new AbortController();
    const query = `from=${first}&to=${last}&limit=1${kind === undefined ? '' : `&kind=${kind}`}`;
    const timer = setTimeout(() => {
      readFacts(sessionPath(session), query, asked.signal).then(
        ({ facts }) => setFact(facts[0]),
        // A hint that does not come is not missed.
        () => undefined,
      );
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [session, first, last, kind]);
  if (first === 0) return undefined;
  return { first, last, fact: fact && fact.seq >= first && fact.seq <= last ? fact : undefined };
}

function mostNotable(runs: readonly KindRun[], first: number, last: number): number {
  let most = 0;
  for (const [from, to, kind] of runs) {
    if (from > last) break;
    if (to >= first) most = Math.max(most, kind);
  }
  return most;
}
