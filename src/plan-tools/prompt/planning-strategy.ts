import { shown } from '../../journal/error.ts';
import { PromptError } from '../error.ts';

/** How an agent should think while it plans. The strings are stable. */
export const PlanningStrategy = {
  /** Reason, act, observe, repeat. */
  REACT: 'REACT',
  /** Plan everything, act, reflect after each step. */
  PLAN_ACT_REFLECT: 'PLAN_ACT_REFLECT',
  /** Frame the goal, decompose it, route the parts to tools, synthesise the results. */
  GOAL_DECOMPOSE_ROUTE_SYNTHESISE: 'GOAL_DECOMPOSE_ROUTE_SYNTHESISE',
} as const;

export type PlanningStrategy = (typeof PlanningStrategy)[keyof typeof PlanningStrategy];

/** The strategies by their stable names. */
export const PLANNING_STRATEGIES = Object.values(PlanningStrategy);

/** The strategy with this name, or a refusal that lists the existing ones. */
export function planningStrategy(name: unknown): PlanningStrategy {
  const strategy = PLANNING_STRATEGIES.find((each) => each === name);
  if (strategy) return strategy;
  throw new PromptError('unknown-strategy', {
    expected: `a planning strategy: ${PLANNING_STRATEGIES.join(', ')}`,
    actual: shown(name),
    fix: 'Use one of them, or leave it out for REACT.',
  });
}

/** The mindset of each strategy, as items of an ordered list. They name no tool: tools are the same for all. */
export const MINDSETS: Readonly<Record<PlanningStrategy, readonly string[]>> = {
  REACT: [
    'Reason in a short burst: decide on the one next move.',
    'Act: make one tool call or one change.',
    'Observe the result, and keep what matters as a note on the step.',
    'Repeat until every step is done, and change the plan when an observation does.',
  ],
  PLAN_ACT_REFLECT: [
    'Plan first: outline every step before you begin the first one.',
    'Act: carry out the steps in order, one at a time.',
    'Reflect briefly after each tool call or completed step: what happened, and what follows from it.',
    'Keep each reflection as a note on the step or as a brief status update.',
  ],
  GOAL_DECOMPOSE_ROUTE_SYNTHESISE: [
    'Frame the goal: restate it in your own words.',
    'Decompose it into concrete sub-problems, one step each.',
    'Route: choose the tool for each sub-problem before you work on it.',
    'Synthesise: bring the results together in one cohesive answer.',
  ],
};
