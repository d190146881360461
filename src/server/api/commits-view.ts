import type { Envelope } from '../../journal/fact.ts';
import { commitsEventOf } from '../../planners/commits/facts.ts';
import {
  attemptLedger,
  foldPlans,
  type PlanBook,
  plansToDecide,
} from '../../planners/commits/planning-fold.ts';
import type { PlannerFold } from './planner-view.ts';
import type { Waiting } from './waiting.ts';

/** The plans of a session. What was planned and decided is not undone by a rewind. */
export class CommitsFold implements PlannerFold {
  #book: PlanBook = new Map();
  readonly #since = new Map<string, number>();

  accept(fact: Envelope): void {
    const event = commitsEventOf(fact);
    if (event === undefined) return;
    this.#book = foldPlans([event], this.#book);
    if (event.type === 'plan_proposed') this.#since.set(event.requestId, fact.seq);
  }

  rewound(): void {}

  view() {
    return {
      type: 'commits',
      plans: [...this.#book.values()].map(({ proposal, reason, ...record }) => ({
        ...record,
        proposal: proposal ?? null,
        ...(reason !== undefined && { reason }),
      })),
      spent: Object.fromEntries(attemptLedger(this.#book)),
    } as const;
  }

  waiting(): readonly Waiting[] {
    return plansToDecide(this.#book).flatMap(({ request: { requestId }, proposal }): Waiting[] => {
      if (proposal === undefined) return [];
      const { digest, plan } = proposal;
      const seq = this.#since.get(requestId) ?? 0;
      return [{ type: 'plan', seq, requestId, digest, summary: plan.plan_summary }];
    });
  }

  isDone(): boolean {
    const plans = [...this.#book.values()];
    return (
      plans.length > 0 && plans.every(({ standing }) => standing !== 'requested' && standing !== 'proposed')
    );
  }
}
