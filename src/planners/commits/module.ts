import { z } from 'zod';
import { definePlanner } from '../../harness/module/define-planner.ts';
import type { SessionStatus } from '../../harness/module/planner-module.ts';
import type { WaitingItem } from '../../harness/module/waiting-item.ts';
import type { CommitHistories } from './commit-history.ts';
import { CommitsConfig, configSummary, DEFAULT_COMMITS_CONFIG } from './config.ts';
import { meaningOf } from './decision-words.ts';
import { PlanningError } from './error.ts';
import { commitsFacts } from './facts.ts';
import { handOversOf } from './hand-over.ts';
import { offlineSkills } from './offline-skills.ts';
import { AcceptInput, ConcludeInput, type PlanCall, planChoices, RejectInput } from './plan-commands.ts';
import { acceptance, conclusion, rejection } from './plan-decision.ts';
import type { PlanReactorOptions } from './plan-reactor.ts';
import { planText, wholePlanText } from './plan-text.ts';
import { viewBlocks } from './plan-view.ts';
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

/**
 * The commit planner: what a person says is the goal of a plan that is requested. A reactor makes the plan, because that
 * takes minutes and another program; a person decides on it.
 */
export function commitsModule(options: Omit<PlanReactorOptions, 'llm'> = {}) {
  let histories: Promise<CommitHistories> | undefined;
  return definePlanner({
    id: 'commits',
    title: 'Commit planner',
    description: 'Plans the next change to a repository from its history, with a coding agent of yours.',
    icon: 'git-commit-horizontal',
    config: CommitsConfig,
    fields: () => ({ repository: { required: true }, base: { required: true } }),
    summary: configSummary,
    facts: {
      commit_card_added: { schema: commitsFacts.commit_card_added, kind: 'plan' },
      plan_requested: { schema: commitsFacts.plan_requested, kind: 'plan' },
      plan_attempted: {
        schema: commitsFacts.plan_attempted,
        kind: ({ status }) => (status === 'failed' ? 'failure' : 'plan'),
      },
      plan_proposed: {
        schema: commitsFacts.plan_proposed,
        kind: 'plan',
        text: ({ requestId, plan }, { after }) => unlessStopped(after, requestId, planText(plan)),
      },
      plan_failed: {
        schema: commitsFacts.plan_failed,
        kind: 'failure',
        text: ({ requestId, expected, actual, fix }, { after }) =>
          unlessStopped(after, requestId, `There is no plan. Expected ${expected}; got ${actual}. ${fix}`),
      },
      plan_accepted: {
        schema: commitsFacts.plan_accepted,
        kind: 'decision',
        text: ({ requestId, tasks }, { after }) =>
          unlessStopped(after, requestId, `The plan was accepted. It has ${tasks.length} tasks.`),
      },
      plan_rejected: {
        schema: commitsFacts.plan_rejected,
        kind: 'decision',
        text: ({ requestId }, { after }) => unlessStopped(after, requestId, 'The plan was rejected.'),
      },
      plan_concluded: {
        schema: commitsFacts.plan_concluded,
        kind: ({ outcome }) => (outcome === 'failed' ? 'failure' : 'decision'),
        text: ({ requestId, outcome }, { after }) =>
          unlessStopped(
            after,
            requestId,
            outcome === 'succeeded' ? 'The plan was carried out.' : 'The plan did not work out.',
          ),
      },
    },
    state: { initial: NO_PLANS, apply: applyFact, save: saved, restore: restored },
    // What was planned and decided is not undone by a rewind.
    keeps: [
      'commit_card_added',
      'plan_requested',
      'plan_attempted',
      'plan_proposed',
      'plan_failed',
      'plan_accepted',
      'plan_rejected',
      'plan_concluded',
    ],
    ends: ['plan_requested'],
    plan({ state, config = DEFAULT_COMMITS_CONFIG, fact }, { newId }) {
      const goal = state.goal.trim();
      if (goal === '') return [{ type: 'sleep', reason: 'No goal was named.' }];
      const { iterationHint, root, metrics, ...request } = config;
      return [
        fact.plan_requested({
          requestId: newId('plan'),
          goal,
          ...request,
          ...(root !== '' && { root }),
          ...(metrics !== '' && { metrics }),
          ...(iterationHint !== '' && { iterationHint }),
          earlierPlans: rememberedPlans(state.plans, { repository: config.repository, goal }),
        }),
      ];
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
        description:
          'Rejects exactly the plan that the digest names. The reason is told to whoever plans next.',
        input: RejectInput,
        hidden: true,
        decide: ({ state }, input, { by }) => [rejection(state.plans, { ...input, by })],
      },
      'conclude-plan': {
        title: 'Record what came of a plan',
        description: 'Records whether an accepted plan worked, for whoever plans next.',
        input: ConcludeInput,
        hidden: true,
        decide: ({ state }, input) => [conclusion(state.plans, input)],
      },
    },
    understand: (said, { state }) => meaningOf(said, state),
    waiting: ({ state }) => [...state.plans.values()].flatMap(waitingPlan),
    view: ({ state }) => viewBlocks(state),
    status: ({ state }) => statusOf(latestPlan(state)),
    done({ state }) {
      const plans = [...state.plans.values()];
      const isOpen = plans.some(({ standing }) => standing === 'requested' || standing === 'proposed');
      return !isOpen && plans.some(({ standing }) => standing !== 'failed');
    },
    data: ({ state: { plans } }) => ({
      type: 'commits',
      plans: Array.from(plans.values(), ({ request, standing, attempts, proposal, reason }) => ({
        request,
        standing,
        attempts,
        proposal: proposal ?? null,
        ...(reason !== undefined && { reason }),
      })),
      spent: Object.fromEntries(attemptLedger(plans)),
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
      const { planReactor } = await import('./plan-reactor.ts');
      return [planReactor({ ...options, llm, progress: (line) => hud('tool', line) })];
    },
    async folders(place) {
      const { fileFolders } = await import('./file-folders.ts');
      return fileFolders(place, options.settings);
    },
    queries: {
      history: {
        title: 'The commits that a plan rests on, with the newest of what leads to them',
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
          histories ??= import('./commit-history.ts').then((history) => new history.CommitHistories(options));
          return await (await histories).of(subject);
        },
      },
    },
    fits: fitOf,
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

/** What becomes of a plan that nobody wants any more says nothing to anybody. */
function unlessStopped({ plans }: CommitsState, requestId: string, text: string): string | undefined {
  return plans.get(requestId)?.isStopped ? undefined : text;
}

function waitingPlan(plan: SessionPlan): readonly WaitingItem<PlanCall, PlanCall>[] {
  const { standing, proposal, proposedAt = 0 } = plan;
  if (standing !== 'proposed' || proposal === undefined) return [];
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
      // After a rejection it waits for what to plan instead.
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
    expected: 'the requestId of a plan of this session',
    actual: JSON.stringify(requestId),
    fix: 'Take it from the plans of the session.',
  });
}

const ABOUT_REPOSITORIES = /\b(?:git|commits?|repo(?:sitory)?|branch(?:es)?|pull request|code ?base)\b/i;
const ABOUT_CODE =
  /\b(?:refactor\w*|code|functions?|modules?|class(?:es)?|bugs?|tests?|benchmarks?|pars(?:er|ing)|compil\w+|api|latency|memory)\b/i;

function fitOf(text: string): number {
  if (ABOUT_REPOSITORIES.test(text)) return 0.9;
  return ABOUT_CODE.test(text) ? 0.6 : 0.05;
}
