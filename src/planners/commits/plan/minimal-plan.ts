import { bounded, onOneLine, withoutBlanks } from '../../../machine/bounded-text.ts';
import type { PlanningAgentRequest } from '../agent/planning-request.ts';
import { PlanningPlan, type PlanningPlanFields } from './plan.ts';
import { PLANNING_OUTPUT_SCHEMA, STEP_SCHEMA } from './schema.ts';

const { properties: PLAN } = PLANNING_OUTPUT_SCHEMA;
const { properties: STEP } = STEP_SCHEMA;

/** How much of an answer to read: far more than the actions and the fallback of a plan can hold. */
const MAX_HELD = 64 * 1024;

/** The schema of a list of texts. */
export interface ListRule {
  readonly maxItems: number;
  readonly items: { readonly maxLength: number };
}

/** The first texts that fit a list, each within its limit. */
export function fitting(texts: Iterable<string>, { maxItems, items }: ListRule): readonly string[] {
  return withoutBlanks(texts)
    .slice(0, maxItems)
    .map((text) => bounded(text, items.maxLength));
}

/** Default fields of a plan, used if a backend's answer has nothing usable. */
export function minimalFields(request: PlanningAgentRequest, raw: string): PlanningPlanFields {
  const goal = onOneLine(request.goal);
  // Only the beginning of a long answer can be part of a plan.
  const text = raw.slice(0, MAX_HELD).trim();
  const orElse = (texts: readonly string[], otherwise: string) => (texts.length > 0 ? texts : [otherwise]);
  const validation = orElse(request.acceptanceCriteria, `The goal is reached: ${goal}`);
  const fallback = bounded(text, PLAN.fallback_plan.maxLength);
  return {
    summary: bounded(goal, PLAN.plan_summary.maxLength),
    rationale: 'The backend returned no valid plan. This one contains its answer unchanged.',
    focusMetrics: fitting(
      orElse(
        request.base.metrics.map(({ name }) => name),
        'progress towards the goal',
      ),
      PLAN.focus_metrics,
    ),
    guardrails: fitting(orElse(request.constraints, 'Keep what works working.'), PLAN.guardrails),
    risks: ['The answer that this plan holds was not checked against the schema.'],
    validation: fitting(validation, PLAN.validation),
    steps: [
      {
        stepId: 's1',
        title: 'Follow the answer of the backend',
        intent: bounded(goal, STEP.intent.maxLength),
        actions: actionsIn(text, goal),
        validation: fitting(validation, STEP.validation),
      },
    ],
    ...(fallback !== '' && { fallbackPlan: fallback }),
  };
}

/** A plan that contains a backend's answer unparsed, in the required format. */
export function minimalPlan(request: PlanningAgentRequest, raw: string): PlanningPlan {
  return new PlanningPlan(minimalFields(request, raw));
}

function actionsIn(text: string, goal: string): readonly string[] {
  const lines = text.split('\n').map((line) => onOneLine(line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '')));
  const actions = fitting(lines, STEP.actions);
  return actions.length > 0
    ? actions
    : [bounded(`Work towards the goal: ${goal}`, STEP.actions.items.maxLength)];
}
