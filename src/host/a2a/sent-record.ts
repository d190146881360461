import { followLedger } from '../../harness/ledger.ts';
import type { TalkingJournal } from './talking-journal.ts';

/**
 * Resolves when a message is recorded as sent, or to false when nobody waits for that any more or the journal is gone. An
 * answer must not stand before what it answers.
 */
export async function isRecordedAsSent(
  journal: TalkingJournal,
  messageId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const following = followLedger(journal);
  const ledger = await following.catchUp();
  if (ledger.hasMessage(messageId)) return true;
  if (signal.aborted) return false;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const unsubscribe = following.subscribe(
    ({ state }) => {
      if (state.hasMessage(messageId)) resolve(true);
      else if (state.head < ledger.head) resolve(false);
    },
    { now: true },
  );
  const abort = (): void => resolve(false);
  signal.addEventListener('abort', abort, { once: true });
  return await promise.finally(() => {
    signal.removeEventListener('abort', abort);
    unsubscribe();
  });
}
