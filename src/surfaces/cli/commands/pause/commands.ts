import type { Verb } from '../../verb.ts';

/** `wayfold pause` and `wayfold resume`: stop and continue all work on a store, or on one session. */
export function addPauseCommands(program: Verb): void {
  program
    .command('pause')
    .description('start no new work, in one session or in all; running work finishes')
    .argument('[session]', 'session to pause; without it everything')
    .option('--reason <text>', 'why, for the record')
    .examples('wayfold pause --reason "prices changed"', 'wayfold pause tasks:x3f9k2')
    .runs(async (invocation, session: string | undefined, options: { reason?: string }) =>
      (await import('./pause.ts')).pause(invocation, session, options),
    );

  program
    .command('resume')
    .description('resume work, in one session or in all')
    .argument('[session]', 'session to resume; without it everything')
    .option('--tokens <number>', 'new total budget in tokens', Number)
    .option('--usd <amount>', 'new total budget in US dollars', Number)
    .option('--seconds <number>', 'new total budget in seconds of work', Number)
    .examples('wayfold resume', 'wayfold resume tasks:x3f9k2 --usd 5')
    .runs(
      async (
        invocation,
        session: string | undefined,
        options: { tokens?: number; usd?: number; seconds?: number },
      ) => (await import('./pause.ts')).resume(invocation, session, options),
    );
}
