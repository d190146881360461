import { completePlan } from './complete-plan.ts';
import { PlanningError } from './error.ts';
import { minimalPlan } from './minimal-plan.ts';
import type { PlanningPlan } from './plan.ts';
import type { PlanningAgentRequest } from './planning-request.ts';
import { salvagePlan } from './salvage.ts';
import type { ValidationMode } from './validation-mode.ts';

/**
 * How a plan came to be: `strict`, the backend's output satisfied everything; `salvaged`, from its valid parts;
 * `synthesised`, from the request and the raw text, because nothing in it was valid; `raw`, the same without looking
 * (mode `none`).
 */
export type PlanOrigin = 'strict' | 'salvaged' | 'synthesised' | 'raw';

/** A plan out of a backend's output, as strictly as the mode says. Whatever made it, it satisfies the schema. */
export function planFromOutput(
  request: PlanningAgentRequest,
  output: string,
  mode: ValidationMode,
): { readonly plan: PlanningPlan; readonly origin: PlanOrigin } {
  if (mode === 'none') return { plan: minimalPlan(request, output), origin: 'raw' };
  const complete = completePlan(output);
  if (complete.ok) return { plan: complete.plan, origin: 'strict' };
  if (mode === 'strict') throw invalidPlan(complete.issues);
  const salvaged = salvagePlan(request, output);
  if (salvaged !== undefined) return { plan: salvaged, origin: 'salvaged' };
  return { plan: minimalPlan(request, output), origin: 'synthesised' };
}

const MOST_ISSUES_TOLD = 8;

function invalidPlan(issues: readonly string[]): PlanningError {
  const more = issues.length - MOST_ISSUES_TOLD;
  return new PlanningError('plan-invalid', {
    expected: 'output that satisfies the planning schema',
    actual: issues.slice(0, MOST_ISSUES_TOLD).join(' ') + (more > 0 ? ` And ${more} more.` : ''),
    fix: 'Plan again, take another backend, or use the mode lenient, which keeps what is valid.',
    issues,
  });
}
