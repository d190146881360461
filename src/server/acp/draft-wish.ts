import { approve, dismiss } from '../../harness/decisions.ts';
import { ledgerOf } from '../../harness/ledger.ts';
import { ConflictError } from '../../kernel/error.ts';
import type { SessionJournal, Wish } from './editor-planner.ts';

/** The decision on the oldest draft that waits for one. */
export async function draftWish(journal: SessionJournal): Promise<Wish | undefined> {
  const { drafts } = await ledgerOf(journal);
  const draft = drafts.open.find(({ approval }) => approval === undefined);
  if (draft === undefined) return undefined;
  const { composeId, digest, text } = draft;
  return {
    key: `draft-${composeId}`,
    title: `Send this: ${text}`,
    options: [
      { optionId: 'approve', name: 'Send it', kind: 'allow_once' },
      { optionId: 'dismiss', name: 'Do not send it', kind: 'reject_once' },
    ],
    grant: async (_, optionId, by) => {
      try {
        // The approval names what was shown: a draft that was changed meanwhile is not the one that was approved.
        if (optionId === 'approve') await approve(journal, { composeId, digest, by });
        else await dismiss(journal, { composeId, by });
      } catch (error) {
        // Somebody else decided first, and that stands.
        if (!(error instanceof ConflictError)) throw error;
      }
      return { type: 'done' };
    },
  };
}
