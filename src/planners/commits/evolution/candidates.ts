import type { CommitsState, SessionPlan } from '../session-fold.ts';
import { type MeasuredCommit, measuredCommit } from './archive.ts';
import type { Evolution, Slot } from './evolution-fold.ts';

/** Failures that say nothing about a plan, because the agent could not work at all. */
const SETUP_FAILURES: ReadonlySet<string> = new Set([
  'backend-missing',
  'backend-not-logged-in',
  'carry-out-refused',
  'invalid-planning-setting',
  'no-work-tree',
  'planning-schema-unreadable',
  'repository-refused',
  'unknown-backend',
]);

/** Whether a failure is due to the host's setup, and would affect every other plan too. */
export function isSetupFailure(code: string | undefined): boolean {
  return code !== undefined && SETUP_FAILURES.has(code);
}

/** Why a host cannot work on a candidate, if that failed after `seq`. */
export function setupFailureSince({ plan }: Candidate, seq: number): string | undefined {
  const { work, failure, reason, requestedAt } = plan;
  if (requestedAt > seq && isSetupFailure(failure)) return reason ?? failure;
  if (work === undefined || work.requestedAt <= seq) return undefined;
  if (work.step === 'failed' && isSetupFailure(work.failure?.code)) return work.failure?.reason;
  const { step, evaluation } = work;
  return step === 'evaluated' && isSetupFailure(evaluation?.code)
    ? (evaluation?.reason ?? evaluation?.code)
    : undefined;
}

/** A candidate of an evolution: a plan and its result. */
export interface Candidate extends Slot {
  readonly plan: SessionPlan;
  /** Whether it needs no further steps. */
  readonly isOver: boolean;
  /** Whether it ended before any work, or because somebody stopped it: its slot is free again. */
  readonly isWithdrawn: boolean;
}

/** The candidates of an evolution, in the order of their requests. */
export function candidatesOf(
  { slots }: Evolution,
  { plans }: Pick<CommitsState, 'plans'>,
): readonly Candidate[] {
  return [...slots].flatMap(([requestId, slot]) => {
    const plan = plans.get(requestId);
    if (plan === undefined) return [];
    const isWithdrawn =
      plan.standing === 'failed' &&
      (plan.isStopped || plan.failure === 'cancelled' || isSetupFailure(plan.failure));
    return [{ ...slot, plan, isOver: ENDED.has(plan.standing), isWithdrawn }];
  });
}

const ENDED: ReadonlySet<string> = new Set(['failed', 'rejected', 'succeeded', 'unsuccessful']);

/**
 * The measured commits of an evolution up to the end of a round: the base first, then in the order of candidates. With
 * noise, in the order of decisions, so that decisions stay valid.
 */
export function measuredUpTo(
  evolution: Evolution,
  candidates: readonly Candidate[],
  round = Number.POSITIVE_INFINITY,
): readonly MeasuredCommit[] {
  const { base, setup } = evolution;
  const isNoisy = setup.repeat !== undefined && setup.repeat > 1;
  const measured = candidates
    .filter((each) => each.round <= round)
    .toSorted(
      (a, b) => a.round - b.round || (isNoisy ? decidedAt(a) - decidedAt(b) : a.candidate - b.candidate),
    )
    .flatMap(({ plan: { work, conclusion } }) =>
      work?.evaluation?.status === 'measured' && conclusion !== undefined
        ? [{ ...work.evaluation, isKept: conclusion.outcome === 'succeeded' }]
        : [],
    );
  const first = base?.status === 'measured' ? [{ ...base, isKept: true }] : [];
  return [...first, ...measured].flatMap(({ isKept, ...evaluation }) => {
    const commit = measuredCommit(evaluation, setup);
    return typeof commit === 'string' ? [] : [{ ...commit, isKept }];
  });
}

function decidedAt({ plan: { concludedAt = 0 } }: Candidate): number {
  return concludedAt;
}
