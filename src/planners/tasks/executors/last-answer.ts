import type { ExecutableTask } from './executor.ts';

const ANSWER = '\nAnswer: ';

/** A person's last answer about a task, if any. */
export function lastAnswer({ description, parameters }: ExecutableTask): string | undefined {
  if (!parameters.startsWith(description)) return undefined;
  const asked = parameters.slice(description.length);
  const at = asked.lastIndexOf(ANSWER);
  return at < 0 ? undefined : asked.slice(at + ANSWER.length).trim();
}
