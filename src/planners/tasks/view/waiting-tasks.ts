import type { WaitingItem } from '../../../harness/module/waiting-item.ts';
import { DONE, FAILED, type TaskCall } from '../commands/task-commands.ts';
import type { Brief, TaskKind } from '../facts.ts';
import { briefText } from '../plan/brief-text.ts';
import { changeChoices, changeSize, changeText } from '../run/change-text.ts';
import type { TasksState } from '../session-fold.ts';
import type { Task } from '../state/planner-state.ts';

/** The reason why a task waits, as plain data. */
export type TaskWaiting =
  | { readonly type: 'task-question'; readonly taskId: number; readonly question: string }
  | {
      readonly type: 'task-change';
      readonly taskId: number;
      readonly digest: string;
      readonly branch: string;
      readonly files: readonly string[];
    }
  | { readonly type: 'plan-review' }
  | { readonly type: 'task-outcome'; readonly taskId: number; readonly description: string };

/** The kinds of tasks that are carried out without a person. */
export type CarriedOut = ReadonlySet<TaskKind>;

/** The waiting item of a task, with the id `task-` and the task's number. */
export type TaskWaitingItem = WaitingItem<TaskCall, Partial<TaskCall> & Pick<TaskCall, 'type'>> & {
  readonly seq: number;
  readonly data: TaskWaiting;
};

/** The waiting items of tasks, in the order of the plan: questions, and tasks for a person. */
export function waitingTasks(
  { plan, traces, plannedAt }: TasksState,
  carriedOut: CarriedOut,
): readonly TaskWaitingItem[] {
  if (plan.held) return [{ ...HELD, seq: plannedAt }];
  return plan
    .underWay()
    .toSorted((a, b) => a.id - b.id)
    .flatMap((task) => {
      const seq = traces.get(task.id)?.seq ?? 0;
      if (task.status === 'NeedsClarification') return [questionItem(task, seq)];
      if (task.status === 'NeedsApproval') return changeItems(task, seq);
      return isForPerson(task, carriedOut) ? [outcomeItem(task, seq, plan.brief)] : [];
    });
}

const HELD: Omit<TaskWaitingItem, 'seq'> = {
  id: 'plan',
  text: 'The plan is waiting for approval.',
  options: [{ id: 'begin', label: 'Begin', command: { type: 'begin' } }],
  data: { type: 'plan-review' },
};

/** Whether a person must carry out a task and report the outcome. */
export function isForPerson({ status, kind, change }: Task, carriedOut: CarriedOut): boolean {
  return status === 'Running' && !carriedOut.has(kind) && change === undefined;
}

/** The unanswered question of a task. */
export function openQuestion({ description, clarifications = [] }: Task): string {
  return clarifications.findLast(({ answer }) => answer === undefined)?.question ?? description;
}

function questionItem(task: Task, seq: number): TaskWaitingItem {
  const { id: taskId } = task;
  const question = openQuestion(task);
  return {
    id: `task-${taskId}`,
    seq,
    text: `Task ${taskId} asks: ${question}`,
    form: { type: 'task-answer', taskId },
    data: { type: 'task-question', taskId, question },
  };
}

function changeItems({ id: taskId, change }: Task, seq: number): readonly TaskWaitingItem[] {
  if (change === undefined) return [];
  const { digest, branch, files } = change;
  return [
    {
      id: `task-${taskId}`,
      seq,
      text: `Task ${taskId} proposes a change: ${changeSize(change)}. Approve it?`,
      details: changeText(change),
      options: changeChoices(taskId, change),
      form: { type: 'task-reject', taskId, digest },
      data: { type: 'task-change', taskId, digest, branch, files: files.map(({ path }) => path) },
    },
  ];
}

const REPORT = 'Type the result, or mark the task failed.';

function outcomeItem({ id: taskId, description }: Task, seq: number, brief: Brief): TaskWaitingItem {
  const about = briefText(brief);
  return {
    id: `task-${taskId}`,
    seq,
    text: `Task ${taskId} needs you: ${description}`,
    details: [REPORT, ...(about === '' ? [] : [about])].join('\n\n'),
    options: [
      { id: 'done', label: 'Mark done', command: { type: 'task-complete', taskId, result: DONE } },
      {
        id: 'failed',
        label: 'Mark failed',
        command: { type: 'task-fail', taskId, error: FAILED },
        edit: ['error'],
      },
      { id: 'cancel', label: 'Cancel task', command: { type: 'task-cancel', taskId } },
    ],
    form: { type: 'task-complete', taskId },
    data: { type: 'task-outcome', taskId, description },
  };
}
