import { z } from 'zod';
import { DecisionError } from '../../../harness/error.ts';
import { refuse } from '../../../harness/module/refusal.ts';
import { ConflictError } from '../../../kernel/error.ts';
import type { CheckedCriterion, TaskEvent } from '../facts.ts';
import { Planner } from '../handler.ts';
import type { TasksState } from '../session-fold.ts';
import { placedBefore } from '../state/task-order.ts';
import type { Command, ExecutorEvent } from './command.ts';
import { describedTask } from './revise-tasks.ts';

const MAX_TEXT_LENGTH = 200_000;
const TaskId = z.int().min(1).meta({ title: 'Task', step: true });
const Text = z.string().min(1).max(MAX_TEXT_LENGTH);

/** Reports a task as done, with its result. */
export const CompleteInput = z.strictObject({
  taskId: TaskId,
  result: z.string().max(MAX_TEXT_LENGTH).meta({ title: 'Result', multiline: true }),
});

/** Reports a task as failed, with the reason. */
export const FailInput = z.strictObject({
  taskId: TaskId,
  error: Text.meta({ title: 'Error', multiline: true }),
});

/** Reports a task as blocked by a question. */
export const AskInput = z.strictObject({
  taskId: TaskId,
  question: Text.meta({ title: 'Question', multiline: true }),
});

/** The answer to the question of a task. */
export const AnswerInput = z.strictObject({
  taskId: TaskId,
  answer: Text.meta({ title: 'Answer', multiline: true }),
});

/** Cancels a task. */
export const CancelInput = z.strictObject({
  taskId: TaskId,
  reason: Text.meta({ title: 'Reason' }).exactOptional(),
});

/** A person's verdict on an acceptance criterion. */
export const CheckInput = z.strictObject({
  criterion: z.string().min(1).meta({ title: 'Criterion' }),
  met: z.boolean().meta({ title: 'It is met' }),
  reason: Text.meta({ title: 'Reason', multiline: true }).exactOptional(),
});

const Digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ title: 'Digest' });

/** Approves the change with this digest. */
export const ApproveInput = z.strictObject({ taskId: TaskId, digest: Digest });

/** Rejects a change, with the reason. */
export const RejectInput = z.strictObject({
  taskId: TaskId,
  digest: Digest,
  reason: Text.meta({ title: 'Reason', multiline: true }).exactOptional(),
});

const Kind = z.string().min(1).max(100).meta({ title: 'Kind' });
const DependsOn = z
  .array(z.int().min(1))
  .meta({ title: 'After', description: 'The tasks that have to be done first.', step: true });

/** Changes a task that has not started, or retries it with changes. */
export const EditInput = z.strictObject({
  taskId: TaskId,
  description: Text.meta({ title: 'What to do', multiline: true }).exactOptional(),
  kind: Kind.exactOptional(),
  dependsOn: DependsOn.exactOptional(),
});

/** A task to retry or skip. */
export const TaskInput = z.strictObject({ taskId: TaskId });

/** A new task, before or after existing ones. */
export const InsertInput = z.strictObject({
  description: Text.meta({ title: 'What to do', multiline: true }),
  kind: Kind.exactOptional(),
  before: TaskId.meta({
    title: 'Before',
    step: true,
    description: 'The task that waits for it. Without one it comes last.',
  }).exactOptional(),
  dependsOn: DependsOn.exactOptional(),
});

/** A new position for a task in a plan that has not started. */
export const MoveInput = z.strictObject({
  taskId: TaskId,
  before: TaskId.meta({
    title: 'Before',
    step: true,
    description: 'The task that it comes before. Without one it comes last.',
  }).exactOptional(),
});

/** The consecutive parts of a task. */
export const SplitInput = z.strictObject({
  taskId: TaskId,
  parts: z.array(Text).min(2).max(50).meta({ title: 'Parts', description: 'Done one after the other.' }),
});

/** Continuing takes no input. */
export const ContinueInput = z.strictObject({});

/** A command about a task, as used in buttons and options. */
export type TaskCall =
  | ({ readonly type: 'task-complete' } & Readonly<z.output<typeof CompleteInput>>)
  | ({ readonly type: 'task-fail' } & Readonly<z.output<typeof FailInput>>)
  | ({ readonly type: 'task-answer' } & Readonly<z.output<typeof AnswerInput>>)
  | ({ readonly type: 'task-cancel' } & Readonly<z.output<typeof CancelInput>>)
  | ({ readonly type: 'task-edit' } & Readonly<z.output<typeof EditInput>>)
  | ({ readonly type: 'task-retry' | 'task-skip' } & Readonly<z.output<typeof TaskInput>>)
  | ({ readonly type: 'task-move' } & Readonly<z.output<typeof MoveInput>>)
  | ({ readonly type: 'task-approve' } & Readonly<z.output<typeof ApproveInput>>)
  | ({ readonly type: 'task-reject' } & Readonly<z.output<typeof RejectInput>>)
  | { readonly type: 'begin' }
  | ({ readonly type: 'check-criterion' } & Readonly<z.output<typeof CheckInput>>)
  | { readonly type: 'continue' };

/** The default result of a task. */
export const DONE = 'Done.';
/** The default reason of a failed task. */
export const FAILED = 'It failed.';

/** The events of a command. The session is not changed. */
export function decided({ plan }: Pick<TasksState, 'plan'>, command: Command): readonly TaskEvent[] {
  return Planner.on(plan.draft()).process(command);
}

