import type { Hud, SessionState, TasksView } from '../../api/contracts.ts';

export type Task = TasksView['tasks'][number];

/** How far a plan is, finished tasks that were summarised included. */
export interface Progress {
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
  readonly cancelled: number;
}

export function progressOf({ tasks, removed }: Pick<TasksView, 'tasks' | 'removed'>): Progress {
  const count = (status: Task['status']) => tasks.filter((task) => task.status === status).length;
  return {
    total: tasks.length + removed.completed + removed.cancelled + removed.failed.length,
    completed: count('Completed') + removed.completed,
    failed: count('Failed') + removed.failed.length,
    cancelled: count('Cancelled') + removed.cancelled,
  };
}

/** From when the first task began until the last one ended; `undefined` before anything ended. */
export function spanOf(times: TasksView['times']): number | undefined {
  const all = Object.values(times);
  const began = all.flatMap((time) => (time.began ? [Date.parse(time.began)] : []));
  const ended = all.flatMap((time) => (time.ended ? [Date.parse(time.ended)] : []));
  if (began.length === 0 || ended.length === 0) return undefined;
  const latest = ended.reduce((a, b) => Math.max(a, b));
  return Math.max(0, latest - began.reduce((a, b) => Math.min(a, b)));
}

/** A stretch of the list: tasks that are over and can be folded together, or one that is not. */
export type Stretch =
  | { readonly type: 'task'; readonly task: Task }
  | { readonly type: 'finished'; readonly tasks: readonly Task[] };

/** How many finished tasks in a row are still shown one by one. */
const SHOWN_IN_A_ROW = 12;

/** The tasks in their order, with long rows of finished ones folded. Failures stay in sight. */
export function stretchesOf(tasks: readonly Task[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let row: Task[] = [];
  const close = () => {
    if (row.length > SHOWN_IN_A_ROW) stretches.push({ type: 'finished', tasks: row });
    else stretches.push(...row.map((task) => ({ type: 'task', task }) as const));
    row = [];
  };
  for (const task of tasks) {
    if (task.status === 'Completed' || task.status === 'Cancelled') row.push(task);
    else {
      close();
      stretches.push({ type: 'task', task });
    }
  }
  close();
  return stretches;
}

/** Whether a task is under way: it runs, asks, or is about to be tried again. */
export function isUnderWay({ status, retry }: Task): boolean {
  return status === 'Running' || status === 'NeedsClarification' || retry !== undefined;
}

export function isFinished({ status }: Task): boolean {
  return status === 'Completed' || status === 'Failed' || status === 'Cancelled';
}

/** The first line of a task is what it is called; the rest are its details. */
export function titleAndDetails(description: string): { readonly title: string; readonly details: string } {
  const [title = '', ...rest] = description.trim().split('\n');
  return { title, details: rest.join('\n').trim() };
}

/** The question of a task that nobody has answered yet. */
export function openQuestion({ status, clarifications = [], description }: Task): string | undefined {
  if (status !== 'NeedsClarification') return undefined;
  return clarifications.findLast(({ answer }) => answer === undefined)?.question ?? description;
}

/** What whoever carries a task out says while it does. */
export function liveOutput(hud: Hud | null, taskId: number): string | undefined {
  const [, id, text] = /^Task (\d+): (.*)$/s.exec(hud?.label ?? '') ?? [];
  return id === String(taskId) ? text : undefined;
}

/**
 * Whether the tasks of a copy wait until somebody says that they go on. What they wait for was said in the session that it
 * is a copy of.
 */
export function isPausedCopy(
  { forkOf, standing, waiting }: Pick<SessionState, 'forkOf' | 'standing' | 'waiting'>,
  { completed, tasks }: Pick<TasksView, 'completed' | 'tasks'>,
): boolean {
  if (forkOf === null || completed || tasks.length === 0 || standing === 'working') return false;
  return waiting.every(({ seq }) => seq <= forkOf.at);
}
