import type { ExecutableTask } from './executor.ts';

const ANSWER = '\nAnswer: ';

/** What a person answered last about a task, if anything was asked. */
export function lastAnswer({ description, parameters }: ExecutableTask): string | undefined {
  if (!parameters.startsWith(description)) return undefined;
  const asked = parameters.slice(description.length);
  const at = asked.lastIndexOf(ANSWER);
  return at < 0 ? undefined : asked.slice(at + ANSWER.length).trim();
}
