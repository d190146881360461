/** A step of a task plan, in a shape that every planner's steps can be mapped to. */
export interface TaskStep {
  readonly id: string;
  readonly title: string;
  /** The ids of the steps that must be done first. */
  readonly dependsOn: readonly string[];
  readonly details?: string;
  /** Its estimated duration. */
  readonly minutes?: number;
  /** Never changed by a repair. */
  readonly locked?: boolean;
}

/** Steps in the order they were written. */
export interface TaskPlan {
  readonly steps: readonly TaskStep[];
}

/** How large a step may be. */
export interface StepLimits {
  /** Characters of title and details together. */
  readonly characters: number;
  readonly minutes: number;
}

/** A step that can be understood at a glance and finished in a day. */
export const DEFAULT_STEP_LIMITS: StepLimits = { characters: 1200, minutes: 480 };

/** A repair of a task plan. Each names the step it touches; all others stay unchanged. */
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

/** The plan after the change; the same object if there is no such step, or it is locked. */
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
