import type { Planner } from './handler.ts';
import type { PlanProjection } from './plan-projection.ts';

/** What whoever carries out a task was told of the rest of the plan. It may repeat that in what comes of the task. */
export class ToldWork {
  /** The plan as it was told. */
  readonly planner: Planner;
  readonly #plan: PlanProjection;
  readonly #edition: string;
  /** Whether more was looked up in the journal. */
  isLookedUp = false;

  constructor(plan: PlanProjection) {
    this.#plan = plan;
    this.#edition = plan.edition;
    this.planner = plan.planner;
  }

  /** Whether some of it was erased since, as far as the plan has been read. */
  get isErased(): boolean {
    if (this.#plan.edition === this.#edition) return false;
    const { planner: before } = this;
    const { planner } = this.#plan;
    return (
      this.isLookedUp ||
      before.contextSummary !== planner.contextSummary ||
      JSON.stringify(before.brief) !== JSON.stringify(planner.brief) ||
      before.finished().some(({ id, description, result }) => {
        const now = planner.task(id);
        return now?.description !== description || now.result !== result;
      })
    );
  }
}
