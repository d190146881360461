import { isWayfoldError } from '../../journal/error.ts';
import { MAX_BATCH_FACTS } from '../../journal/fact.ts';
import { canonicalJson } from '../../journal/integrity/canonical-json.ts';
import type { SessionEvent, ToolInvoked } from '../../kernel/session/facts.ts';
import { ToolValidationError } from '../error.ts';
import { keptPlan, Plan } from '../plan/plan.ts';
import { numberOf } from '../plan/plan-number.ts';
import type { Invocation, ToolDefinition } from './tool-definition.ts';

/** A failed call's input is recorded up to this many characters. */
const MAX_KEPT_INPUT = 4096;

/** A refused call, and its author. */
export interface RefusedCall {
  readonly tool: string;
  readonly input: unknown;
  readonly refusal: unknown;
  readonly by?: string | undefined;
}

/** A tool with a validated input. */
export interface AcceptedCall {
  readonly tool: ToolDefinition;
  readonly invocation: Invocation;
}

/** The plan of a session, and the session's version. */
export interface PlanVersion {
  readonly plan: Plan | undefined;
  readonly version: number;
}

/** The events of these calls, with what each of them assigns. Throws if the plan does not allow one. */
export function eventsOfCalls(
  calls: readonly AcceptedCall[],
  before: PlanVersion,
  by: string | undefined,
): SessionEvent[] {
  let { plan } = before;
  const events = calls.map(({ tool, invocation }, i): SessionEvent => {
    // Each of these calls leads to a higher version, so no two plans of a session get the same number.
    plan = invocation.change(plan, { plan: before.version + i + 1 });
    const number = numberOf(plan);
    const assigned = invocation.madeIn?.(plan).map(({ stepId }) => stepId) ?? [];
    return {
      type: 'ToolInvoked',
      tool: tool.name,
      params: { ...invocation.params },
      success: true,
      ...(assigned.length > 0 && { assigned }),
      ...(number !== undefined && { plan: number }),
      ...(by !== undefined && { by }),
    };
  });
  // Too large for one append: the first call, and the resulting plan of the others.
  const [first] = events;
  if (first === undefined || events.length <= MAX_BATCH_FACTS) return events;
  return [first, { type: 'SessionRolledBack', slices: { [Plan.name]: [plan && keptPlan(plan)] } }];
}

/** The event of a refused call. */
export function eventOfRefusal({ tool, input, refusal: error, by }: RefusedCall): ToolInvoked {
  const field = error instanceof ToolValidationError ? error.field : undefined;
  return {
    type: 'ToolInvoked',
    tool,
    params: keptInput(input),
    success: false,
    error: {
      code: isWayfoldError(error) ? error.code : 'unexpected',
      ...(field !== undefined && { field }),
      message: error instanceof Error ? error.message : String(error),
    },
    ...(by !== undefined && { by }),
  };
}

/** A copy of the input if it is a JSON object of reasonable size, else an empty one. */
function keptInput(input: unknown): Record<string, unknown> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return {};
  try {
    const text = canonicalJson(input);
    return text.length > MAX_KEPT_INPUT ? {} : JSON.parse(text);
  } catch {
    // It is not JSON: the recorded error says what was wrong.
    return {};
  }
}
