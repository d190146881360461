import { toWire } from '../../../../plan-tools/calls/wire.ts';
import { openPlan, planIn } from '../../../../plan-tools/plan/open-plan.ts';
import { DEFAULT_PLAN, isPlanId, planOfJournal } from '../../../../plan-tools/plan/plan-id.ts';
import { planContext } from '../../../../plan-tools/prompt/plan-context.ts';
import { renderPlan } from '../../../../plan-tools/prompt/render-plan.ts';
import type { PlanState } from '../../../../planners/plan/plan-fold.ts';
import type { SessionView } from '../../../../sessions/view/session-view.ts';
import type { ReopeningStore } from '../../../http/store/reopening-store.ts';
import type { ToolSetOptions } from '../../load-tool-sets.ts';
import { registerPlannerTool } from '../../planner-tool.ts';
import { lifetimeText, type ResourceKind } from '../../resource-kind.ts';
import type { PlannerSessions } from '../../session-tools/planner-sessions.ts';
import type { SessionCalls } from '../../session-tools/session-calls.ts';
import type { SessionTerms } from '../../session-tools/session-terms.ts';
import type { ToolSet } from '../../tool-set.ts';
import { planningGuide, registerPlanPrompts } from './plan-prompts.ts';
import { PlanTools } from './plan-tools.ts';

const TERMS: SessionTerms = {
  scheme: 'plan',
  idName: 'plan_id',
  title: 'Plan',
  description: 'A plan with its steps, as JSON and as Markdown.',
  isId: isPlanId,
  fieldOfCode: {},
  toolFor: () => undefined,
  answer: wirePlan,
  json: wirePlan,
  text: (view) => {
    const { plan } = planOf(view);
    return plan ? renderPlan(plan) : 'There is no plan yet.';
  },
};

/**
 * The six plan tools, with `graph` also the tools for dependencies; plans as resources, and a prompt for each strategy.
 * The planner is loaded on the first call, because loading it would dominate the startup time.
 */
export function planToolSet({
  place,
  strategy,
  graph = false,
  usualPlan = async () => DEFAULT_PLAN,
  syncPlan,
  ephemeral = false,
  onError,
}: ToolSetOptions): ToolSet {
  let loading: Promise<Loaded> | undefined;
  const loaded = () => {
    loading ??= load(place);
    return loading;
  };
  const { tools } = new PlanTools(place, async () => (await loaded()).sessions, {
    graph,
    usualPlan,
    syncPlan,
  });
  return {
    instructions: `${planningGuide(strategy, graph)}\n\n${ephemeral ? PASSING : LASTING} ${SEVERAL}`,
    context: () => activePlan(place, usualPlan, syncPlan),
    resources: {
      ...TERMS,
      description: `${TERMS.description} ${lifetimeText(ephemeral)}`,
      idOfJournal: planOfJournal,
      list: async (begun) => await (await loaded()).resources.list(begun),
      look: async (planId) => await (await loaded()).resources.look(planId),
      read: async (planId) => await (await loaded()).resources.read(planId),
    },
    hasPrompts: true,
    calls: async () => (await loaded()).calls,
    register: (server, options) => {
      for (const tool of tools) registerPlannerTool(server, tool, { ...options, onError });
      registerPlanPrompts(server);
    },
  };
}

/** The active plan, for an agent that starts or whose conversation was summarized. Does not create one. */
async function activePlan(
  place: ReopeningStore,
  usualPlan: () => Promise<string>,
  syncPlan: ToolSetOptions['syncPlan'],
): Promise<string> {
  const planId = await usualPlan();
  await syncPlan?.(planId);
  const store = await place.existing();
  if (store === undefined) return '';
  const open = openPlan(store, planId);
  await open.session.refresh();
  const context = planContext(planIn(open), planId === DEFAULT_PLAN ? {} : { planId });
  return context === '' ? '' : `## The plan under way\n\n${context}`;
}

interface Loaded {
  readonly sessions: PlannerSessions;
  readonly calls: SessionCalls;
  readonly resources: ResourceKind;
}

async function load(place: ReopeningStore): Promise<Loaded> {
  const { planSessions, planCalls, planResources } = await import('./plan-sessions.ts');
  const sessions = planSessions(place);
  const calls = planCalls(sessions, TERMS);
  return { sessions, calls, resources: planResources(calls) };
}

const LASTING =
  'The plan is stored: call `planning_read_plan` first when you come back to work, for example after a restart or when the conversation was summarised.';
const PASSING = 'The plan exists only while this connection lasts: write down elsewhere what you need later.';
const SEVERAL = 'Give `plan_id` to keep several plans apart.';

function planOf({ at }: SessionView): PlanState {
  // A session of the plan tools has their state.
  return at.state as PlanState;
}

function wirePlan(view: SessionView, planId: string): object {
  const { plan, version } = planOf(view);
  return { plan_id: planId, version, plan: plan ? toWire(plan) : null };
}
