import { ledgerOf } from '../../harness/ledger.ts';
import type { TalkingJournal } from './talking-journal.ts';

/**
 * Resolves when a message is recorded as sent, or to false when nobody waits for that any more. An answer must not stand
 * before what it answers.
 */
export async function isRecordedAsSent(
  journal: TalkingJournal,
  messageId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const ledger = await ledgerOf(journal);
  if (ledger.hasMessage(messageId)) return true;
  if (signal.aborted) return false;
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const unsubscribe = journal.subscribe(
    { from: ledger.head + 1, onError: (error, retrying) => retrying || reject(error) },
    (facts) => {
      const isThere = facts.some(
        (fact) => fact.type === 'remote_sent' && 'messageId' in fact && fact.messageId === messageId,
      );
      if (isThere) resolve(true);
    },
  );
  const abort = (): void => resolve(false);
  signal.addEventListener('abort', abort, { once: true });
  return await promise.finally(() => {
    signal.removeEventListener('abort', abort);
    unsubscribe();
  });
}
