import type { AskPerson, Executor } from './executor.ts';

/** Lets a person carry a task out and say what came of it. `ask …` and `fail …` in front of the answer do just that. */
export function humanExecutor(ask: AskPerson): Executor {
  return {
    name: 'human',
    async execute({ id, parameters }, { signal }) {
      const said = await ask(parameters, { taskId: id, signal });
      const [, order, rest = ''] = /^\s*(ask|fail)(?::|\s)\s*(.*)$/is.exec(said) ?? [];
      if (order?.toLowerCase() === 'ask' && rest !== '')
        return { type: 'needs-clarification', question: rest };
      if (order?.toLowerCase() === 'fail')
        return { type: 'failed', error: rest || 'A person said that it failed.' };
      return { type: 'completed', result: said.trim() === '' ? 'Done.' : said.trim() };
    },
  };
}
