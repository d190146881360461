import { ToolValidationError } from '../../../../plan-tools/error.ts';
import type { Plan, StepStatus } from '../../../../plan-tools/plan/plan.ts';

/** The progress of a plan: `3 of 8 done, 1 blocked`. */
export function progressText({ steps }: Plan): string {
  if (steps.length === 0) return 'no steps';
  const count = (wanted: StepStatus) => steps.filter(({ status }) => status === wanted).length;
  const blocked = count('blocked');
  return `${count('done')} of ${steps.length} done${blocked > 0 ? `, ${blocked} blocked` : ''}`;
}

/** The error for a missing plan. */
export function noPlan(planId: string): ToolValidationError {
  return new ToolValidationError('no-plan', {
    message: `There is no plan ${planId} yet.`,
    expected: `a plan ${planId}`,
    actual: 'none yet',
    fix: 'See `wayfold plan list`, or start one: wayfold plan set "The objective" "First step"',
  });
}
