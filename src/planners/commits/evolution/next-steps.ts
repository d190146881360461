import type { ProposedFact } from '../../../journal/fact.ts';
import type { CommitsEvent } from '../facts.ts';
import { rememberedPlans } from '../planning-fold.ts';
import { applyFact, type CommitsState, type SessionPlan } from '../session-fold.ts';
import { bestOf, evaluationOf, measuredCommit, sampleFrom } from './archive.ts';
import { baseRequest, candidateSteps, evaluationRequest } from './candidate-steps.ts';
import { type Candidate, candidatesOf, measuredUpTo, setupFailureSince } from './candidates.ts';
import type { StopReason } from './evolution-facts.ts';
import { type Evolution, protectedPathsOf } from './evolution-fold.ts';
import { isBetter } from './measure/archive-cell.ts';

/**
 * The next steps in the evolutions of a session. Pure, so that another process decides the same after a crash. Every
 * request, decision and conclusion is a fact, and a step with a fact is not repeated.
 */
export function nextSteps(state: CommitsState, head: number): readonly CommitsEvent[] {
  const steps: CommitsEvent[] = [];
  let at = state;
  for (;;) {
    const news = [
      ...[...at.evolutions.values()].flatMap((evolution) => stepsOf(evolution, at)),
      ...[...at.plans.values()].flatMap(ownSteps),
    ];
    if (news.length === 0) return steps;
    for (const event of news) {
      steps.push(event);
      at = afterProposed(at, event, head + steps.length);
    }
  }
}

/** The state after a proposed fact is appended. */
export function afterProposed(state: CommitsState, fact: ProposedFact, seq: number): CommitsState {
  return applyFact(state, { v: 1, ...fact, seq, id: `proposed-${seq}`, ts: NO_TIME });
}

const USUAL_TIME_LIMIT_SECONDS = 300;

/** The folds of this planner ignore times. */
const NO_TIME = '1970-01-01T00:00:00.000Z';

/** Requests that no reactor handles, because they were made in the original of this copied journal. */
export function repeatedRequests(state: CommitsState, nativeFrom: number): readonly CommitsEvent[] {
  return [...state.evolutions.values()].flatMap((evolution): readonly CommitsEvent[] => {
    if (evolution.stopped !== undefined) return [];
    const { baseRequestedAt, base } = evolution;
    const isBaseOpen = base === undefined && baseRequestedAt !== undefined && baseRequestedAt < nativeFrom;
    const open = candidatesOf(evolution, state).filter(({ isOver }) => !isOver);
    return [
      ...(isBaseOpen ? [baseRequest(evolution)] : []),
      ...open.flatMap(({ plan }): readonly CommitsEvent[] => {
        const { request, requestedAt, standing, work } = plan;
        if (standing === 'requested') return requestedAt < nativeFrom ? [request] : [];
        if (work === undefined || work.requestedAt >= nativeFrom) return [];
        if (work.step === 'changing' && work.request) return [work.request];
        return work.step === 'evaluating' && work.change
          ? [evaluationRequest(evolution, request.requestId, work.change)]
          : [];
      }),
    ];
  });
}

function stepsOf(evolution: Evolution, state: CommitsState): readonly CommitsEvent[] {
  const { setup, stopped, base, baseRequestedAt } = evolution;
  const { evolutionId } = setup;
  if (stopped !== undefined) return [];
  if (baseRequestedAt === undefined) return [baseRequest(evolution)];
  if (base === undefined) return [];
  if (base.status !== 'measured' || typeof measuredCommit(base, setup) === 'string')
    return [{ type: 'evolution_stopped', evolutionId, reason: 'base' }];
  const all = candidatesOf(evolution, state);
  const candidates = all.filter(({ isWithdrawn }) => !isWithdrawn);
  const over = notSetUp(evolution, all) ?? reached(evolution, candidates) ?? usedUp(evolution);
  // One at a time: the decision on a candidate counts for the next.
  for (const candidate of candidates) {
    const steps = candidate.isOver ? [] : candidateSteps(candidate, { evolution, candidates, over });
    if (steps.length > 0) return steps;
  }
  if (over === undefined) {
    const request = nextRequest(evolution, { candidates, state });
    if (request) return [request];
  }
  const reason = stopReason(evolution, candidates, over);
  if (reason === undefined) return [];
  const best = bestOf(measuredUpTo(evolution, candidates), setup);
  return [
    {
      type: 'evolution_stopped',
      evolutionId,
      reason,
      ...(best !== undefined && best.commit !== base.commit && { best: best.commit }),
    },
  ];
}

/** The next steps of a plan outside an evolution: if evaluators were named, they measure it. */
function ownSteps({ request, work }: SessionPlan): readonly CommitsEvent[] {
  const { change, request: asked, step } = work ?? {};
  if (request.evolution || step !== 'changed' || !change || !asked?.evaluators?.length) return [];
  const { requestId, repository } = request;
  return [
    {
      type: 'evaluation_requested',
      evaluationId: `${requestId}-evaluation`,
      requestId,
      repository,
      commit: change.commit,
      evaluators: [...asked.evaluators],
      patterns: [],
      timeLimitSeconds: USUAL_TIME_LIMIT_SECONDS,
    },
  ];
}

