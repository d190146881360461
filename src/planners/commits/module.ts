import { z } from 'zod';
import { definePlanner } from '../../harness/module/define-planner.ts';
import type { SessionStatus } from '../../harness/module/planner-module.ts';
import type { WaitingItem } from '../../harness/module/waiting-item.ts';
import type { PlanReactorOptions } from './agent/plan-reactor.ts';
import { CommitsConfig, configSummary, DEFAULT_COMMITS_CONFIG } from './config.ts';
import { PlanningError } from './error.ts';
import type { CarryOutOptions } from './evolution/carry-out/carry-out-options.ts';
import {
  begin,
  carryOut,
  type DecidedAt,
  goOn,
  isHalted,
  latestEvolution,
  stop,
} from './evolution/evolution-commands.ts';
import type { Evolution } from './evolution/evolution-fold.ts';
import { ContinueInput, evolveInputFor } from './evolution/evolve-input.ts';
import { factTypes } from './fact-types.ts';
import { type CommitsEventOf, commitsFacts } from './facts.ts';
import { handOversOf } from './hand-over.ts';
import type { CommitHistories } from './history/commit-history.ts';
import { commitOfSession } from './history/session-commit.ts';
import { looksLikeChange } from './looks-like-change.ts';
import { meaningOf } from './message-meaning.ts';
import { offlineSkills } from './offline-skills.ts';
import {
  AcceptInput,
  CarryOutInput,
  ConcludeInput,
  PlanAgainInput,
  type PlanCall,
  planChoices,
  RejectInput,
} from './plan/plan-commands.ts';
import { acceptance, conclusion, rejection } from './plan/plan-decision.ts';
import { wholePlanText } from './plan/plan-text.ts';
import { attemptLedger, rememberedPlans } from './planning-fold.ts';
import {
  applyFact,
  type CommitsState,
  latestPlan,
  NO_PLANS,
  restored,
  type SessionPlan,
  saved,
} from './session-fold.ts';
import { viewBlocks } from './view/plan-view.ts';

/** Options for making, carrying out and measuring plans. */
export type CommitsModuleOptions = Omit<PlanReactorOptions, 'llm'> &
  Pick<CarryOutOptions, 'evaluators' | 'carriesOut'> & {
    /** Other machines make the plans, so their tools are not checked here. */
    readonly plansElsewhere?: boolean;
  };

/**
 * The commit planner: a message is the goal of a requested plan. A reactor makes the plan, because that takes minutes
 * and another program; a person decides on it.
 */
