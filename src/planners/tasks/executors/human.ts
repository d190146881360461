import { briefText } from '../plan/brief-text.ts';
import type { AskPerson, ExecutionOutcome, Executor } from './executor.ts';

/** Lets a person carry a task out and say what came of it. `ask …` and `fail …` in front of the answer do just that. */
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

/** What came of a task by the words of who carried it out. */
export function outcomeFromText(said: string): Exclude<ExecutionOutcome, { type: 'simulated' | 'proposed' }> {
  const [, order, rest = ''] = /^\s*(ask|fail)(?::|\s)\s*(.*)$/is.exec(said) ?? [];
  if (order?.toLowerCase() === 'ask' && rest !== '') return { type: 'needs-clarification', question: rest };
  if (order?.toLowerCase() === 'fail')
    return { type: 'failed', error: rest || 'A person said that it failed.' };
  return { type: 'completed', result: said.trim() === '' ? 'Done.' : said.trim() };
}
