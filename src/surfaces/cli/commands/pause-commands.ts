import type { Command } from 'commander';
import { addExample } from '../example.ts';
import type { Perform } from '../invocation.ts';

/** `wayfold pause` and `wayfold resume`: stop all work on a store, or on one session, and let it go on. */
export function addPauseCommands(program: Command, perform: Perform): void {
  const pause = program
    .command('pause')
    .description('let no work begin, in one session or in any; what is under way is finished')
    .argument('[session]', 'session to pause; without it everything')
    .option('--reason <text>', 'why, for the record')
    .action((session: string | undefined, options: { reason?: string }, command: Command) =>
      perform(command.optsWithGlobals(), async (invocation) =>
        (await import('./pause.ts')).pause(invocation, session, options),
      ),
    );
  addExample(pause, ['wayfold pause --reason "prices changed"', 'wayfold pause tasks:x3f9k2']);

  const resume = program
    .command('resume')
    .description('let work go on, in one session or in all')
    .argument('[session]', 'session to resume; without it everything')
    .option('--tokens <number>', 'tokens that may be spent in all from now on', Number)
    .option('--usd <amount>', 'US dollars that may be spent in all from now on', Number)
    .option('--seconds <number>', 'seconds of work in all from now on', Number)
    .action(
      (
        session: string | undefined,
        options: { tokens?: number; usd?: number; seconds?: number },
        command: Command,
      ) =>
        perform(command.optsWithGlobals(), async (invocation) =>
          (await import('./pause.ts')).resume(invocation, session, options),
        ),
    );
  addExample(resume, ['wayfold resume', 'wayfold resume tasks:x3f9k2 --usd 5']);
}
