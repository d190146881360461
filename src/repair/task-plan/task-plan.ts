/** One step of a plan of tasks, in the shape that every planner's steps can be brought into. */
export interface TaskStep {
  readonly id: string;
  readonly title: string;
  /** The ids of the steps that must be done before. */
  readonly dependsOn: readonly string[];
  readonly details?: string;
  /** How long it is thought to take. */
  readonly minutes?: number;
  /** Never changed by a repair. */
  readonly locked?: boolean;
}

/** Steps that lead somewhere, in the order in which they were written down. */
export interface TaskPlan {
  readonly steps: readonly TaskStep[];
}

/** How much one step may be. */
export interface StepLimits {
  /** Characters of title and details together. */
  readonly characters: number;
  readonly minutes: number;
}

/** A step that somebody can still take in at a glance and finish in a day. */
export const DEFAULT_STEP_LIMITS: StepLimits = { characters: 1200, minutes: 480 };

/** What a repair does to a plan of tasks. Each names the step it touches; all others stay as they are. */
export type TaskPlanChange =
  | { readonly op: 'DROP_DEPENDENCY'; readonly stepId: string; readonly dependency: string }
  | {
      readonly op: 'RENAME_DEPENDENCY';
      readonly stepId: string;
      readonly dependency: string;
      readonly to: string;
    }
  | { readonly op: 'ADD_DEPENDENCY'; readonly stepId: string; readonly dependency: string }
  | { readonly op: 'SPLIT_STEP'; readonly stepId: string; readonly into: readonly TaskStep[] }
  | { readonly op: 'REMOVE_STEP'; readonly stepId: string }
  | { readonly op: 'KEEP'; readonly stepId: string };

/** The plan with the change made; the very same plan when there is no such step, or it is locked. */
export function applyTaskPlanChange(change: TaskPlanChange, plan: TaskPlan): TaskPlan {
  const at = plan.steps.findIndex(({ id }) => id === change.stepId);
  const step = plan.steps[at];
  if (step === undefined || step.locked) return plan;
  const { dependsOn } = step;
  switch (change.op) {
    case 'KEEP':
      return plan;
    case 'DROP_DEPENDENCY':
      if (!dependsOn.includes(change.dependency)) return plan;
      return replaced(plan, at, [
        { ...step, dependsOn: dependsOn.filter((dependency) => dependency !== change.dependency) },
      ]);
    case 'RENAME_DEPENDENCY': {
      if (!dependsOn.includes(change.dependency)) return plan;
      const renamed = dependsOn.map((dependency) =>
        dependency === change.dependency ? change.to : dependency,
      );
      return replaced(plan, at, [{ ...step, dependsOn: [...new Set(renamed)] }]);
    }
    case 'ADD_DEPENDENCY':
      if (dependsOn.includes(change.dependency)) return plan;
      return replaced(plan, at, [{ ...step, dependsOn: [...dependsOn, change.dependency] }]);
    case 'SPLIT_STEP':
      return replaced(plan, at, change.into);
    case 'REMOVE_STEP':
      return replaced(plan, at, []);
  }
}

function replaced(plan: TaskPlan, at: number, steps: readonly TaskStep[]): TaskPlan {
  return { ...plan, steps: plan.steps.toSpliced(at, 1, ...steps) };
}
