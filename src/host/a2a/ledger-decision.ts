import { decideByLedger as decide, type Ledger } from '../../harness/ledger.ts';
import type { Envelope, ProposedFact } from '../../journal/fact.ts';
import type { Journal } from '../../journal/journal.ts';

/** What following a conversation by A2A needs of its journal. */
export type TalkingJournal = Pick<
  Journal<Envelope>,
  'id' | 'append' | 'facts' | 'subscribe' | 'attachments' | 'describe'
>;

/** Appends what `choose` makes of how the conversation stands, at exactly that point. */
export async function decideByLedger(
  journal: Pick<TalkingJournal, 'id' | 'append' | 'facts'>,
  choose: (ledger: Ledger) => readonly ProposedFact[],
): Promise<readonly Envelope[]> {
  return (await decide(journal, choose)).facts;
}
