import { EMPTY_BRIEF, isEmptyBrief } from '../../plan/merge-brief.ts';
import type { ExecutableTask } from '../executor.ts';

/** The system limits a variable to 128 KiB, and the total size too. */
const MAX_LENGTH = 16 * 1024;

/**
 * The environment variables that describe a task to a program: its text, and the brief, field by field as text and as a
 * whole in JSON.
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
  const variables = Object.entries(given)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => [name, fitting(value)] as const);
  const json = JSON.stringify(brief);
  return {
    ...Object.fromEntries(variables),
    ...(!isEmptyBrief(brief) && json.length <= MAX_LENGTH && { WAYFOLD_TASK_BRIEF: json }),
  };
}

/** Variables cannot contain NUL. */
function fitting(value: string): string {
  return value.replaceAll('\0', '').slice(0, MAX_LENGTH).toWellFormed();
}
