import { objectsIn } from '../../../machine/agents/output-reading.ts';
import { type PlanReading, readPlan } from './plan.ts';
import { PLANNING_OUTPUT_SCHEMA } from './schema.ts';

const FIELDS = Object.keys(PLANNING_OUTPUT_SCHEMA.properties);

/** The maximum number of candidate objects to check, starting from the end: each check reads the whole object. */
const MAX_CHECKED = 100;

/** The last valid plan in an output, or the errors of the best candidate. */
export function completePlan(output: string): PlanReading {
  const objects = objectsIn(output);
  let closest: readonly string[] | undefined;
  const alike = objects.filter((object) => FIELDS.some((name) => Object.hasOwn(object, name)));
  for (const object of alike.slice(-MAX_CHECKED).toReversed()) {
    const reading = readPlan(object);
    if (reading.ok) return reading;
    if (Object.hasOwn(object, 'plan_summary')) closest ??= reading.issues;
  }
  return { ok: false, issues: closest ?? [nothingFound(output, objects)] };
}

function nothingFound(output: string, objects: readonly object[]): string {
  if (output.trim() === '') return 'the plan: There was no output.';
  return objects.length === 0
    ? 'the plan: There was no JSON object in the output.'
    : 'the plan: No JSON object in the output has a plan_summary.';
}
