import { z } from 'zod';
import type { ToolInvoked } from '../../kernel/session/facts.ts';
import type { ClaimStep, LinkSteps } from '../graph/graph-changes.ts';
import type { AddStep, ClearPlan, MarkStep, SetupPlan, UpdateStep } from '../plan/commands.ts';
import type { Plan, PlanStep } from '../plan/plan.ts';

/** What a tool answers, by its kind: the command as it was taken, or the plan that was read. */
export type ToolValue =
  | SetupPlan
  | AddStep
  | UpdateStep
  | MarkStep
  | ClearPlan
  | LinkSteps
  | ClaimStep
  | Plan;

/** A call that was tried and does what it says: the plan is the one of the tool's `setup` example, or none. */
export interface ToolExample {
  readonly description: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: Readonly<Record<string, unknown>>;
}

/** What a model is told about a tool before it calls it. */
export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The input as it is on the wire: snake_case, no other keys. */
  readonly inputSchema: z.ZodObject;
  /** The answer as it is on the wire. */
  readonly outputSchema: z.ZodObject;
  readonly examples: readonly ToolExample[];
  readonly annotations: { readonly readOnly: boolean; readonly destructive: boolean };
}

/** What a call tells about the plan it has changed. */
interface Told {
  readonly value: ToolValue;
  readonly message: string;
  readonly assignedIds?: readonly string[];
  readonly step?: PlanStep;
  /** What the tool's output has besides version and ids. */
  readonly output: Readonly<Record<string, unknown>>;
}

/** What is on record of a call besides its input, once it was made. */
export type OnRecord = Pick<ToolInvoked, 'assigned' | 'plan'> & {
  /** The call was made before: what it named was there then, and may have been erased since. */
  readonly isRecorded?: boolean;
};

/** An input that was found valid. */
export interface Invocation {
  /** The input on the wire, trimmed: what is recorded after the change, and taken again when the journal is folded. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Pure. Throws when the plan does not allow it. New steps and plans get the ids and the number that are on record. */
  change(plan: Plan | undefined, record: OnRecord): Plan;
  /** The steps that the call has made in the plan. */
  madeIn?(plan: Plan): readonly PlanStep[];
  tell(plan: Plan): Told;
}

/** Who makes a call, and when. */
export interface CallMoment {
  readonly by?: string | undefined;
  /** The names that the caller claims steps by, where it is an agent: it leaves alone what others hold. */
  readonly agents?: readonly string[] | undefined;
  /** ISO 8601. */
  readonly at: string;
}

/** A tool apart from any session. */
export interface ToolDefinition extends ToolDescription {
  /**
   * Checks and trims an input; throws a `ToolValidationError` that names the field. A call on record has no moment: what it
   * needs of it stands in its input.
   */
  take(input: unknown, moment?: CallMoment): Invocation;
}

/** What the answers of all tools have in common. */
export const answerFields = {
  version: z.int().nonnegative().describe('The version of the plan after this call.'),
  assigned_ids: z.array(z.string()).describe('The ids of the steps that this call created.'),
} as const;