export function commitsModule(options: CommitsModuleOptions = {}) {
  let histories: Promise<CommitHistories> | undefined;
  return definePlanner({
    id: 'commits',
    title: 'Commit planner',
    description: 'Plans the next change to a repository from its history, with a coding agent of yours.',
    icon: 'git-commit-horizontal',
    config: CommitsConfig,
    fields: () => ({ repository: { required: true }, base: { required: true } }),
    summary: configSummary,
    async check(config) {
      if (options.plansElsewhere) return {};
      const { checkSetup } = await import('./check-setup.ts');
      return await checkSetup(config, options);
    },
    facts: factTypes,
    state: { initial: NO_PLANS, apply: applyFact, save: saved, restore: restored },
    // A rewind does not undo plans and decisions.
    keeps: [
      'commit_card_added',
      'plan_requested',
      'plan_attempted',
      'plan_proposed',
      'plan_failed',
      'plan_accepted',
      'plan_rejected',
      'plan_concluded',
      'plan_repaired',
      'evolution_started',
      'change_requested',
      'change_made',
      'change_failed',
      'evaluation_requested',
      'evaluation_begun',
      'commit_evaluated',
      'evolution_stopped',
      'evolution_resumed',
      'best_offered',
    ],
    ends: ['plan_requested'],
    plan({ state, config = DEFAULT_COMMITS_CONFIG, fact }, { newId }) {
      const goal = state.goal.trim();
      if (goal === '') return [{ type: 'sleep', reason: 'There is no goal.' }];
      return [fact.plan_requested(planRequest(state, config, { requestId: newId('plan'), goal }))];
    },
    commands: {
      'accept-plan': {
        title: 'Accept a plan',
        description: 'Accepts exactly the plan that the digest names, and records its tasks.',
        input: AcceptInput,
        hidden: true,
        decide: ({ state }, input, { by }) => [acceptance(state.plans, { ...input, by })],
      },
      'reject-plan': {
        title: 'Reject a plan',
        description: 'Rejects exactly the plan that the digest names. Later plans see the reason.',
        input: RejectInput,
        hidden: true,
        decide: ({ state }, input, { by }) => [rejection(state.plans, { ...input, by })],
      },
      'plan-again': {
        title: 'Plan again',
        description: 'Requests another plan for the goal of one that failed, with the current setup.',
        input: PlanAgainInput,
        hidden: true,
        decide: ({ state, config = DEFAULT_COMMITS_CONFIG, fact }, { requestId: failed }, { newId }) => {
          const { goal } = planNamed(state, failed).request;
          return [fact.plan_requested(planRequest(state, config, { requestId: newId('plan'), goal }))];
        },
      },
      'conclude-plan': {
        title: 'Record the outcome of a plan',
        description: 'Records whether an accepted plan worked, for later plans.',
        input: ConcludeInput,
        hidden: true,
        decide: ({ state }, input) => [concluded(state, conclusion(state.plans, input))],
      },
      'carry-out-plan': {
        title: 'Carry out a plan',
        description:
          'Has a coding agent carry out an accepted plan in a separate checkout. The result is on a branch.',
        input: CarryOutInput,
        hidden: true,
        decide: ({ state }, { requestId, ...how }) => [carryOut(state.plans.get(requestId), how)],
      },
      evolve: {
        title: 'Evolve',
        description:
          'Plans changes, has a coding agent carry them out in separate checkouts, measures them, and keeps the best.',
        input: evolveInputFor(options.evaluators ?? options.settings?.evaluators),
        decide: (at, input, { by, newId }) =>
          begin(at, input, { config: at.config, evolutionId: newId('evolution'), by }),
      },
      'continue-evolution': {
        title: 'Continue the evolution',
        input: ContinueInput,
        hidden: true,
        decide: (at, input, { by }) => goOn(at, input, by),
      },
    },
    cancel: ({ state }, { by, reason }) => [
      { type: 'work_cancelled', ...(reason !== undefined && { reason }), by },
      ...stop(state),
    ],
    understand: (message, { state }) => meaningOf(message, state),
    waiting: ({ state }) => [...state.plans.values()].flatMap(waitingPlan),
    view: (at) => viewBlocks(at.state, { isHalted: isHalted(at) }),
    status: (at) => statusOfEvolution(at) ?? statusOf(latestPlan(at.state)),
    done({ state }) {
      const plans = [...state.plans.values()];
      const isOpen = plans.some(({ standing }) => standing === 'requested' || standing === 'proposed');
      return !isOpen && plans.some(({ standing }) => standing !== 'failed');
    },
    data: ({ state: { plans, evolutions } }) => ({
      type: 'commits',
      plans: Array.from(plans.values(), ({ request, standing, attempts, proposal, reason, work }) => ({
        request,
        standing,
        attempts,
        proposal: proposal ?? null,
        ...(reason !== undefined && { reason }),
        ...(work && { work }),
      })),
      spent: Object.fromEntries(attemptLedger(plans)),
      ...(evolutions.size > 0 && { evolutions: Array.from(evolutions.values(), shownEvolution) }),
    }),
    comparable: ({ state: { plans } }) => ({ plans: Array.from(plans.values(), comparablePlan) }),
    artifacts({ state }) {
      const { proposal } = latestPlan(state) ?? {};
      if (proposal === undefined) return [];
      const { requestId, digest, baseCommit, plan } = proposal;
      return [
        {
          id: 'plan',
          name: 'plan.json',
          description: 'The plan, with the digest that a decision names.',
          json: { requestId, digest, baseCommit, plan },
        },
      ];
    },
    handsOver: ({ state }) => [...state.plans.values()].flatMap(handOversOf),
    async reactors({ llm, hud }) {
      const { commitsReactors } = await import('./commits-reactors.ts');
      return commitsReactors({ ...options, llm, progress: (line) => hud('tool', line) });
    },
    async folders(place) {
      const { fileFolders } = await import('./agent/file-folders.ts');
      return fileFolders(place, options.settings);
    },
    queries: {
      history: {
        title: 'The commits that a plan is based on, with their newest ancestors',
        input: z.strictObject({
          request: z
            .string()
            .min(1)
            .max(256)
            .optional()
            .meta({ title: 'Plan', description: 'Without it, of the setup as it is applied.' }),
        }),
        async run({ state, config }, { request }) {
          const subject = request === undefined ? { config } : { plan: planNamed(state, request) };
          histories ??= import('./history/commit-history.ts').then(
            (history) => new history.CommitHistories(options),
          );
          return await (await histories).of(subject);
        },
      },
      commit: {
        title: 'A commit: its message, diff, metrics and plan',
        input: z.strictObject({
          commit: z
            .string()
            .regex(/^[0-9a-f]{7,64}$/, 'must be the hash of a commit')
            .meta({ title: 'Commit' }),
        }),
        async run({ state, config = DEFAULT_COMMITS_CONFIG }, { commit }) {
          const [{ commitDetails }, { allowedRoot }] = await Promise.all([
            import('./history/commit-details.ts'),
            import('./agent/plan-reactor.ts'),
          ]);
          const { repository, ...known } = commitOfSession(state, commit, config);
          const root = await allowedRoot(repository, options.roots);
          return await commitDetails(root, commit, { ...known, settings: options.settings });
        },
      },
    },
    fits: looksLikeChange,
    examples: [
      {
        title: 'Plan the next change',
        text: 'Make the slowest test fast, without a change to what it checks',
        config: { backend: 'model' },
      },
    ],
    offlineSkills,
    adopts: Object.keys(commitsFacts),
  });
}

