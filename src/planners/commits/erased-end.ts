import type { Envelope } from '../../journal/fact.ts';
import { erasedFact } from '../../kernel/projection/kept-fields.ts';
import type { PlanStanding } from './planning-fold.ts';

/** What an erased decision, failure or conclusion leaves in force: what was decided is not decided again. */
export interface ErasedEnd {
  /** The plan it was about; `undefined` where that is gone: then it may be any that stood as one of `before`. */
  readonly requestId: string | undefined;
  readonly before: readonly PlanStanding[];
  readonly after: PlanStanding;
}

/** What an erased fact has ended, if it has. */
export function erasedEnd(fact: Envelope): ErasedEnd | undefined {
  const erased = erasedFact(fact);
  const { requestId: kept, outcome } = erased?.kept ?? {};
  const requestId = typeof kept === 'string' ? kept : undefined;
  switch (erased?.type) {
    case 'plan_accepted':
      return { requestId, before: ['proposed'], after: requestId === undefined ? 'rejected' : 'accepted' };
    case 'plan_rejected':
      return { requestId, before: ['proposed'], after: 'rejected' };
    case 'plan_failed':
      return { requestId, before: ['requested', 'proposed'], after: 'failed' };
    case 'plan_concluded':
      return {
        requestId,
        before: ['proposed', 'accepted'],
        after: outcome === 'succeeded' ? 'succeeded' : 'unsuccessful',
      };
    default:
      return undefined;
  }
}

/** How a plan stands after an erased end that may have been its own. */
export function standingAfter(
  plan: { readonly request: { readonly requestId: string }; readonly standing: PlanStanding },
  { requestId, before, after }: ErasedEnd,
): PlanStanding {
  const isMeant =
    requestId === undefined ? before.includes(plan.standing) : plan.request.requestId === requestId;
  return isMeant ? after : plan.standing;
}
