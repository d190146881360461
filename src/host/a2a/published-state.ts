import { Ledger } from '../../harness/ledger.ts';
import type { Projection } from '../../kernel/projection.ts';
import type { RegistryEntry } from '../registry.ts';
import { AnswerBook, answersByDrafts } from './answer-book.ts';
import { TaskBook } from './task-book.ts';

/** Everything that the facts of a published session come to for those outside. Immutable. */
export interface PublishedState {
  readonly tasks: TaskBook;
  readonly ledger: Ledger;
  /** What is to be answered in words; `undefined` for a planner that answers by drafts. */
  readonly answers: AnswerBook | undefined;
}

/** The projection of the published sessions of a planner. */
export function publishedProjection(entry: RegistryEntry): Projection<PublishedState> {
  return {
    initial(origin) {
      const tasks = new TaskBook(origin.nativeFrom);
      if (answersByDrafts(entry.module)) return { tasks, ledger: new Ledger(origin), answers: undefined };
      const answers = AnswerBook.of(entry, origin);
      return { tasks, ledger: answers.ledger, answers };
    },
    apply(state, fact) {
      const tasks = state.tasks.accept(fact);
      const answers = state.answers?.accept(fact);
      return { tasks, ledger: answers?.ledger ?? state.ledger.accept(fact), answers };
    },
  };
}
