import type { Plan, PlanStep, StepStatus } from '../plan/plan.ts';

/** An entry of a plan in the Agent Client Protocol. */
export interface AcpPlanEntry {
  readonly content: string;
  readonly priority: 'high' | 'medium' | 'low';
  readonly status: 'pending' | 'in_progress' | 'completed';
}

/** A plan as editors show it. Each update contains the whole plan. */
export interface AcpPlan {
  readonly entries: readonly AcpPlanEntry[];
}

/**
 * The plan in the format of the Agent Client Protocol. The protocol has no blocked steps: such a step is pending,
 * and its content says that it is blocked and, if there is a note, why. Plan tools have no priorities: all are
 * `medium`.
 */
export function toAcpPlan(plan: Plan): AcpPlan {
  return {
    entries: plan.steps.map((step) => ({
      content: contentOf(step),
      priority: 'medium',
      status: STATUSES[step.status],
    })),
  };
}

const STATUSES: Readonly<Record<StepStatus, AcpPlanEntry['status']>> = {
  pending: 'pending',
  in_progress: 'in_progress',
  blocked: 'pending',
  done: 'completed',
};

function contentOf({ title, status, notes }: PlanStep): string {
  if (status !== 'blocked') return title;
  const reason = notes.at(-1);
  return reason === undefined ? `${title} (blocked)` : `${title} (blocked: ${reason})`;
}
