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

/** A task that was planned elsewhere: by a model, or by another planner. */
export const GivenTask = z.object({
  /** The name by which other tasks' `dependsOn` refers to it. Without ids, tasks are counted from 1. */
  id: z.int().min(1).optional(),
  description: z.string().trim().min(1),
  /** A built-in or registered kind, in any spelling: `UnitTest`, `unit_test`. */
  kind: z.string().min(1).max(100).default('Processing'),
  attachments: z.array(GivenAttachment).readonly().default([]),
  dependsOn: z.array(z.int().min(1)).readonly().optional(),
  /** It was done before, and is completed from the start. */
  done: z.literal(true).optional(),
});
export type GivenTask = z.input<typeof GivenTask>;

/** What an executor, or a person, says about a task. */
export const ExecutorEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('TaskCompleted'), nodeId: NodeId, result: z.string() }),
  /** Nothing was done: a demo played it through. */
  z.object({ type: z.literal('TaskSimulated'), nodeId: NodeId, result: z.string() }),
  z.object({
    type: z.literal('TaskFailed'),
    nodeId: NodeId,
    error: z.string(),
    /** What kind of failure it was, for the retry policy: `timeout`, `unavailable` … */
    failureClass: z.string().min(1).optional(),
    /** The change of the task could not be merged. */
    conflict: MergeConflict.optional(),
  }),
  /** A coding agent has made a change that somebody is to approve. */
  z.object({ type: z.literal('ChangeProposed'), nodeId: NodeId, change: ProposedChange }),
  z.object({ type: z.literal('NeedsClarification'), nodeId: NodeId, question: z.string().trim().min(1) }),
  z.object({ type: z.literal('ClarificationProvided'), nodeId: NodeId, answer: z.string() }),
]);
export type ExecutorEvent = Readonly<z.infer<typeof ExecutorEvent>>;

const Reason = z.string().trim().min(1).optional();
/** The person who says so; the event that it leads to first names them. */
const By = z.string().min(1).max(256).optional();

const CommandSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('Initialize'),
    userInput: z.string().default(''),
    attachments: z.array(GivenAttachment).readonly().default([]),
    /** A plan made elsewhere, in the place of `userInput`. */
    tasks: z.array(GivenTask).readonly().optional(),
    /** What holds for all tasks, with a plan made elsewhere. */
    brief: Brief.optional(),
    /** Who read these tasks from `userInput`. */
    readBy: PlanReader.optional(),
    /** How the tasks are run; by default what the planner was made with. */
    policy: TaskPolicy.optional(),
  }),
  /** More tasks for a plan that has begun, also for one that has come to its end. Its policy holds for them as well. */
  z.object({
    type: z.literal('AddTasks'),
    userInput: z.string().default(''),
    attachments: z.array(GivenAttachment).readonly().default([]),
    tasks: z.array(GivenTask).readonly().optional(),
    brief: Brief.optional(),
    readBy: PlanReader.optional(),
    /** Kinds that were registered since the plan was made. */
    kinds: KindPolicies.optional(),
    /** Tasks that were there before and have to be done first. */
    after: z.array(NodeId).readonly().default([]),
  }),
  z.object({ type: z.literal('HandleExecutorEvent'), event: ExecutorEvent, by: By }),
  z.object({ type: z.literal('Continue') }),
  z.object({
    type: z.literal('CompactContext'),
    maxTokens: z.int().min(0),
    /** A summary made outside, by a model; without it one is made of the results themselves. */
    summary: z.string().optional(),
  }),
  z.object({ type: z.literal('CancelTask'), taskId: NodeId, reason: Reason, by: By }),
  z.object({ type: z.literal('CancelAll'), reason: Reason, by: By }),
  /** The delay of a scheduled attempt is over. */
  z.object({ type: z.literal('RetryTask'), taskId: NodeId, attempt: z.int().min(2) }),
  /** What was found out about criteria of acceptance, after the last task. */
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
  /** Changes tasks that have not begun, or has tasks carried out again that failed or were cancelled. */
  z.object({
    type: z.literal('ReviseTasks'),
    changes: z
      .array(
        z.object({
          taskId: NodeId,
          description: z.string().trim().min(1).optional(),
          kind: z.string().min(1).max(100).optional(),
          /** Those that the words name where it is left out. */
          attachments: z.array(GivenAttachment).readonly().optional(),
          dependsOn: z.array(z.int()).readonly().optional(),
        }),
      )
      .min(1)
      .readonly(),
    by: By,
  }),
  /** Approves or rejects the change of a task, exactly the one that the digest names. */
  z.object({
    type: z.literal('DecideChange'),
    taskId: NodeId,
    digest: z.string(),
    approved: z.boolean(),
    reason: Reason,
    by: By,
  }),
  /** Lets go on without a task what depends on it. */
  z.object({ type: z.literal('SkipTask'), taskId: NodeId, reason: Reason, by: By }),
  /** Begins a plan that was to be looked at first. */
  z.object({ type: z.literal('ApprovePlan'), by: By }),
  /** Says again what is due about a task that is under way: it was said in a journal that this one is a copy of. */
  z.object({ type: z.literal('Redispatch'), taskId: NodeId }),
]);

/** A command of the task planner. */
export type Command = z.input<typeof CommandSchema>;
/** A command that was checked, with its defaults filled in. */
export type CheckedCommand = z.output<typeof CommandSchema>;

/** The command, or an `InvalidCommand` that names every field at fault. */
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
