import type { TaskEvent } from '../../../../planners/tasks/facts.ts';
import type { Task } from '../../../../planners/tasks/planner-state.ts';
import type { Glyphs } from '../../terminal/glyphs.ts';
import type { Span } from '../../terminal/output.ts';
import { pluralize } from '../../terminal/pluralize.ts';

type Line = readonly Span[];

const LONGEST_SHOWN = 400;

/** The tasks of a plan, one or more lines each. */
export function taskLines(tasks: readonly Task[], { glyphs }: { glyphs: Glyphs }): Line[] {
  const width = `${tasks.at(-1)?.id ?? 1}`.length;
  return tasks.flatMap((task) => [
    [
      { text: `${signOf(task, glyphs)} ${`${task.id}`.padStart(width)}  `, ...styleOf(task) },
      { text: task.description },
      ...notesOf(task),
    ],
    ...resultLines(task.result ?? '', width + glyphs.step.done.length + 3),
  ]);
}

/** What an event is to somebody who watches; none when it says nothing new. */
export function eventLines(event: TaskEvent, task: Task | undefined, { glyphs }: { glyphs: Glyphs }): Line[] {
  const named = task ? `${task.id}  ${task.description}` : '';
  switch (event.type) {
    case 'TaskStatusUpdated':
      if (task === undefined) return [];
      return [
        [{ text: `${signOf(task, glyphs)} `, ...styleOf(task) }, { text: named }],
        ...resultLines(event.result ?? '', glyphs.step.done.length + `${task.id}`.length + 3),
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

function resultLines(result: string, indent: number): Line[] {
  if (result.trim() === '') return [];
  const shown = result.length > LONGEST_SHOWN ? `${result.slice(0, LONGEST_SHOWN)}…` : result;
  return shown
    .trimEnd()
    .split('\n')
    .slice(0, 8)
    .map((line) => [{ text: `${' '.repeat(indent)}${line}`, style: 'dim' }]);
}

function notesOf({ dependsOn = [], kind }: Task): Span[] {
  const notes = [
    ...(kind === 'Processing' ? [] : [kind === 'ToolCall' ? 'tool' : 'question']),
    ...(dependsOn.length > 0 ? [`after ${dependsOn.join(', ')}`] : []),
  ];
  return notes.length === 0 ? [] : [{ text: `  (${notes.join('; ')})`, style: 'dim' }];
}

function signOf({ status }: Task, { step }: Glyphs): string {
  switch (status) {
    case 'Completed':
      return step.done;
    case 'Running':
      return step.in_progress;
    case 'Failed':
    case 'NeedsClarification':
      return step.blocked;
    case 'Cancelled':
      return '-'.padEnd(step.pending.length);
    case 'Planned':
      return step.pending;
    default:
      return status satisfies never;
  }
}

function styleOf({ status }: Task): Pick<Span, 'style'> {
  switch (status) {
    case 'Completed':
      return { style: 'green' };
    case 'Failed':
      return { style: 'red' };
    case 'NeedsClarification':
      return { style: 'yellow' };
    case 'Running':
      return { style: 'bold' };
    default:
      return { style: 'dim' };
  }
}
