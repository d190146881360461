import { type Ledger, ledgerOf } from '../../harness/ledger.ts';
import type { Envelope, ProposedFact } from '../../journal/fact.ts';
import type { Journal } from '../../journal/journal.ts';
import { appendDecision } from '../../kernel/append-decision.ts';

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
  const ledger = await ledgerOf(journal);
  const { facts } = await appendDecision<Envelope, ProposedFact, { append: readonly ProposedFact[] }>(
    journal,
    (news) => {
      for (const fact of news) ledger.accept(fact);
      return { append: choose(ledger) };
    },
    { after: ledger.head },
  );
  return facts;
}
