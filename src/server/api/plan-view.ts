import type { Envelope } from '../../journal/fact.ts';
import { sessionEventOf } from '../../kernel/session/facts.ts';
import type { Plan } from '../../plan-tools/plan.ts';
import { planAfterEvent } from '../../plan-tools/plan-fold.ts';
import type { PlannerFold } from './planner-view.ts';
import type { Waiting } from './waiting.ts';

/** The plan that an agent keeps by the plan tools. */
export class PlanFold implements PlannerFold {
  #plan: Plan | undefined;
  /** The last fact that changed the session: what the tools call its version. */
  #version = 0;

  accept(fact: Envelope): void {
    const event = sessionEventOf(fact);
    if (event === undefined) return;
    const before = this.#plan;
    this.#plan = planAfterEvent(before, event);
    if (this.#plan !== before) this.#version = fact.seq;
  }

  rewound(): void {}

  /** What the plan is for. */
  title(): string | undefined {
    return this.#plan?.objective;
  }

  /** Whether there is a plan: a journal may hold nothing but calls that were refused. */
  hasBegun(): boolean {
    return this.#plan !== undefined;
  }

  view() {
    const { objective = null, status = null, steps = [] } = this.#plan ?? {};
    const done = steps.filter((step) => step.status === 'done').length;
    return {
      type: 'plan',
      objective,
      status,
      version: this.#version,
      steps,
      progress: { done, total: steps.length },
    } as const;
  }

  waiting(): readonly Waiting[] {
    return [];
  }

  told(): string | undefined {
    return undefined;
  }

  copy(): PlanFold {
    const copy = new PlanFold();
    copy.#plan = this.#plan;
    copy.#version = this.#version;
    return copy;
  }

  isDone(): boolean {
    return this.#plan !== undefined && this.#plan.status !== 'active';
  }
}
