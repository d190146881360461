import { decideByLedger } from '../../../harness/conversation/ledger.ts';
import type { ProposedFact } from '../../../journal/fact.ts';
import { ConflictError } from '../../../kernel/error.ts';
import type { ConversationJournal } from '../facts.ts';
import { type Publication, publishedTasksOf } from './published-tasks.ts';

/** Lets other agents reach a session. Publishing it again changes its card. An archived session is a conflict. */
export async function publishSession(
  journal: Pick<ConversationJournal, 'id' | 'append' | 'facts'>,
  { name, description }: Publication = {},
): Promise<void> {
  const published: ProposedFact = {
    type: 'session_published',
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
  };
  await decideByLedger(journal, ({ archived }) => {
    if (!archived) return [published];
    throw new ConflictError({
      summary: `Session ${journal.id} is archived, so it does not reply.`,
      fix: 'Nothing was appended. Reopen it first, or fork it and publish the copy.',
    });
  });
}

/** Ends that. The conversation stays. Resolves to whether it was published. */
export async function unpublishSession(
  journal: Pick<ConversationJournal, 'id' | 'append' | 'facts' | 'describe'>,
): Promise<boolean> {
  const { publication } = await publishedTasksOf(journal);
  if (publication === undefined) return false;
  await journal.append([{ type: 'session_unpublished' }]);
  return true;
}
