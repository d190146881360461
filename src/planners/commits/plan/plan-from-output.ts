import { MAX_LENGTH_READ_HERE } from '../../../machine/agents/output-reading.ts';
import { offThread } from '../../../model/answers/off-thread.ts';
import type { PlanningAgentRequest } from '../agent/planning-request.ts';
import { PlanningError } from '../error.ts';
import { completePlan } from './complete-plan.ts';
import { minimalPlan } from './minimal-plan.ts';
import { PlanningPlan } from './plan.ts';
import { salvagePlan } from './salvage.ts';
import type { ValidationMode } from './validation-mode.ts';

/**
 * The origin of a plan: `strict`, the backend's output was valid; `salvaged`, from its valid parts; `synthesised`, from
 * the request and the raw text, because nothing in it was valid; `raw`, the same without parsing (mode `none`).
 */
export type PlanOrigin = 'strict' | 'salvaged' | 'synthesised' | 'raw';

/** The output to parse, and how strictly. */
export interface PlanReadingInput {
  readonly request: PlanningAgentRequest;
  readonly output: string;
  readonly mode: ValidationMode;
}

/** A plan and its origin. */
export interface PlanFromOutput {
  readonly plan: PlanningPlan;
  readonly origin: PlanOrigin;
}

/**
 * Parses a plan from a backend's output, as strictly as the mode requires. The result always satisfies the schema.
 * Throws a {@link PlanningError} `plan-invalid` if there is none.
 */
export function planFromOutput(
  request: PlanningAgentRequest,
  output: string,
  mode: ValidationMode,
): PlanFromOutput {
  return madePlan(planOrIssues({ request, output, mode }));
}

/** Like {@link planFromOutput}, but parses long output in a worker thread, so that this thread stays responsive. */
export async function readPlanOutput(input: PlanReadingInput, signal?: AbortSignal): Promise<PlanFromOutput> {
  const isShort = input.output.length <= MAX_LENGTH_READ_HERE;
  const read = isShort
    ? planOrIssues(input)
    : await offThread({ module: import.meta.url, name: 'planOrIssues', call: planOrIssues }, input, {
        signal,
      });
  return madePlan(read);
}

/** The parsed result as data that can be copied between threads. */
function planOrIssues({
  request,
  output,
  mode,
}: PlanReadingInput): PlanFromOutput | { readonly issues: readonly string[] } {
  if (mode === 'none') return { plan: minimalPlan(request, output), origin: 'raw' };
  const complete = completePlan(output);
  if (complete.ok) return { plan: complete.plan, origin: 'strict' };
  if (mode === 'strict') return { issues: complete.issues };
  const salvaged = salvagePlan(request, output);
  if (salvaged !== undefined) return { plan: salvaged, origin: 'salvaged' };
  return { plan: minimalPlan(request, output), origin: 'synthesised' };
}

/** Restores a plan that came from another thread. */
function madePlan(read: ReturnType<typeof planOrIssues>): PlanFromOutput {
  if ('issues' in read) throw invalidPlan(read.issues);
  const { plan, origin } = read;
  return { plan: plan instanceof PlanningPlan ? plan : new PlanningPlan(plan), origin };
}

const MAX_ISSUES_REPORTED = 8;

function invalidPlan(issues: readonly string[]): PlanningError {
  const more = issues.length - MAX_ISSUES_REPORTED;
  return new PlanningError('plan-invalid', {
    summary: `The output does not match the planning schema: ${issues.slice(0, MAX_ISSUES_REPORTED).join(' ')}${more > 0 ? ` And ${more} more.` : ''}`,
    fix: 'Plan again, use another backend, or use mode lenient, which keeps what is valid.',
    issues,
  });
}
