import { z } from 'zod';
import type { ToolInvoked } from '../../kernel/session/facts.ts';
import type { ClaimStep, LinkSteps } from '../graph/graph-changes.ts';
import type { AddStep, ClearPlan, MarkStep, SetupPlan, UpdateStep } from '../plan/commands.ts';
import type { Plan, PlanStep } from '../plan/plan.ts';

/** The value that a tool returns, by kind: the accepted command, or the plan that was read. */
export type ToolValue =
  | SetupPlan
  | AddStep
  | UpdateStep
  | MarkStep
  | ClearPlan
  | LinkSteps
  | ClaimStep
  | Plan;

/** A tested example call: the plan is that of the tool's `setup` example, or none. */
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
  /** The input on the wire: snake_case, no other keys. */
  readonly inputSchema: z.ZodObject;
  /** The output on the wire. */
  readonly outputSchema: z.ZodObject;
  readonly examples: readonly ToolExample[];
  readonly annotations: { readonly readOnly: boolean; readonly destructive: boolean };
}

/** What a call reports about the plan it has changed. */
interface ChangeReport {
  readonly value: ToolValue;
  readonly message: string;
  readonly assignedIds?: readonly string[];
  readonly step?: PlanStep;
  /** The fields of the output besides version and ids. */
  readonly output: Readonly<Record<string, unknown>>;
}

/** What is recorded about a call besides its input. */
export type OnRecord = Pick<ToolInvoked, 'assigned' | 'plan'> & {
  /** The call was made before: what it named existed then, and may have been erased since. */
  readonly isRecorded?: boolean;
};

/** A validated input. */
export interface Invocation {
  /** The trimmed input on the wire: what is recorded, and applied again when the journal is folded. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Pure. Throws if the plan does not allow it. New steps and plans get the recorded ids and number. */
  change(plan: Plan | undefined, record: OnRecord): Plan;
  /** The steps that the call created. */
  madeIn?(plan: Plan): readonly PlanStep[];
  tell(plan: Plan): ChangeReport;
}

/** Who makes a call, and when. */
export interface CallMoment {
  readonly by?: string | undefined;
  /** The caller's names for claiming steps, if it is an agent: it leaves alone what others hold. */
  readonly agents?: readonly string[] | undefined;
  /** ISO 8601. */
  readonly at: string;
}

/** A tool, independent of any session. */
export interface ToolDefinition extends ToolDescription {
  /**
   * Validates and trims an input; throws a `ToolValidationError` that names the field. A recorded call has no
   * moment: its input contains what it needs.
   */
  take(input: unknown, moment?: CallMoment): Invocation;
}

/** The fields that all outputs share. */
export const answerFields = {
  version: z.int().nonnegative().describe('The version of the plan after this call.'),
  assigned_ids: z.array(z.string()).describe('The ids of the steps that this call created.'),
} as const;
