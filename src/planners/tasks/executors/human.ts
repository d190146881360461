import type { ExecutionOutcome } from './executor.ts';

/** The outcome that a person's text describes. Text that starts with `ask …` or `fail …` asks a question or reports a failure. */
export function outcomeFromText(
  answer: string,
): Exclude<ExecutionOutcome, { type: 'simulated' | 'proposed' }> {
  const [, order, rest = ''] = /^\s*(ask|fail)(?::|\s)\s*(.*)$/is.exec(answer) ?? [];
  if (order?.toLowerCase() === 'ask' && rest !== '') return { type: 'needs-clarification', question: rest };
  if (order?.toLowerCase() === 'fail')
    return { type: 'failed', error: rest || 'A person reported that it failed.' };
  return { type: 'completed', result: answer.trim() === '' ? 'Done.' : answer.trim() };
}
