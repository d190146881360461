import type { StepStatus, ViewBlock } from '../../../../harness/module/view-block.ts';
import type { TaskEvent } from '../../../../planners/tasks/facts.ts';
import type { Task } from '../../../../planners/tasks/planner-state.ts';
import { type StyledLine, span } from '../../terminal/output.ts';
import type { Terminal } from '../../terminal/paint.ts';
import { pluralize } from '../../terminal/pluralize.ts';
import { stepSign, stepStyles } from '../../terminal/step-sign.ts';

const LONGEST_SHOWN = 400;

/** The tasks of a plan that has not begun. */
export function plannedBlock(tasks: readonly Task[]): ViewBlock {
  const items = tasks.map(({ id, description, dependsOn = [], kind }) => ({
    id: `${id}`,
    title: description,
    status: 'pending' as const,
    dependsOn: dependsOn.map(String),
    notes: kind === 'Processing' ? [] : [kind === 'ToolCall' ? 'Tool' : 'Question'],
  }));
  return { type: 'steps', items };
}

/** What an event is to somebody who watches; none when it says nothing new. */
export function eventLines(event: TaskEvent, task: Task | undefined, terminal: Terminal): StyledLine[] {
  const named = task ? `${task.id}  ${task.description}` : '';
  switch (event.type) {
    case 'TaskStatusUpdated':
      if (task === undefined) return [];
      return [
        [
          span(`${stepSign(STATUSES[task.status], terminal)} `, ...stepStyles(STATUSES[task.status])),
          span(named),
        ],
        ...resultLines(event.result ?? '', (terminal.unicode ? 1 : 3) + `${task.id}`.length + 3),
      ];
    case 'TasksCancelled':
      return [[{ text: `- tasks ${event.taskIds.join(', ')}: ${event.reason}`, style: 'dim' }]];
    case 'TaskRetryScheduled':
      return [
        [{ text: `! ${named}`, style: 'yellow' }],
        ...resultLines(
          `${event.error}\nTried again in ${event.delayMs / 1000} s (attempt ${event.attempt}).`,
          2,
        ),
      ];
    case 'ClarificationRequested':
      // A task that is a question is read where it is asked.
      if (task?.kind === 'Clarification') return [];
      return [[{ text: '? ', style: 'yellow' }, { text: named }]];
    case 'ContextCompacted':
      return [
        [{ text: `Summarised ${pluralize(event.removedTaskIds.length, 'finished task')}.`, style: 'dim' }],
      ];
    case 'ClarificationReceived':
    case 'PlanningCompleted':
    case 'TaskDispatched':
    case 'TasksPlanned':
      return [];
    default:
      return event satisfies never;
  }
}

function resultLines(result: string, indent: number): StyledLine[] {
  if (result.trim() === '') return [];
  const shown = result.length > LONGEST_SHOWN ? `${result.slice(0, LONGEST_SHOWN)}…` : result;
  return shown
    .trimEnd()
    .split('\n')
    .slice(0, 8)
    .map((line) => [{ text: `${' '.repeat(indent)}${line}`, style: 'dim' }]);
}

const STATUSES: Readonly<Record<Task['status'], StepStatus>> = {
  Planned: 'pending',
  Running: 'running',
  NeedsClarification: 'waiting',
  Completed: 'done',
  Failed: 'failed',
  Cancelled: 'cancelled',
};
