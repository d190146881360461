import { z } from 'zod';
import type { Envelope } from '../../../../journal/fact.ts';
import { kernelFacts } from '../../../../kernel/facts.ts';

const Claimed = z.object(kernelFacts.claimed.shape);

/** Work that others had begun and not finished. */
export interface CutOffWork {
  /** How the last of them ended: who stops gives its claim back. */
  readonly end: 'stop' | 'crash';
  /** How long all of them worked, as far as their claims tell: of one that crashed at most until it had to renew its claim. */
  readonly seconds: number;
}

/** A claim is renewed after this share of the time that it holds. */
const RENEWED_AFTER = 1 / 3;

/** What was cut off of the work on the fact at `target`, out of the facts after it. */
export function cutOffWork(
  facts: readonly Envelope[],
  { work, target }: { readonly work: string; readonly target: number },
): CutOffWork | undefined {
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
