import { type Clock, systemClock, timestamp } from '../../journal/clock.ts';
import { JournalError } from '../../journal/error.ts';
import type { RecordOptions, Session } from '../../kernel/session/session.ts';
import { existingPlan } from '../plan/changes.ts';
import { Plan, type PlanStep } from '../plan/plan.ts';
import { eventOfRefusal, eventsOfCalls, type RefusedCall } from './call-events.ts';
import type { Invocation, ToolDefinition, ToolDescription, ToolValue } from './tool-definition.ts';

/** The result of a call. */
export interface ToolResult {
  /** The accepted command, trimmed; for a read, the plan. */
  readonly value: ToolValue;
  /** For the model: what happened, with the assigned ids. */
  readonly message: string;
  /** The session's version after the call. */
  readonly version: number;
  readonly assignedIds: readonly string[];
  /** The plan after the call. */
  readonly plan: Plan;
  /** The updated or marked step. */
  readonly step?: PlanStep;
  /** The output on the wire, according to the tool's `outputSchema`. */
  readonly output: Readonly<Record<string, unknown>>;
}

/** A tool of a session with this type of input. */
export interface Tool<Input = unknown> extends ToolDescription {
  /**
   * Validates the input and applies it. Rejects with a `ToolValidationError` if it is refused, and with a
   * `ConflictError` if the session is not at `expectedVersion`; both leave the plan unchanged and are recorded.
   */
  call(input: Input, options?: CallOptions): Promise<ToolResult>;
}

/** The required version of the session, and the caller. */
export interface CallOptions extends RecordOptions {
  /** The author recorded with the call, refused or not. */
  readonly by?: string | undefined;
  /** The caller's names for claiming steps. If given, a step that another agent holds cannot be marked or removed. */
  readonly agents?: readonly string[] | undefined;
  /** The clock for claims of steps; default: the system clock. */
  readonly clock?: Clock | undefined;
}

/** Binds a tool to a session. */
export function toolOf(session: Session, definition: ToolDefinition, clock?: Clock): Tool {
  const { take: _, ...description } = definition;
  return Object.freeze({
    ...description,
    call: (input: unknown, options: CallOptions = {}) =>
      callTogether(session, [{ tool: definition, input }], { clock, ...options }),
  });
}

/** A tool and its input. */
export interface PlannedCall {
  readonly tool: ToolDefinition;
  readonly input: unknown;
}

/** Makes all these calls as one change, or none of them. Returns the result of the last one. */
export async function callTogether(
  session: Session,
  calls: readonly [PlannedCall, ...PlannedCall[]],
  { expectedVersion, by, agents, clock = systemClock }: CallOptions = {},
): Promise<ToolResult> {
  const [first] = calls;
  try {
    const moment = { by, agents, at: timestamp(clock.now()) };
    const prepared = calls.map(({ tool, input }) => ({ tool, invocation: tool.take(input, moment) }));
    return await session.record(
      () => eventsOfCalls(prepared, { plan: session.select(Plan).at(-1), version: session.version }, by),
      () => resultOf(session, prepared.at(-1)?.invocation ?? first.tool.take(first.input, moment)),
      { expectedVersion, evenUnkept: calls.every(({ tool }) => tool.annotations.readOnly) },
    );
  } catch (error) {
    const refusal = forCaller(error);
    await recordRefusal(session, { tool: first.tool.name, input: first.input, refusal, by });
    throw refusal;
  }
}

/** Records a refused call. If that fails too, the failure becomes the cause of the refusal. */
export async function recordRefusal(session: Session, call: RefusedCall): Promise<void> {
  await session.recordFailure(eventOfRefusal(call)).catch((cause: unknown) => addCause(call.refusal, cause));
}

/** To the caller of a tool, a change too large for the journal is too much for one call. */
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
  const { assignedIds = [], output, ...result } = invocation.tell(plan);
  return Object.freeze({
    ...result,
    version,
    assignedIds: Object.freeze(assignedIds),
    plan,
    output: Object.freeze({ version, assigned_ids: assignedIds, ...output }),
  });
}
