import { z } from 'zod';
import { PlannerError } from '../error.ts';
import {
  Brief,
  CheckedCriterion,
  KindPolicies,
  MergeConflict,
  PlanReader,
  ProposedChange,
  TaskAttachment,
  TaskPolicy,
} from '../facts.ts';

const NodeId = z.int();

const GivenAttachment = z
  .object({ ...TaskAttachment.shape, label: z.string().optional(), mentioned: z.literal(true).optional() })
  .transform(({ kind, label, mentioned }) => ({
    kind,
    ...(label !== undefined && { label }),
    ...(mentioned && { mentioned }),
  }));

/** A task planned elsewhere: by a model, or by another planner. */
export const GivenTask = z.object({
  /** The id that other tasks use in `dependsOn`. Without ids, tasks are numbered from 1. */
  id: z.int().min(1).optional(),
  description: z.string().trim().min(1),
  /** A built-in or registered kind, in any spelling: `UnitTest`, `unit_test`. */
  kind: z.string().min(1).max(100).default('Processing'),
  attachments: z.array(GivenAttachment).readonly().default([]),
  dependsOn: z.array(z.int().min(1)).readonly().optional(),
  /** Already done: completed from the start. */
  done: z.literal(true).optional(),
});
export type GivenTask = z.input<typeof GivenTask>;

/** The outcome of a task, reported by an executor or a person. */
export const ExecutorEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('TaskCompleted'), nodeId: NodeId, result: z.string() }),
  /** Simulated by a demo; nothing was done. */
  z.object({ type: z.literal('TaskSimulated'), nodeId: NodeId, result: z.string() }),
  z.object({
    type: z.literal('TaskFailed'),
    nodeId: NodeId,
    error: z.string(),
    /** The class of the failure, for the retry policy: `timeout`, `unavailable` … */
    failureClass: z.string().min(1).optional(),
    /** The change of the task could not be merged. */
    conflict: MergeConflict.optional(),
  }),
  /** A coding agent made a change that needs approval. */
  z.object({ type: z.literal('ChangeProposed'), nodeId: NodeId, change: ProposedChange }),
  z.object({ type: z.literal('NeedsClarification'), nodeId: NodeId, question: z.string().trim().min(1) }),
  z.object({ type: z.literal('ClarificationProvided'), nodeId: NodeId, answer: z.string() }),
]);
export type ExecutorEvent = Readonly<z.infer<typeof ExecutorEvent>>;

const Reason = z.string().trim().min(1).optional();
/** The person who reports it, recorded in the resulting event. */
const By = z.string().min(1).max(256).optional();

const CommandSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('Initialize'),
    userInput: z.string().default(''),
    attachments: z.array(GivenAttachment).readonly().default([]),
    /** A plan made elsewhere, instead of `userInput`. */
    tasks: z.array(GivenTask).readonly().optional(),
    /** The brief of a plan made elsewhere. */
    brief: Brief.optional(),
    /** What turned `userInput` into these tasks. */
    readBy: PlanReader.optional(),
    /** How tasks are run. Default: the policy of the planner. */
    policy: TaskPolicy.optional(),
  }),
  /** Adds tasks to a plan, even to one that has ended. Its policy applies to them too. */
  z.object({
    type: z.literal('AddTasks'),
    userInput: z.string().default(''),
    attachments: z.array(GivenAttachment).readonly().default([]),
    tasks: z.array(GivenTask).readonly().optional(),
    brief: Brief.optional(),
    readBy: PlanReader.optional(),
    /** Kinds that were registered after the plan was made. */
    kinds: KindPolicies.optional(),
    /** Existing tasks to complete first. */
    after: z.array(NodeId).readonly().default([]),
  }),
  z.object({ type: z.literal('HandleExecutorEvent'), event: ExecutorEvent, by: By }),
  z.object({ type: z.literal('Continue') }),
  z.object({
    type: z.literal('CompactContext'),
    maxTokens: z.int().min(0),
    /** A summary made outside, by a model. Default: a summary of the results themselves. */
    summary: z.string().optional(),
  }),
  z.object({ type: z.literal('CancelTask'), taskId: NodeId, reason: Reason, by: By }),
  z.object({ type: z.literal('CancelAll'), reason: Reason, by: By }),
  /** The delay before a scheduled attempt is over. */
  z.object({ type: z.literal('RetryTask'), taskId: NodeId, attempt: z.int().min(2) }),
  /** Verdicts on acceptance criteria, after the last task. */
  z.object({
    type: z.literal('CheckAcceptance'),
    results: z
      .array(
        z
          .object({ ...CheckedCriterion.shape, reason: z.string().optional() })
          .transform(({ criterion, verdict, reason }) => ({
            criterion,
            verdict,
            ...(reason !== undefined && { reason }),
          })),
      )
      .min(1)
      .readonly(),
    by: By,
  }),
  /** Changes tasks that have not started, or retries failed and cancelled ones. */
  z.object({
    type: z.literal('ReviseTasks'),
    changes: z
      .array(
        z.object({
          taskId: NodeId,
          description: z.string().trim().min(1).optional(),
          kind: z.string().min(1).max(100).optional(),
          /** Default: those that the text names. */
          attachments: z.array(GivenAttachment).readonly().optional(),
          dependsOn: z.array(z.int()).readonly().optional(),
        }),
      )
      .min(1)
      .readonly(),
    by: By,
  }),
  /** Approves or rejects the change of a task, identified by its digest. */
  z.object({
    type: z.literal('DecideChange'),
    taskId: NodeId,
    digest: z.string(),
    approved: z.boolean(),
    reason: Reason,
    by: By,
  }),
  /** Skips a task, so that dependent tasks continue. */
  z.object({ type: z.literal('SkipTask'), taskId: NodeId, reason: Reason, by: By }),
  /** Starts a plan that was under review. */
  z.object({ type: z.literal('ApprovePlan'), by: By }),
  /** Repeats the pending event of a running task in a copied journal. */
  z.object({ type: z.literal('Redispatch'), taskId: NodeId }),
]);

/** A command of the task planner. */
export type Command = z.input<typeof CommandSchema>;
/** A validated command, with its defaults. */
export type CheckedCommand = z.output<typeof CommandSchema>;

/** The validated command; throws an `InvalidCommand` that names every invalid field. */
export function checkedCommand(command: unknown): CheckedCommand {
  const { data, error } = CommandSchema.safeParse(command);
  if (data !== undefined) return data;
  throw new PlannerError('InvalidCommand', {
    summary: `The command is not valid: ${error.issues
      .slice(0, 5)
      .map(({ path, message }) => `${path.join('.') || 'command'}: ${message}`)
      .join('; ')}.`,
    fix: 'Nothing has changed. Correct these fields.',
  });
}
