import { type Ledger, ledgerOf } from '../../harness/ledger.ts';
import type { TaskBook } from '../../host/a2a/task-book.ts';
import type { Envelope, ProposedFact } from '../../journal/fact.ts';
import type { Journal } from '../../journal/journal.ts';
import { appendDecision } from '../../kernel/append-decision.ts';
import type { LiveTasks } from './live-tasks.ts';

/** How a session and its tasks stand at one moment. */
export interface Standing {
  readonly book: TaskBook;
  readonly ledger: Ledger;
}

/** Appends what `choose` makes of how things stand, at exactly that point. Resolves when the tasks show it. */
export async function decideOnTasks(
  journal: Journal<Envelope>,
  tasks: LiveTasks,
  choose: (standing: Standing) => readonly ProposedFact[],
): Promise<void> {
  const head = await tasks.inTurn(async () => {
    let ledger = await ledgerOf(journal);
    const decided = await appendDecision<Envelope, ProposedFact, { append: readonly ProposedFact[] }>(
      journal,
      (news) => {
        tasks.accept(news);
        for (const fact of news) ledger = ledger.accept(fact);
        return { append: choose({ book: tasks.book, ledger }) };
      },
      { after: Math.min(tasks.book.head, ledger.head) },
    );
    tasks.accept(decided.facts);
    return decided.head;
  });
  await tasks.upTo(head);
}
