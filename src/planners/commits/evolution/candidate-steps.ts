import type { CommitsEvent } from '../facts.ts';
import { acceptance } from '../plan/plan-decision.ts';
import { type MeasuredCommit, measuredCommit } from './archive.ts';
import { type Candidate, isSetupFailure, measuredUpTo } from './candidates.ts';
import { verdictOn } from './conclusion-text.ts';
import type { StopReason } from './evolution-facts.ts';
import { type Evolution, protectedPathsOf } from './evolution-fold.ts';

/** The author of decisions on plans of an evolution. */
const EVOLUTION = 'evolution';

/** The basis of decisions about a candidate. */
export interface CandidateContext {
  readonly evolution: Evolution;
  readonly candidates: readonly Candidate[];
  /** Why nothing new starts. */
  readonly over: StopReason | undefined;
}

/** The next steps for a candidate. */
export function candidateSteps(
  { plan }: Candidate,
  { evolution, candidates, over }: CandidateContext,
): readonly CommitsEvent[] {
  const { request, standing, proposal, work } = plan;
  const { requestId } = request;
  if (proposal === undefined || standing === 'requested') return [];
  const { repeats, digest } = proposal;
  if (standing === 'proposed' && repeats) {
    const reason = `It repeats plan ${repeats.requestId}.`;
    return [{ type: 'plan_rejected', requestId, digest, by: EVOLUTION, reason }];
  }
  // Work beyond the budget waits until somebody raises it.
  const change: CommitsEvent = {
    type: 'change_requested',
    requestId,
    backend: evolution.setup.backend,
    base: proposal.baseCommit,
  };
  if (standing === 'proposed') {
    if (over !== undefined) return [];
    const plans = new Map([[requestId, plan]]);
    return [acceptance(plans, { requestId, digest, by: EVOLUTION }), change];
  }
  if (work === undefined) return over === undefined ? [change] : [];
  switch (work.step) {
    case 'changing':
    case 'evaluating':
      return [];
    case 'failed':
      if (work.failure?.code === 'cancelled' || isSetupFailure(work.failure?.code))
        return over === undefined ? [change] : [];
      return [failed(requestId, work.failure?.reason ?? 'It was not carried out.', work.change?.commit)];
    case 'changed': {
      if (work.change === undefined) return [];
      const { commit } = work.change;
      const objection = objectionTo(work.change, { evolution, candidates, requestId });
      if (objection === undefined) return [evaluationRequest(evolution, requestId, work.change)];
      return objection === 'wait' ? [] : [failed(requestId, objection.reason, commit)];
    }
    case 'evaluated': {
      const { evaluation } = work;
      if (evaluation === undefined) return [];
      if (isSetupFailure(evaluation.code) && over !== undefined) return [];
      if (evaluation.status === 'cancelled' || isSetupFailure(evaluation.code))
        return work.change ? [evaluationRequest(evolution, requestId, work.change)] : [];
      return [concluded(requestId, evaluation, evolution, candidates)];
    }
    default:
      return work.step satisfies never;
  }
}

type Change = NonNullable<NonNullable<Candidate['plan']['work']>['change']>;
type Evaluated = NonNullable<NonNullable<Candidate['plan']['work']>['evaluation']>;

/** The maximum number of files listed for a change. */
const MAX_REPORTED = 500;

/** Why a change is not measured, or not yet. */
function objectionTo(
  change: Change,
  { evolution, candidates, requestId }: Omit<CandidateContext, 'over'> & { readonly requestId: string },
): { readonly reason: string } | 'wait' | undefined {
  const { tree, files } = change;
  const touched = touchedBy(change, protectedPathsOf(evolution));
  if (touched !== undefined) return { reason: `It changes ${touched}, which no candidate may change.` };
  if (change.touched === undefined && files.length >= MAX_REPORTED)
    return { reason: `It changes ${MAX_REPORTED} files or more, too many to check.` };
  if (tree === evolution.base?.tree) return { reason: 'It restores the base.' };
  const twins = candidates.filter(
    ({ plan: { request, work } }) => request.requestId !== requestId && work?.change?.tree === tree,
  );
  const known = twins.find(({ plan }) => plan.conclusion !== undefined);
  if (known) return { reason: `It makes the same change as plan ${known.plan.request.requestId}.` };
  // The result of the one being measured counts for both.
  const isMeasured = twins.some(
    ({ plan: { work } }) => work?.step === 'evaluating' || work?.step === 'evaluated',
  );
  return isMeasured ? 'wait' : undefined;
}

/** The first protected file that a change touches. Earlier versions recorded only the list of changed files. */
function touchedBy({ touched, files }: Change, protect: readonly string[]): string | undefined {
  if (touched !== undefined) return touched[0];
  return files.find(({ path }) => protect.some((each) => path === each || path.startsWith(`${each}/`)))?.path;
}

function concluded(
  requestId: string,
  evaluation: Evaluated,
  evolution: Evolution,
  candidates: readonly Candidate[],
): CommitsEvent {
  const { commit, metrics, status, reason = 'It could not be measured.' } = evaluation;
  if (status !== 'measured') return failed(requestId, reason, commit);
  const measured = measuredCommit(evaluation, evolution.setup);
  if (typeof measured === 'string') return failed(requestId, measured, commit);
  const before: readonly MeasuredCommit[] = measuredUpTo(evolution, candidates);
  const { kept, note } = verdictOn(measured, before, evolution.setup);
  return {
    type: 'plan_concluded',
    requestId,
    outcome: kept ? 'succeeded' : 'failed',
    note,
    commit,
    metrics: [...metrics],
  };
}

function failed(requestId: string, note: string, commit: string | undefined): CommitsEvent {
  return {
    type: 'plan_concluded',
    requestId,
    outcome: 'failed',
    note,
    ...(commit !== undefined && { commit }),
  };
}

/** The request to measure the first commit of an evolution. */
export function baseRequest({ setup }: Evolution): CommitsEvent {
  return { ...evaluationOf(setup, setup.base), evaluationId: `${setup.evolutionId}-base` };
}

/** The request to measure the commit of a plan. */
export function evaluationRequest(
  evolution: Evolution,
  requestId: string,
  { commit, base }: Pick<Change, 'commit' | 'base'>,
): CommitsEvent {
  const { setup, base: measuredBase } = evolution;
  const isRepeated = setup.repeat !== undefined && setup.repeat > 1;
  const paths = protectedPathsOf(evolution);
  const request = {
    ...evaluationOf(setup, commit),
    evaluationId: `${requestId}-evaluation`,
    requestId,
    ...(measuredBase && paths.length > 0 && { protected: { from: measuredBase.commit, paths } }),
  };
  return isRepeated ? { ...request, against: base } : request;
}

function evaluationOf(setup: Evolution['setup'], commit: string) {
  const { evolutionId, repository, evaluators, patterns, timeLimitSeconds, memoryLimitMb, repeat, warmUps } =
    setup;
  return {
    type: 'evaluation_requested',
    evolutionId,
    repository,
    commit,
    evaluators,
    patterns,
    timeLimitSeconds,
    ...(memoryLimitMb !== undefined && { memoryLimitMb }),
    ...(repeat !== undefined && { repeat }),
    ...(warmUps !== undefined && { warmUps }),
  } as const;
}
