import { canonicalJson } from '../journal/canonical-json.ts';
import { WayfoldError } from '../journal/error.ts';
import type { ToolInvoked } from '../kernel/session/facts.ts';
import type { RecordOptions, Session } from '../kernel/session/session.ts';
import { existingPlan } from './changes.ts';
import { ToolValidationError } from './error.ts';
import { Plan, type PlanStep } from './plan.ts';
import type { Invocation, ToolDefinition, ToolDescription, ToolValue } from './tool-definition.ts';

/** What a call has done. */
export interface ToolResult {
  /** The command as it was taken, trimmed; of a read the plan. */
  readonly value: ToolValue;
  /** For the model: what happened, with the ids that were assigned. */
  readonly message: string;
  /** The session's version after the call. */
  readonly version: number;
  readonly assignedIds: readonly string[];
  /** The plan after the call. */
  readonly plan: Plan;
  /** The step that was updated or marked. */
  readonly step?: PlanStep;
  /** The answer on the wire, as the tool's `outputSchema` has it. */
  readonly output: Readonly<Record<string, unknown>>;
}

/** A tool of a session. */
export interface Tool extends ToolDescription {
  /**
   * Checks the input and applies it. Rejects with a `ToolValidationError` when it is refused, and with a
   * `ConflictError` when the session is not at `expectedVersion`; both leave the plan as it was and are recorded.
   */
  call(input: unknown, options?: RecordOptions): Promise<ToolResult>;
}

/** A failed call's input is kept when it has at most so many characters. */
const MAX_KEPT_INPUT = 4096;

/** Binds a tool to a session. */
export function toolOf(session: Session, definition: ToolDefinition): Tool {
  const { take, ...description } = definition;
  return Object.freeze({
    ...description,
    async call(input: unknown, options: RecordOptions = {}): Promise<ToolResult> {
      try {
        const invocation = take(input);
        const { params } = invocation;
        return await session.record(
          () => ({ type: 'ToolInvoked', tool: definition.name, params, success: true }),
          () => resultOf(session, invocation),
          options,
        );
      } catch (error) {
        await session.recordFailure(failureOf(definition.name, input, error));
        throw error;
      }
    },
  });
}

function resultOf(session: Session, invocation: Invocation): ToolResult {
  const { version } = session;
  const plan = existingPlan(session.select(Plan).at(-1));
  const { assignedIds = [], output, ...told } = invocation.tell(plan);
  return Object.freeze({
    ...told,
    version,
    assignedIds: Object.freeze(assignedIds),
    plan,
    output: Object.freeze({ version, assigned_ids: assignedIds, ...output }),
  });
}

function failureOf(tool: string, input: unknown, error: unknown): ToolInvoked {
  const field = error instanceof ToolValidationError ? error.field : undefined;
  return {
    type: 'ToolInvoked',
    tool,
    params: keptInput(input),
    success: false,
    error: {
      code: error instanceof WayfoldError ? error.code : 'unexpected',
      ...(field !== undefined && { field }),
      message: error instanceof Error ? error.message : String(error),
    },
  };
}

/** A copy of the input when it is a JSON object of reasonable size, else an empty one. */
function keptInput(input: unknown): Record<string, unknown> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return {};
  try {
    const text = canonicalJson(input);
    return text.length > MAX_KEPT_INPUT ? {} : JSON.parse(text);
  } catch {
    // It is no JSON: the error that is recorded beside it says what was wrong.
    return {};
  }
}