/** The request for a plan, with the setup and what became of earlier plans. */
function planRequest(
  { plans }: CommitsState,
  { iterationHint, root, metrics, ...request }: z.output<typeof CommitsConfig>,
  { requestId, goal }: { readonly requestId: string; readonly goal: string },
) {
  return {
    requestId,
    goal,
    ...request,
    ...(root !== '' && { root }),
    ...(metrics !== '' && { metrics }),
    ...(iterationHint !== '' && { iterationHint }),
    earlierPlans: rememberedPlans(plans, { repository: request.repository, goal }),
  };
}

/** A conclusion with the resulting commit and its measurements. */
function concluded(
  { plans }: CommitsState,
  event: CommitsEventOf<'plan_concluded'>,
): CommitsEventOf<'plan_concluded'> {
  const { change, evaluation } = plans.get(event.requestId)?.work ?? {};
  return {
    ...event,
    ...(change && { commit: change.commit }),
    ...(evaluation?.status === 'measured' && { metrics: [...evaluation.metrics] }),
  };
}

/** The status of a session whose latest work is an evolution. */
function statusOfEvolution(at: DecidedAt): SessionStatus | undefined {
  const evolution = latestEvolution(at.state);
  const latest = latestPlan(at.state);
  if (
    evolution === undefined ||
    (latest && !latest.request.evolution && latest.requestedAt > evolution.startedAt)
  )
    return undefined;
  switch (evolution.stopped) {
    case undefined:
      return isHalted(at) ? 'waiting' : 'working';
    case 'person':
      return 'canceled';
    case 'base':
    case 'failures':
    case 'setup':
      return 'failed';
    default:
      return 'completed';
  }
}

function shownEvolution({ setup, stopped, base, spent, offered }: Evolution) {
  return { setup, stopped: stopped ?? null, base: base ?? null, spent, offered: offered ?? null };
}

function waitingPlan(plan: SessionPlan): readonly WaitingItem<PlanCall, PlanCall>[] {
  const { standing, proposal, proposedAt = 0 } = plan;
  if (standing !== 'proposed' || proposal === undefined || plan.request.evolution) return [];
  const { requestId, digest } = proposal;
  const summary = proposal.plan.plan_summary;
  return [
    {
      id: requestId,
      text: `Accept this plan? ${summary}`,
      details: wholePlanText(proposal),
      seq: proposedAt,
      options: planChoices(plan),
      form: { type: 'reject-plan', requestId, digest },
      data: { type: 'plan', requestId, digest, summary },
    },
  ];
}

function statusOf(latest: SessionPlan | undefined): SessionStatus {
  if (latest === undefined) return 'idle';
  const { standing, isStopped } = latest;
  switch (standing) {
    case 'requested':
      return 'working';
    case 'failed':
      return isStopped ? 'canceled' : 'failed';
    case 'unsuccessful':
      return 'failed';
    case 'accepted':
    case 'succeeded':
      return 'completed';
    case 'proposed':
    case 'rejected':
      // After a rejection it waits for another goal.
      return 'waiting';
    default:
      return standing satisfies never;
  }
}

function comparablePlan({ request, standing, attempts, proposal, reason }: SessionPlan) {
  return {
    requestId: request.requestId,
    goal: request.goal,
    standing,
    reason: reason ?? null,
    attempts: attempts.length,
    ...proposal?.plan,
    steps: proposal?.plan.steps.map(({ id, ...step }) => ({ stepId: id, ...step })) ?? [],
  };
}

function planNamed({ plans }: CommitsState, requestId: string): SessionPlan {
  const plan = plans.get(requestId);
  if (plan !== undefined) return plan;
  throw new PlanningError('proposal-not-found', {
    summary: `This session has no plan ${JSON.stringify(requestId)}.`,
    fix: 'Use the requestId of a plan of this session.',
  });
}
