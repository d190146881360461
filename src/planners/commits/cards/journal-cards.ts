import type { Envelope } from '../../../journal/fact.ts';
import type { Journal } from '../../../journal/journal.ts';
import { commitsEventOf } from '../facts.ts';
import type { CommitCard } from '../trajectory/card-index.ts';

/** The commits in `commit_card_added` facts of a journal, from a seq on. */
export async function* cardsFromJournal(
  journal: Pick<Journal<Envelope>, 'facts'>,
  { from = 1 }: { readonly from?: number } = {},
): AsyncGenerator<CommitCard> {
  for await (const fact of journal.facts({ from })) {
    const event = commitsEventOf(fact);
    if (event?.type === 'commit_card_added') yield event;
  }
}
