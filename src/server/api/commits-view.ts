import { CommitsDialogue } from '../../host/dialogue/commits-dialogue.ts';
import type { Envelope } from '../../journal/fact.ts';
import { attemptLedger, type PlanRecord } from '../../planners/commits/planning-fold.ts';
import type { PlannerFold } from './planner-view.ts';
import type { Waiting } from './waiting.ts';

/** The plans of a session. What was planned and decided is not undone by a rewind. */
export class CommitsFold implements PlannerFold {
  #plans = new CommitsDialogue();

  accept(fact: Envelope): void {
    this.#plans.accept(fact);
  }

  rewound(): void {}

  plan(requestId: string): PlanRecord | undefined {
    return this.#plans.book.get(requestId);
  }

  view() {
    const { book } = this.#plans;
    return {
      type: 'commits',
      plans: [...book.values()].map(({ proposal, reason, ...record }) => ({
        ...record,
        proposal: proposal ?? null,
        ...(reason !== undefined && { reason }),
      })),
      spent: Object.fromEntries(attemptLedger(book)),
    } as const;
  }

  waiting(): readonly Waiting[] {
    return this.#plans.waiting();
  }

  told(): string | undefined {
    return this.#plans.told();
  }

  copy(): CommitsFold {
    const copy = new CommitsFold();
    copy.#plans = this.#plans.copy();
    return copy;
  }

  isDone(): boolean {
    const plans = [...this.#plans.book.values()];
    const isOpen = plans.some(({ standing }) => standing === 'requested' || standing === 'proposed');
    return !isOpen && plans.some(({ standing }) => standing !== 'failed');
  }
}
