import type { BlockAction, BlockForm, StepItem } from '../../../harness/module/view-block.ts';
import { DONE, FAILED, type TaskCall } from '../commands/task-commands.ts';
import { changeActions } from '../run/change-text.ts';
import type { Task } from '../state/planner-state.ts';
import { isFinished } from '../state/planner-state.ts';

type Offered = Pick<StepItem<TaskCall>, 'actions' | 'forms' | 'move'>;

/** The state of the plan around a task. */
export interface TaskSetting {
  /** The plan is under review. */
  readonly isHeld: boolean;
  /** Another task depends on it. */
  readonly isAwaited: boolean;
}

/** The commands offered for a task. */
export function offeredFor(task: Task, setting: TaskSetting): Offered {
  const { isHeld } = setting;
  const actions = actionsOf(task, setting);
  const isOpen = task.status === 'Planned' && !task.retry;
  return {
    ...(actions.length > 0 && { actions }),
    ...(isOpen && { forms: formsOf(task) }),
    ...(isOpen && isHeld && { move: { command: { type: 'task-move', taskId: task.id }, before: 'before' } }),
  };
}

function actionsOf(task: Task, { isHeld, isAwaited }: TaskSetting): readonly BlockAction<TaskCall>[] {
  const { id: taskId, status } = task;
  if (status === 'Failed' || status === 'Cancelled') {
    const again = {
      label: isHeld ? 'Put back' : 'Try again',
      command: { type: 'task-retry', taskId },
    } as const;
    if (isHeld) return [again];
    // Without dependents, leaving it as it is skips it.
    return [again, change(task), ...(isAwaited ? [skip(taskId, 'Skip')] : [])];
  }
  if (isFinished(task)) return [];
  if (isHeld) return [change(task), skip(taskId, 'Remove')];
  return [
    ...(status === 'Planned' && !task.retry ? [change(task), skip(taskId, 'Skip')] : []),
    ...(status === 'NeedsApproval' && task.change ? changeActions(taskId, task.change) : []),
    ...(status === 'Running' && task.change === undefined
      ? ([
          { label: 'Mark done', command: { type: 'task-complete', taskId, result: DONE }, edit: ['result'] },
          { label: 'Mark failed', command: { type: 'task-fail', taskId, error: FAILED }, edit: ['error'] },
        ] as const)
      : []),
    { label: 'Cancel task', command: { type: 'task-cancel', taskId } },
  ];
}

function change({ id: taskId, description, dependsOn = [] }: Task): BlockAction<TaskCall> {
  return {
    label: 'Change',
    command: { type: 'task-edit', taskId, description, dependsOn: [...dependsOn] },
    edit: ['description', 'dependsOn'],
  };
}

function skip(taskId: number, label: string): BlockAction<TaskCall> {
  return { label, command: { type: 'task-skip', taskId } };
}

function formsOf({ id: taskId }: Task): readonly BlockForm[] {
  return [
    { label: 'Split', form: { type: 'task-split', taskId } },
    { label: 'Insert before', form: { type: 'task-insert', before: taskId } },
  ];
}
