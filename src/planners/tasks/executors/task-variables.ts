import { EMPTY_BRIEF, isEmptyBrief } from '../plan/merge-brief.ts';
import type { ExecutableTask } from './executor.ts';

/** The system takes no variable that is longer than 128 KiB, and all of them together have a limit too. */
const LONGEST = 16 * 1024;

/**
 * What a program is told about the task that it runs for, as variables: the task in words, and what holds for all of
 * them, each by itself as text and all together as JSON.
 */
export function taskVariables({
  id,
  kind,
  parameters,
  brief = EMPTY_BRIEF,
  context,
}: ExecutableTask): Record<string, string> {
  const { objective, constraints, background, acceptance } = brief;
  const given: Readonly<Record<string, string>> = {
    WAYFOLD_TASK_ID: `${id}`,
    WAYFOLD_TASK_KIND: kind,
    WAYFOLD_TASK_TEXT: parameters,
    WAYFOLD_TASK_OBJECTIVE: objective ?? '',
    WAYFOLD_TASK_CONSTRAINTS: constraints.join('\n'),
    WAYFOLD_TASK_BACKGROUND: background.join('\n'),
    WAYFOLD_TASK_ACCEPTANCE: acceptance.join('\n'),
    WAYFOLD_TASK_CONTEXT: context,
  };
  const told = Object.entries(given)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => [name, fitting(value)] as const);
  const json = JSON.stringify(brief);
  return {
    ...Object.fromEntries(told),
    ...(!isEmptyBrief(brief) && json.length <= LONGEST && { WAYFOLD_TASK_BRIEF: json }),
  };
}

/** No program can be started with a NUL in a variable. */
function fitting(value: string): string {
  return value.replaceAll('\0', '').slice(0, LONGEST).toWellFormed();
}
