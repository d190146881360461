import { z } from 'zod';
import type { Envelope } from '../../../../journal/fact.ts';
import { kernelFacts } from '../../../../kernel/facts.ts';

const Claimed = z.object(kernelFacts.claimed.shape);

/** Interrupted work of earlier workers. */
export interface InterruptedWork {
  /** How the last one ended: a worker that stops releases its claim. */
  readonly end: 'stop' | 'crash';
  /**
   * The total working time according to their claims; for a crashed worker, at most until its claim had to be renewed.
   */
  readonly seconds: number;
}

/** A claim is renewed after this share of its duration. */
const RENEWED_AFTER = 1 / 3;

/** The interrupted work on the fact at `target`, found in the facts after it. */
export function interruptedWork(
  facts: readonly Envelope[],
  { work, target }: { readonly work: string; readonly target: number },
): InterruptedWork | undefined {
  const claims = facts.flatMap((fact) => {
    const claim = fact.type === 'claimed' ? Claimed.safeParse(fact).data : undefined;
    if (claim?.work !== work || claim.target !== target) return [];
    return [{ worker: claim.worker, until: Date.parse(claim.until), at: Date.parse(fact.ts) }];
  });
  const own = claims.at(-1)?.worker;
  const ended = claims.filter(({ worker }, i) => worker !== own && claims[i + 1]?.worker !== worker);
  const last = ended.at(-1);
  if (last === undefined) return undefined;
  const milliseconds = ended.map(({ worker, at, until }) => {
    const first = claims.find((claim) => claim.worker === worker)?.at ?? at;
    const next = claims.find((claim) => claim.worker !== worker && claim.at >= at)?.at ?? at;
    const silent = Math.max(0, (until - at) * RENEWED_AFTER);
    return Math.max(0, Math.min(at + silent, Math.max(at, next)) - first);
  });
  return {
    end: last.until <= last.at ? 'stop' : 'crash',
    seconds: Math.round(milliseconds.reduce((sum, each) => sum + each, 0)) / 1000,
  };
}
