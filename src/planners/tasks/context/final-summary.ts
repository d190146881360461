import { criteriaOf, criteriaText } from '../run/acceptance-text.ts';
import type { Task } from '../state/planner-state.ts';
import type { TaskFold } from '../task-fold.ts';

const MAX_LISTED = 100;
const MAX_RESULT_LENGTH = 300;

/** The maximum length of a result in the summary of finished work. */
export const MAX_LENGTH_IN_CONTEXT = 2000;

/** The summary at the end of a plan: the number of finished tasks, the failures with reasons, and the results. */
export function finalSummary(fold: TaskFold): string {
  const tasks = fold.tasks();
  const { removed, contextSummary } = fold;
  const completed = tasks.filter(({ status }) => status === 'Completed');
  const failed = tasks.filter(({ status }) => status === 'Failed');
  const cancelled = tasks.filter(({ status }) => status === 'Cancelled');
  const simulated = tasks.filter(({ status }) => status === 'Simulated');
  const failures = removed.failed.length + failed.length;
  const notRun = removed.cancelled + cancelled.length;
  const done = removed.completed + completed.length;
  const played = (removed.simulated ?? 0) + simulated.length;
  const criteria = criteriaOf(fold);
  const head = [
    `${done} of ${done + failures + notRun + played} tasks done`,
    ...(played > 0 ? [`${played} simulated`] : []),
    ...(failures > 0 ? [`${failures} failed`] : []),
    ...(notRun > 0 ? [`${notRun} cancelled`] : []),
  ];
  return [
    `${head.join(', ')}.`,
    ...(criteria.length > 0 ? [criteriaText(criteria)] : []),
    ...(removed.failed.length > 0
      ? [
          `Failed earlier: ${listed(
            removed.failed.map((id) => `#${id}`),
            ', ',
          )}`,
        ]
      : []),
    ...section('Failed:', failed),
    ...section('Cancelled:', cancelled),
    ...(contextSummary === '' ? [] : [`Earlier:\n${contextSummary}`]),
    // At the end, open questions no longer matter.
    ...section(
      'Simulated, nothing was done:',
      simulated.map(({ result: _, ...task }) => task),
    ),
    ...section('Done:', completed),
  ].join('\n');
}

/** A finished task in one line of about `longest` characters. */
export function shownResult(task: Task, longest = MAX_RESULT_LENGTH): string {
  const { id, description, status, result = '' } = task;
  const outcome = task.done
    ? ' (was done before)'
    : status === 'Completed' || (status === 'Simulated' && result === '')
      ? ''
      : ` (${status.toLowerCase()})`;
  const text = oneLine(result, longest);
  return `#${id} ${oneLine(description, MAX_RESULT_LENGTH)}${outcome}${text === '' ? '' : `: ${text}`}`;
}

function section(title: string, tasks: readonly Task[]): string[] {
  return tasks.length === 0 ? [] : [title, listed(tasks.map(listedResult), '\n')];
}

/** A task below the title that says how it ended, with the beginning of its result: the whole of it is with the task. */
function listedResult(task: Task): string {
  const { id, description, result = '' } = task;
  const [first = '', ...rest] = result.trim().split(/\n\s*\n/u, 2);
  const text = oneLine(first, MAX_RESULT_LENGTH);
  const outcome = task.done ? ' (was done before)' : '';
  return `#${id} ${oneLine(description, MAX_RESULT_LENGTH)}${outcome}${text === '' ? '' : `: ${text}${rest.length > 0 ? ' …' : ''}`}`;
}

function listed(all: readonly string[], separator: string): string {
  const rest = all.length - MAX_LISTED;
  return [...all.slice(0, MAX_LISTED), ...(rest > 0 ? [`and ${rest} more`] : [])].join(separator);
}

function oneLine(text: string, longest: number): string {
  // Truncated before processing, because a result may be long.
  const line = text
    .slice(0, 4 * longest)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= longest && text.length <= 4 * longest) return line;
  // Does not split a surrogate pair.
  return `${line.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
