import { objectsIn } from '../../../machine/agents/output-reading.ts';
import { type PlanReading, readPlan } from './plan.ts';
import { PLANNING_OUTPUT_SCHEMA } from './schema.ts';

const FIELDS = Object.keys(PLANNING_OUTPUT_SCHEMA.properties);

/** So many objects that look like plans are checked, the last ones: each check reads the whole of one. */
const MOST_CHECKED = 100;

/** The last complete plan in an output that satisfies everything, or what was wrong with the one that came closest. */
export function completePlan(output: string): PlanReading {
  const objects = objectsIn(output);
  let closest: readonly string[] | undefined;
  const alike = objects.filter((object) => FIELDS.some((name) => Object.hasOwn(object, name)));
  for (const object of alike.slice(-MOST_CHECKED).toReversed()) {
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
