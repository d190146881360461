import { refuse } from '../../../harness/module/refusal.ts';
import { type CommitsConfig, DEFAULT_COMMITS_CONFIG } from '../config.ts';
import type { CommitsEvent, CommitsEventOf } from '../facts.ts';
import type { CommitsState, SessionPlan } from '../session-fold.ts';
import { bestOf } from './archive.ts';
import { candidatesOf, measuredUpTo } from './candidates.ts';
import type { StopReason } from './evolution-facts.ts';
import type { Evolution } from './evolution-fold.ts';
import { budgetOf, type ContinueInput, type EvolveInput, evolutionStarted } from './evolve-input.ts';
import { afterProposed, nextSteps, repeatedRequests } from './next-steps.ts';

/** The state that a decision is based on. */
export interface DecidedAt {
  readonly state: CommitsState;
  readonly head: number;
  readonly nativeFrom: number;
}

/** The latest evolution. */
export function latestEvolution({ evolutions }: CommitsState): Evolution | undefined {
  return [...evolutions.values()].at(-1);
}

/** Starts an evolution with its first steps. Only one runs at a time. */
export function begin(
  { state, head }: DecidedAt,
  input: EvolveInput,
  {
    config = DEFAULT_COMMITS_CONFIG,
    evolutionId,
    by,
  }: { readonly config?: CommitsConfig | undefined; readonly evolutionId: string; readonly by: string },
): readonly CommitsEvent[] {
  if (latestEvolution(state)?.stopped === undefined && state.evolutions.size > 0)
    throw refuse('An evolution is running in this session. Stop it first, or start another session.');
  const started = evolutionStarted(input, config, { evolutionId, by });
  return withNextSteps(state, [started], head);
}

/** Resumes the latest evolution: after a stop, with a larger budget, or in a copy of its journal. */
export function goOn(
  { state, head, nativeFrom }: DecidedAt,
  input: ContinueInput,
  by: string,
): readonly CommitsEvent[] {
  const evolution = latestEvolution(state);
  if (evolution === undefined) throw refuse('There is no evolution in this session.');
  if (evolution.isIncomplete)
    throw refuse('Parts of this evolution were erased, so it cannot continue. Start another one.');
  const { rounds, target, patience, backend } = input;
  const budget = budgetOf(input);
  const more = {
    ...(rounds !== undefined && { rounds }),
    ...(target !== undefined && { target }),
    ...(patience !== undefined && { patience }),
    ...(backend !== undefined && { backend }),
    ...(Object.keys(budget).length > 0 && { budget }),
  };
  const resumed: CommitsEventOf<'evolution_resumed'> = {
    type: 'evolution_resumed',
    evolutionId: evolution.setup.evolutionId,
    by,
    ...more,
  };
  const first = evolution.stopped !== undefined || Object.keys(more).length > 0 ? [resumed] : [];
  const after = first.reduce((at, event) => afterProposed(at, event, head + 1), state);
  const steps = withNextSteps(state, [...first, ...repeatedRequests(after, nativeFrom)], head);
  const [, second] = steps;
  if (second?.type !== 'evolution_stopped' || second.reason !== evolution.stopped) return steps;
  // A crash after the stop may have prevented the branch, which is created without another stop.
  if (second.best !== evolution.offered?.commit) return [];
  throw refuse(NO_FURTHER[second.reason] ?? 'Its budget is used up. Raise it to continue.');
}

const NO_FURTHER: Readonly<Partial<Record<StopReason, string>>> = {
  rounds: 'All rounds are done. Add rounds to continue.',
  target: 'The target is reached. Set another one to continue.',
};

/** Whether an evolution is paused in a copy of its journal. */
export function isHalted({ state, head, nativeFrom }: DecidedAt): boolean {
  if (latestEvolution(state)?.stopped !== undefined) return false;
  return repeatedRequests(state, nativeFrom).length > 0 || nextSteps(state, head).length > 0;
}

/** Stops the running evolutions, and reports the best commit so far. */
export function stop(state: CommitsState): readonly CommitsEvent[] {
  return [...state.evolutions.values()].flatMap((evolution): readonly CommitsEvent[] => {
    const { setup, stopped, base } = evolution;
    if (stopped !== undefined) return [];
    const best = bestOf(measuredUpTo(evolution, candidatesOf(evolution, state)), setup);
    const { evolutionId } = setup;
    return [
      {
        type: 'evolution_stopped',
        evolutionId,
        reason: 'person',
        ...(best !== undefined && best.commit !== base?.commit && { best: best.commit }),
      },
    ];
  });
}

/** Requests to carry out an accepted plan, on the current state of its base. */
export function carryOut(
  plan: SessionPlan | undefined,
  { backend, evaluators }: { readonly backend?: string; readonly evaluators?: readonly string[] },
): CommitsEventOf<'change_requested'> {
  if (plan?.proposal === undefined || plan.standing !== 'accepted')
    throw refuse('Only an accepted plan can be carried out.');
  if (plan.work?.step === 'changing' || plan.work?.step === 'evaluating')
    throw refuse('The plan is being carried out.');
  const { requestId, base } = plan.request;
  return {
    type: 'change_requested',
    requestId,
    backend: backend ?? plan.request.backend,
    base,
    ...(evaluators && evaluators.length > 0 && { evaluators }),
  };
}

function withNextSteps(
  state: CommitsState,
  events: readonly CommitsEvent[],
  head: number,
): readonly CommitsEvent[] {
  const after = events.reduce((at, event, i) => afterProposed(at, event, head + i + 1), state);
  return [...events, ...nextSteps(after, head + events.length)];
}
