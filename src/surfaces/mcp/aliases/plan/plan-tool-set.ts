import { isPlanId } from '../../../../plan-tools/plan-id.ts';
import { renderPlan } from '../../../../plan-tools/render-plan.ts';
import { toWire } from '../../../../plan-tools/wire.ts';
import type { PlanState } from '../../../../planners/plan/plan-fold.ts';
import type { SessionView } from '../../../../sessions/session-view.ts';
import type { ToolSetOptions } from '../../load-tool-sets.ts';
import type { SessionTerms } from '../../session-tools/session-terms.ts';
import { sessionToolSet } from '../../session-tools/session-tool-set.ts';
import type { ToolSet } from '../../tool-set.ts';
import { planningGuide, registerPlanPrompts } from './plan-prompts.ts';
import { PlanTools, planSessions } from './plan-tools.ts';

const TERMS: SessionTerms = {
  scheme: 'plan',
  idName: 'plan_id',
  title: 'Plan',
  description: 'A plan with its steps, as JSON and as markdown.',
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

/** The six plan tools, with plans as resources and a prompt for each strategy. They need no planner but their own. */
export function planToolSet(options: ToolSetOptions): ToolSet {
  const { place, strategy, ephemeral = false } = options;
  const sessions = planSessions(place);
  const guide = `${planningGuide(strategy)}\n\n${ephemeral ? PASSING : LASTING} ${SEVERAL}`;
  const { tools } = new PlanTools(place, sessions);
  const set = sessionToolSet(sessions, { terms: TERMS, guide, tools: () => tools }, options);
  return {
    ...set,
    hasPrompts: true,
    register: (server) => {
      set.register(server);
      registerPlanPrompts(server);
    },
  };
}

const LASTING =
  'The plan lasts: call `planning_read_plan` first when you come back to work, for example after a restart or when the conversation was summarised.';
const PASSING =
  'The plan is kept only while this connection lasts: write down elsewhere what is needed later.';
const SEVERAL = 'Give `plan_id` to keep several plans apart.';

function planOf({ at }: SessionView): PlanState {
  // A session of the plan tools has their state.
  return at.state as PlanState;
}

function wirePlan(view: SessionView, planId: string): object {
  const { plan, version } = planOf(view);
  return { plan_id: planId, version, plan: plan ? toWire(plan) : null };
}