/** The request for the next free slot of the current round. A round starts after the previous one has ended. */
function nextRequest(
  evolution: Evolution,
  { candidates, state }: { readonly candidates: readonly Candidate[]; readonly state: CommitsState },
): CommitsEvent | undefined {
  const { setup } = evolution;
  const underWay = candidates.filter(({ isOver }) => !isOver);
  if (underWay.length >= setup.parallel) return undefined;
  const round = roundUnderWay(evolution, candidates);
  if (round > setup.rounds || isHopeless(evolution, candidates)) return undefined;
  const used = new Set(candidates.filter((each) => each.round === round).map((each) => each.candidate));
  const free = Array.from({ length: setup.candidates }, (_, i) => i + 1).find((each) => !used.has(each));
  if (free === undefined) return undefined;
  const measured = measuredUpTo(evolution, candidates, round - 1);
  const sample = sampleFrom(measured, setup, { round, candidate: free });
  if (sample === undefined) return undefined;
  const { parent, inspirations } = sample;
  const tries = [...evolution.slots.values()].filter(
    (each) => each.round === round && each.candidate === free,
  ).length;
  const { goal, repository, constraints, acceptanceCriteria, backend, mode, evolutionId } = setup;
  return {
    type: 'plan_requested',
    requestId: `${evolutionId}-${round}-${free}${tries === 0 ? '' : `-${tries + 1}`}`,
    goal,
    repository,
    base: parent.commit,
    root: evolution.base?.commit ?? setup.base,
    metrics: JSON.stringify(
      Object.fromEntries([parent, ...inspirations].map((each) => [each.commit, evaluationOf(each, setup)])),
    ),
    inspirations: inspirations.map(({ commit }) => commit),
    constraints: [...constraints, ...protectedPathsOf(evolution).map((path) => `Do not change ${path}.`)],
    acceptanceCriteria,
    iterationHint: hint(evolution, round, free),
    coldStart: false,
    backend,
    mode,
    earlierPlans: [...rememberedPlans(state.plans, { repository, goal })],
    evolution: { evolutionId, round, candidate: free },
  };
}

function hint({ setup }: Evolution, round: number, candidate: number): string {
  const { metric, direction } = setup.objective;
  const wanted = `Make ${metric} as ${direction === 'higher' ? 'high' : 'low'} as you can.`;
  const place = `This is candidate ${candidate} of ${setup.candidates} in round ${round} of ${setup.rounds}.`;
  return `${wanted} ${place} Others are planned beside it: take a direction of your own.`;
}

function roundUnderWay({ setup }: Evolution, candidates: readonly Candidate[]): number {
  const ended = (round: number) =>
    candidates.filter((each) => each.round === round && each.isOver).length >= setup.candidates;
  let round = 1;
  while (round <= setup.rounds && ended(round)) round += 1;
  return round;
}

/** If nothing in a whole round could be measured, further rounds would not help. */
function isHopeless(evolution: Evolution, candidates: readonly Candidate[]): boolean {
  const round = roundUnderWay(evolution, candidates) - 1;
  const last = candidates.filter((each) => each.round === round);
  return (
    round > 0 &&
    last.every(
      ({ plan: { work, requestedAt } }) => work?.change === undefined && requestedAt > evolution.resumedAt,
    )
  );
}

/** Why an evolution has reached its goal, or its limit of rounds. */
function reached(evolution: Evolution, candidates: readonly Candidate[]): StopReason | undefined {
  const { setup, resumedAt } = evolution;
  const { target, patience, objective } = setup;
  if (target === undefined && patience === undefined) return undefined;
  const best = bestOf(measuredUpTo(evolution, candidates), setup);
  if (best === undefined) return undefined;
  if (target !== undefined && !isBetter(target, best.objective, objective)) return 'target';
  if (patience === undefined) return undefined;
  const found = candidates.find(({ plan }) => plan.request.requestId === best.requestId)?.round ?? 0;
  // Resuming resets the patience.
  const before = candidates.filter(({ plan }) => plan.requestedAt < resumedAt).map(({ round }) => round);
  const since = roundUnderWay(evolution, candidates) - 1 - Math.max(found, ...before);
  return since >= patience ? 'patience' : undefined;
}

/** Whether further candidates would fail because of the host's setup, and not because of their content. */
function notSetUp({ resumedAt }: Evolution, candidates: readonly Candidate[]): StopReason | undefined {
  return candidates.some((each) => setupFailureSince(each, resumedAt) !== undefined) ? 'setup' : undefined;
}

function usedUp({ setup: { budget }, spent }: Evolution): StopReason | undefined {
  if (budget.seconds !== undefined && spent.seconds >= budget.seconds) return 'seconds';
  if (budget.tokens !== undefined && spent.tokens >= budget.tokens) return 'tokens';
  return budget.cost !== undefined && spent.cost >= budget.cost ? 'cost' : undefined;
}

/** Why an idle evolution does not continue. */
function stopReason(
  evolution: Evolution,
  candidates: readonly Candidate[],
  over: StopReason | undefined,
): StopReason | undefined {
  const isUnderWay = candidates.some(
    ({ isOver, plan: { standing, work } }) =>
      !isOver && (standing === 'requested' || work?.step === 'changing' || work?.step === 'evaluating'),
  );
  if (isUnderWay) return undefined;
  const isDone = roundUnderWay(evolution, candidates) > evolution.setup.rounds;
  if (isDone && over !== 'target') return 'rounds';
  return over ?? (isHopeless(evolution, candidates) ? 'failures' : undefined);
}