/** The events of an outcome or an answer. Of several people who report on a task, the first one counts. */
export function settled(
  state: Pick<TasksState, 'plan'>,
  event: ExecutorEvent,
  by: string,
): readonly TaskEvent[] {
  const events = decided(state, { type: 'HandleExecutorEvent', event, by });
  if (events.length > 0) return events;
  throw refuse(
    new ConflictError({
      summary: `Task ${event.nodeId} has finished, or is waiting for something else.`,
      fix: 'Nothing was appended. Check the current tasks.',
    }),
  );
}

/**
 * The events of a decision about a change. Of several decisions one takes effect, and it applies to the change with its
 * digest.
 */
export function decidedChange(
  state: Pick<TasksState, 'plan'>,
  decision: {
    readonly taskId: number;
    readonly digest: string;
    readonly approved: boolean;
    readonly reason?: string;
  },
  by: string,
): readonly TaskEvent[] {
  const { taskId, digest } = decision;
  const task = state.plan.task(taskId);
  if (task?.change && task.change.digest !== digest) {
    throw refuse(
      new DecisionError('digest-mismatch', {
        summary: `The change of task ${taskId} has the digest ${task.change.digest}, not ${digest}.`,
        fix: 'Nothing was appended. Read the change again, then decide.',
      }),
    );
  }
  // Repeating it has no effect.
  if (task?.change?.approved && decision.approved) return [];
  return decided(state, { type: 'DecideChange', ...decision, by });
}

/** The events of a verdict on a criterion. Refused before the end of the plan. */
export function checkedCriterion(
  state: Pick<TasksState, 'plan'>,
  result: Omit<CheckedCriterion, 'reason'> & { readonly reason?: string | undefined },
  by: string,
): readonly TaskEvent[] {
  const { reason, ...rest } = result;
  const results = [{ ...rest, ...(reason !== undefined && { reason }) }];
  if (state.plan.completed) return decided(state, { type: 'CheckAcceptance', results, by });
  throw refuse('The plan has not ended.', { fix: 'Check the criteria after all tasks have ended.' });
}

/**
 * Inserts a task into a plan. A task to be done before another becomes its dependency; in a plan that has not started
 * it also takes its position.
 */
export function inserted(
  { plan }: Pick<TasksState, 'plan'>,
  { description, kind, before, dependsOn = [] }: z.output<typeof InsertInput>,
  by: string,
): readonly TaskEvent[] {
  const draft = plan.draft();
  const planner = Planner.on(draft);
  const needed = before === undefined ? [] : (plan.task(before)?.dependsOn ?? []);
  const after = [...new Set([...needed, ...dependsOn])];
  const task = { ...describedTask(description, plan.policy.kinds), ...(kind !== undefined && { kind }) };
  const added = planner.process({ type: 'AddTasks', tasks: [task], after });
  if (before === undefined) return added;
  const changes = [{ taskId: before, dependsOn: [...needed, plan.nextId] }];
  const revised = planner.process({ type: 'ReviseTasks', changes, by });
  const moved = plan.held ? placedBefore(planner, draft, { ids: [plan.nextId], before }, by) : [];
  return [...added, ...revised, ...moved];
}

/**
 * Splits a task into consecutive parts. Tasks that depended on it depend on the last part. In a plan that has not
 * started, the parts stay together.
 */
export function split(
  { plan }: Pick<TasksState, 'plan'>,
  { taskId, parts: [first = '', ...others] }: z.output<typeof SplitInput>,
  by: string,
): readonly TaskEvent[] {
  const draft = plan.draft();
  const planner = Planner.on(draft);
  const last = plan.nextId + others.length - 1;
  const waiting = plan.tasks().filter(({ dependsOn = [] }) => dependsOn.includes(taskId));
  const tasks = others.map((part, at) => ({
    ...describedTask(part, plan.policy.kinds),
    ...(at > 0 && { dependsOn: [at] }),
  }));
  const changes = waiting.map(({ id, dependsOn = [] }) => ({
    taskId: id,
    dependsOn: dependsOn.map((each) => (each === taskId ? last : each)),
  }));
  const events = [
    ...planner.process({ type: 'ReviseTasks', changes: [{ taskId, description: first }], by }),
    ...planner.process({ type: 'AddTasks', tasks, after: [taskId] }),
    ...(changes.length === 0 ? [] : planner.process({ type: 'ReviseTasks', changes, by })),
  ];
  if (!plan.held) return events;
  const ids = others.map((_, at) => plan.nextId + at);
  const before = plan.tasks().find(({ id, status }) => id > taskId && status !== 'Completed')?.id;
  return [...events, ...placedBefore(planner, draft, { ids, before }, by)];
}

/** Continues a plan. In a copy, pending events were recorded in the original journal, so they are repeated here. */
export function continued({ plan, traces }: TasksState, nativeFrom: number): readonly TaskEvent[] {
  const planner = Planner.on(plan.draft());
  const inCopy =
    nativeFrom > 1 ? plan.underWay().filter(({ id }) => (traces.get(id)?.seq ?? 0) < nativeFrom) : [];
  const again = inCopy
    .toSorted((a, b) => a.id - b.id)
    .flatMap(({ id }) => planner.process({ type: 'Redispatch', taskId: id }));
  return [...again, ...planner.process({ type: 'Continue' })];
}

/**
 * Whether a plan needs to be continued explicitly, because its pending events are in the original of a copy, or were
 * lost with a truncated journal.
 */
export function isHalted({ plan, traces }: TasksState, nativeFrom: number): boolean {
  if (plan.completed || plan.unfinished === 0) return false;
  const underWay = plan.underWay();
  return underWay.every(({ id }) => (traces.get(id)?.seq ?? 0) < nativeFrom);
}
