import { canonicalJson } from '../journal/canonical-json.ts';
import { isWayfoldError, JournalError } from '../journal/error.ts';
import { MAX_BATCH_FACTS } from '../journal/fact.ts';
import type { SessionEvent, ToolInvoked } from '../kernel/session/facts.ts';
import type { RecordOptions, Session } from '../kernel/session/session.ts';
import { existingPlan } from './changes.ts';
import { ToolValidationError } from './error.ts';
import { keptPlan, Plan, type PlanStep } from './plan.ts';
import { numberOf } from './plan-number.ts';
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
  call(input: unknown, options?: CallOptions): Promise<ToolResult>;
}

/** At which version the session must be, and who calls. */
export interface CallOptions extends RecordOptions {
  /** Who is named in the record of the call, refused or not. */
  readonly by?: string | undefined;
}

/** A failed call's input is kept when it has at most so many characters. */
const MAX_KEPT_INPUT = 4096;

/** Binds a tool to a session. */
export function toolOf(session: Session, definition: ToolDefinition): Tool {
  const { take: _, ...description } = definition;
  return Object.freeze({
    ...description,
    call: (input: unknown, options: CallOptions = {}) =>
      callTogether(session, [{ tool: definition, input }], options),
  });
}

/** A tool and what it is called with. */
export interface PlannedCall {
  readonly tool: ToolDefinition;
  readonly input: unknown;
}

/** Makes all these calls as one change, or none of them. The result is that of the last one. */
export async function callTogether(
  session: Session,
  calls: readonly [PlannedCall, ...PlannedCall[]],
  { expectedVersion, by }: CallOptions = {},
): Promise<ToolResult> {
  const [first] = calls;
  try {
    const taken = calls.map(({ tool, input }) => ({ tool, invocation: tool.take(input) }));
    return await session.record(
      () => eventsOf(taken, session, by),
      () => resultOf(session, taken.at(-1)?.invocation ?? first.tool.take(first.input)),
      { expectedVersion, evenUnkept: calls.every(({ tool }) => tool.annotations.readOnly) },
    );
  } catch (error) {
    const refusal = forCaller(error);
    await recordRefusal(session, { tool: first.tool.name, input: first.input, refusal, by });
    throw refusal;
  }
}

/** Puts a refused call on record. Where that fails too, the failure becomes the cause of the refusal. */
export async function recordRefusal(session: Session, call: RefusedCall): Promise<void> {
  await session.recordFailure(failureOf(call)).catch((cause: unknown) => addCause(call.refusal, cause));
}

/** A call that was refused, and by whom it was made. */
interface RefusedCall {
  readonly tool: string;
  readonly input: unknown;
  readonly refusal: unknown;
  readonly by?: string | undefined;
}

interface TakenCall {
  readonly tool: ToolDefinition;
  readonly invocation: Invocation;
}

/** The calls as they are recorded, with what each of them assigns. Throws where the plan allows one not. */
function eventsOf(calls: readonly TakenCall[], session: Session, by: string | undefined): SessionEvent[] {
  let plan = session.select(Plan).at(-1);
  const events = calls.map(({ tool, invocation }, i): SessionEvent => {
    // Every call of these leads to a higher version, so no two plans of a session get the same number.
    plan = invocation.change(plan, { plan: session.version + i + 1 });
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
  // More than one append can hold: the first call, and what the others made of its plan.
  const [first] = events;
  if (first === undefined || events.length <= MAX_BATCH_FACTS) return events;
  return [first, { type: 'SessionRolledBack', slices: { [Plan.name]: [plan && keptPlan(plan)] } }];
}

/** What is too large for the journal is, to who called a tool, too much for one call. */
function forCaller(error: unknown): unknown {
  if (!(error instanceof JournalError) || error.code !== 'fact-too-large') return error;
  const { code, expected, actual } = error;
  return new JournalError(code, { expected, actual, fix: 'Add fewer steps per call.', cause: error });
}

function addCause(error: unknown, cause: unknown): void {
  if (!(error instanceof Error) || error.cause !== undefined || error === cause) return;
  Object.defineProperty(error, 'cause', { value: cause, configurable: true, writable: true });
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

function failureOf({ tool, input, refusal: error, by }: RefusedCall): ToolInvoked {
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
