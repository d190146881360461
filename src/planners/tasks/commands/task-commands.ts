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

const LONGEST_TEXT = 200_000;
const TaskId = z.int().min(1).meta({ title: 'Task', step: true });
const Text = z.string().min(1).max(LONGEST_TEXT);

/** That a task is done, and what came of it. */
export const CompleteInput = z.strictObject({
  taskId: TaskId,
  result: z.string().max(LONGEST_TEXT).meta({ title: 'Result', multiline: true }),
});

/** That a task failed, and why. */
export const FailInput = z.strictObject({
  taskId: TaskId,
  error: Text.meta({ title: 'Error', multiline: true }),
});

/** What has to be known before a task can be done. */
export const AskInput = z.strictObject({
  taskId: TaskId,
  question: Text.meta({ title: 'Question', multiline: true }),
});

/** The answer to the question of a task. */
export const AnswerInput = z.strictObject({
  taskId: TaskId,
  answer: Text.meta({ title: 'Answer', multiline: true }),
});

/** That a task is not wanted any more. */
export const CancelInput = z.strictObject({
  taskId: TaskId,
  reason: Text.meta({ title: 'Reason' }).exactOptional(),
});

/** Whether a criterion of acceptance holds, by somebody who has looked. */
export const CheckInput = z.strictObject({
  criterion: z.string().min(1).meta({ title: 'Criterion' }),
  met: z.boolean().meta({ title: 'It is met' }),
  reason: Text.meta({ title: 'Reason', multiline: true }).exactOptional(),
});

const Digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ title: 'Digest' });

/** That a change is approved: exactly the one that the digest names. */
export const ApproveInput = z.strictObject({ taskId: TaskId, digest: Digest });

/** That a change is rejected, and why. */
export const RejectInput = z.strictObject({
  taskId: TaskId,
  digest: Digest,
  reason: Text.meta({ title: 'Reason', multiline: true }).exactOptional(),
});

const Kind = z.string().min(1).max(100).meta({ title: 'Kind' });
const DependsOn = z
  .array(z.int().min(1))
  .meta({ title: 'After', description: 'The tasks that have to be done first.', step: true });

/** What is different about a task that has not begun, or that is carried out again. */
export const EditInput = z.strictObject({
  taskId: TaskId,
  description: Text.meta({ title: 'What to do', multiline: true }).exactOptional(),
  kind: Kind.exactOptional(),
  dependsOn: DependsOn.exactOptional(),
});

/** A task that is carried out again, or left out. */
export const TaskInput = z.strictObject({ taskId: TaskId });

/** Another task, before or after those there are. */
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

/** Another place for a task of a plan that has not begun. */
export const MoveInput = z.strictObject({
  taskId: TaskId,
  before: TaskId.meta({
    title: 'Before',
    step: true,
    description: 'The task that it comes before. Without one it comes last.',
  }).exactOptional(),
});

/** A task in parts, one after the other. */
export const SplitInput = z.strictObject({
  taskId: TaskId,
  parts: z.array(Text).min(2).max(50).meta({ title: 'Parts', description: 'Done one after the other.' }),
});

/** Nothing needs to be said to go on. */
export const ContinueInput = z.strictObject({});

/** A command about a task, as buttons and options carry it. */
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

/** What a task is said to have come to when nobody says more. */
export const DONE = 'Done.';
/** Why a task is said to have failed when nobody says more. */
export const FAILED = 'It failed.';

/** What a command leads to. The session stays as it is. */
export function decided({ plan }: Pick<TasksState, 'plan'>, command: Command): readonly TaskEvent[] {
  return Planner.on(plan.draft()).process(command);
}

/** What an outcome or an answer leads to. Of several people who tell of a task, one is heard. */
export function settled(
  state: Pick<TasksState, 'plan'>,
  event: ExecutorEvent,
  by: string,
): readonly TaskEvent[] {
  const events = decided(state, { type: 'HandleExecutorEvent', event, by });
  if (events.length > 0) return events;
  throw refuse(
    new ConflictError({
      summary: `Task ${event.nodeId} has finished, or waits for something else.`,
      fix: 'Nothing was appended. Look at the tasks as they are.',
    }),
  );
}

/** What a decision about a change leads to. Of several one stands, and it is about the change that was looked at. */
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
        fix: 'Nothing was appended. Look at the change again, then decide.',
      }),
    );
  }
  // Said twice, it holds once.
  if (task?.change?.approved && decision.approved) return [];
  return decided(state, { type: 'DecideChange', ...decision, by });
}

/** What is said of a criterion. Before the end of the plan nobody can tell. */
export function checkedCriterion(
  state: Pick<TasksState, 'plan'>,
  result: Omit<CheckedCriterion, 'reason'> & { readonly reason?: string | undefined },
  by: string,
): readonly TaskEvent[] {
  const { reason, ...rest } = result;
  const results = [{ ...rest, ...(reason !== undefined && { reason }) }];
  if (state.plan.completed) return decided(state, { type: 'CheckAcceptance', results, by });
  throw refuse('The plan has not come to its end.', { fix: 'Check the criteria when all tasks have ended.' });
}

/**
 * Puts a task into a plan. One that is to be done before another makes that wait for it; in a plan that has not begun it
 * also takes its place.
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
  const placed = plan.held ? placedBefore(planner, draft, { ids: [plan.nextId], before }, by) : [];
  return [...added, ...revised, ...placed];
}

/**
 * Makes several tasks of one, one after the other. What waited for it waits for the last of them. In a plan that has not
 * begun they stand together.
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

/** Goes on with a plan. What is due in a copy was said in the journal it is a copy of, and is said again here. */
export function continued({ plan, traces }: TasksState, nativeFrom: number): readonly TaskEvent[] {
  const planner = Planner.on(plan.draft());
  const inCopy =
    nativeFrom > 1 ? plan.underWay().filter(({ id }) => (traces.get(id)?.seq ?? 0) < nativeFrom) : [];
  const again = inCopy
    .toSorted((a, b) => a.id - b.id)
    .flatMap(({ id }) => planner.process({ type: 'Redispatch', taskId: id }));
  return [...again, ...planner.process({ type: 'Continue' })];
}

/** Whether a plan waits for somebody to say that it goes on: what is due in a copy, or what a cut journal left undone. */
export function isHalted({ plan, traces }: TasksState, nativeFrom: number): boolean {
  if (plan.completed || plan.unfinished === 0) return false;
  const underWay = plan.underWay();
  return underWay.every(({ id }) => (traces.get(id)?.seq ?? 0) < nativeFrom);
}
