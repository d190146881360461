import type { BlockAction, BlockForm, StepItem } from '../../../harness/module/view-block.ts';
import { DONE, FAILED, type TaskCall } from '../commands/task-commands.ts';
import { changeActions } from '../run/change-text.ts';
import type { Task } from '../state/planner-state.ts';
import { isFinished } from '../state/planner-state.ts';

type Offered = Pick<StepItem<TaskCall>, 'actions' | 'forms' | 'move'>;

/** What can be done about a task. `isHeld`: the plan is looked at before it begins. */
export function offeredFor(task: Task, isHeld: boolean): Offered {
  const actions = actionsOf(task, isHeld);
  const isOpen = task.status === 'Planned' && !task.retry;
  return {
    ...(actions.length > 0 && { actions }),
    ...(isOpen && { forms: formsOf(task) }),
    ...(isOpen && isHeld && { move: { command: { type: 'task-move', taskId: task.id }, before: 'before' } }),
  };
}

function actionsOf(task: Task, isHeld: boolean): readonly BlockAction<TaskCall>[] {
  const { id: taskId, status } = task;
  if (status === 'Failed' || status === 'Cancelled') {
    const again = {
      label: isHeld ? 'Put back' : 'Try again',
      command: { type: 'task-retry', taskId },
    } as const;
    return isHeld ? [again] : [again, change(task), skip(taskId, 'Skip')];
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
