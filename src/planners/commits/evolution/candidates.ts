import type { CommitsState, SessionPlan } from '../session-fold.ts';
import { type MeasuredCommit, measuredCommit } from './archive.ts';
import type { Evolution, Slot } from './evolution-fold.ts';

/** Failures that tell nothing of a plan: whoever was to do the work could not do any. */
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

/** Whether something failed because of how a host is set up, and would fail for every other plan too. */
export function isSetupFailure(code: string | undefined): boolean {
  return code !== undefined && SETUP_FAILURES.has(code);
}

/** Why a host cannot work on a candidate at all, if that is since `seq`. */
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

/** A candidate of an evolution: a plan, and what came of it. */
export interface Candidate extends Slot {
  readonly plan: SessionPlan;
  /** Whether nothing more is to be done about it. */
  readonly isOver: boolean;
  /** Whether it ended before anybody could work on it, or because somebody stopped that: its place is free again. */
  readonly isWithdrawn: boolean;
}

/** The candidates of an evolution, in the order they were asked for. */
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
 * The measured commits of an evolution up to the end of a round, the base first, in the order of their candidates. Where
 * noise counts it is the order in which they were decided on, so that what was decided stays so.
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
