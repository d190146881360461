import type { Envelope } from '../../journal/fact.ts';
import { erasedFact } from '../../kernel/projection/kept-fields.ts';
import type { PlanRequestStatus } from './planning-fold.ts';

/** What remains in effect of an erased decision, failure or conclusion: the plan is not decided on again. */
export interface ErasedEnd {
  /**
   * The plan it was about; `undefined` if that was erased too: then any plan with a status in `before` may be meant.
   */
  readonly requestId: string | undefined;
  readonly before: readonly PlanRequestStatus[];
  readonly after: PlanRequestStatus;
}

/** The end recorded by an erased fact, if any. */
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

/** The status of a plan after an erased end that may have been its own. */
export function statusAfter(
  plan: { readonly request: { readonly requestId: string }; readonly standing: PlanRequestStatus },
  { requestId, before, after }: ErasedEnd,
): PlanRequestStatus {
  const isMeant =
    requestId === undefined ? before.includes(plan.standing) : plan.request.requestId === requestId;
  return isMeant ? after : plan.standing;
}
