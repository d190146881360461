import type { Plan, PlanStep } from '../plan/plan.ts';
import { isPartOf } from './link-cycle.ts';
import { isClaimed } from './step-relations.ts';

/** Why a step cannot start: what it waits for, or who works on it. */
export interface Blocker {
  /** The open steps that block it or its parent. */
  readonly blockers: readonly string[];
  /** Its open parts. */
  readonly openParts: readonly string[];
  /** Whether somebody holds it. */
  readonly isHeld: boolean;
}

/** The relations between the steps of a plan. */
export class StepGraph {
  readonly #steps: ReadonlyMap<string, PlanStep>;
  readonly #parts: ReadonlyMap<string | undefined, readonly PlanStep[]>;

  constructor({ steps }: Pick<Plan, 'steps'>) {
    this.#steps = new Map(steps.map((step) => [step.stepId, step]));
    // A step whose parent is gone is a root.
    this.#parts = Map.groupBy(steps, ({ parent }) =>
      parent !== undefined && this.#steps.has(parent) ? parent : undefined,
    );
  }

  /** The steps without a parent. */
  get roots(): readonly PlanStep[] {
    return this.#parts.get(undefined) ?? [];
  }

  partsOf(stepId: string): readonly PlanStep[] {
    return this.#parts.get(stepId) ?? [];
  }

  /** What keeps a step from starting at this time, ISO 8601. */
  hindranceOf(step: PlanStep, at: string): Blocker {
    const blockers = new Set<string>();
    const seen = new Set<string>();
    for (let whole: PlanStep | undefined = step; whole && !seen.has(whole.stepId); ) {
      seen.add(whole.stepId);
      for (const id of whole.blockedBy ?? []) {
        const blocker = this.#steps.get(id);
        const isOpen = blocker !== undefined && blocker.status !== 'done';
        if (isOpen && !isPartOf(this.#steps, id, whole.stepId)) blockers.add(id);
      }
      whole = whole.parent === undefined ? undefined : this.#steps.get(whole.parent);
    }
    return {
      blockers: [...blockers],
      openParts: this.partsOf(step.stepId).flatMap(({ stepId, status }) =>
        status === 'done' ? [] : [stepId],
      ),
      isHeld: isClaimed(step, at),
    };
  }

  /** Whether a step can start at this time: a pending one, or one whose claim has expired. */
  isReady(step: PlanStep, at: string): boolean {
    const isOpen = step.status === 'pending' || (step.status === 'in_progress' && step.claim !== undefined);
    if (!isOpen) return false;
    const { blockers, openParts, isHeld } = this.hindranceOf(step, at);
    return blockers.length === 0 && openParts.length === 0 && !isHeld;
  }
}

/** The steps of a plan that can start at this time, ISO 8601, in plan order. */
export function readySteps(plan: Plan, at: string): readonly PlanStep[] {
  if (plan.status !== 'active') return [];
  const graph = new StepGraph(plan);
  return plan.steps.filter((step) => graph.isReady(step, at));
}
