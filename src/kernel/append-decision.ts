import type { Envelope } from '../journal/fact.ts';
import type { Journal } from '../journal/journal.ts';
import { noSuchFact } from '../journal/refusals.ts';
import { ConflictError } from './error.ts';
import { countConflict } from './telemetry/measurements.ts';

/**
 * How often a decision is repeated before it fails with a `ConflictError`. Each conflict means that another writer
 * made progress, so this many concurrent writers all succeed.
 */
export const DEFAULT_ATTEMPTS = 100;

/** Where a decision starts reading, and when it gives up. */
export interface DecisionOptions {
  /** The last seq the decider knows; it gets the facts after it. Default 0. */
  readonly after?: number;
  /** Whether the journal was just seen to end there: nobody looks again before the first attempt. */
  readonly isCurrent?: boolean;
  readonly attempts?: number;
}

/**
 * The result of a decider: the facts to append, or none to leave the journal as it is, and anything else it
 * returns.
 */
export interface Decision<P> {
  readonly append: readonly P[];
}

/** The outcome of a decision. */
export interface DecisionOutcome<F, D> {
  /** The final decision. */
  readonly decision: D;
  readonly facts: readonly F[];
  /** The last seq: of the last appended fact, or the seq decided at if nothing was appended. */
  readonly head: number;
  readonly attempts: number;
}

/**
 * Appends what `decide` returns at exactly the seq it saw. If another writer was first, `decide` gets the new facts
 * and decides again. If it throws, nothing is appended.
 */
export async function appendDecision<
  F extends Envelope,
  P extends { readonly type: string },
  D extends Decision<P>,
>(
  journal: Pick<Journal<F, P>, 'id' | 'append' | 'facts'>,
  decide: (news: readonly F[]) => D | Promise<D>,
  { after = 0, isCurrent = false, attempts = DEFAULT_ATTEMPTS }: DecisionOptions = {},
): Promise<DecisionOutcome<F, D>> {
  let head = after;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const news = isCurrent && attempt === 1 ? [] : await journal.facts({ from: head + 1 });
    head = news.at(-1)?.seq ?? head;
    const decision = await decide(news);
    if (decision.append.length === 0) return { decision, facts: [], head, attempts: attempt };
    const result = await journal.append(decision.append, { expectedSeq: head });
    if (result.ok) return { decision, facts: result.facts, head: result.head, attempts: attempt };
    countConflict('decision');
    // Only a journal that was deleted meanwhile, or a wrong `after`, has fewer facts than expected.
    if (result.head < head) throw noSuchFact(journal.id, head, result.head);
  }
  throw new ConflictError({
    summary: `Other writers appended to journal ${journal.id} first, ${attempts} times in a row (last at seq ${head}).`,
    fix: 'Try again: nothing was appended. If this happens often, let fewer writers share the journal.',
  });
}
