import { limitsFrom } from '../../../../host/config/limits.ts';
import { localUser } from '../../../../host/local-user.ts';
import { pauseEverything, resumeEverything } from '../../../../host/pausing.ts';
import type { FactStore } from '../../../../journal/store.ts';
import type { Invocation } from '../../invocation.ts';
import { errorNote } from '../../terminal/error-note.ts';

/**
 * Pauses everything on SIGUSR1, and resumes on SIGUSR2, for people without the page or a second terminal. There are two
 * signals, so that a repeated one does not undo the first.
 */
export function onPauseSignals(
  { output, env }: Pick<Invocation, 'output' | 'env'>,
  store: () => Promise<FactStore>,
): () => void {
  const by = localUser();
  const usual = limitsFrom(env).total;
  const listeners = {
    SIGUSR1: () =>
      run(async () => {
        await pauseEverything(await store(), { by, reason: 'SIGUSR1' });
        output.note('Everything is paused. Continue with `wayfold resume` or SIGUSR2.');
      }),
    SIGUSR2: () =>
      run(async () => {
        await resumeEverything(await store(), { by, usual });
        output.note('Everything continues.');
      }),
  };
  const run = (work: () => Promise<void>): void => {
    void work().catch((error: unknown) => output.note(`The signal had no effect: ${errorNote(error, env)}`));
  };
  process.on('SIGUSR1', listeners.SIGUSR1);
  process.on('SIGUSR2', listeners.SIGUSR2);
  return () => {
    process.off('SIGUSR1', listeners.SIGUSR1);
    process.off('SIGUSR2', listeners.SIGUSR2);
  };
}
