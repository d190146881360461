import { briefText } from '../plan/brief-text.ts';
import type { AskPerson, ExecutionOutcome, Executor } from './executor.ts';

/**
 * Has a person carry out a task and report the outcome. Answers that start with `ask …` or `fail …` ask a question or
 * report a failure.
 */
export function humanExecutor(ask: AskPerson): Executor {
  return {
    name: 'human',
    async execute({ id, parameters, brief }, { signal }) {
      const about = briefText(brief);
      const question = about === '' ? parameters : `${parameters}\n\n${about}`;
      return outcomeFromText(await ask(question, { taskId: id, signal }));
    },
  };
}

/** The outcome described by a person's text. */
export function outcomeFromText(
  answer: string,
): Exclude<ExecutionOutcome, { type: 'simulated' | 'proposed' }> {
  const [, order, rest = ''] = /^\s*(ask|fail)(?::|\s)\s*(.*)$/is.exec(answer) ?? [];
  if (order?.toLowerCase() === 'ask' && rest !== '') return { type: 'needs-clarification', question: rest };
  if (order?.toLowerCase() === 'fail')
    return { type: 'failed', error: rest || 'A person reported that it failed.' };
  return { type: 'completed', result: answer.trim() === '' ? 'Done.' : answer.trim() };
}
