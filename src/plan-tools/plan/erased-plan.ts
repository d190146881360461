import { frozenPlan, type Plan } from './plan.ts';
import { withNumber } from './plan-number.ts';

const OBJECTIVE = '[erased]';

/** What is left of a plan whose setup was erased. */
export function erasedPlan(number: number | undefined): Plan {
  return withNumber(frozenPlan({ objective: OBJECTIVE, status: 'active', steps: [] }), number);
}

/** Whether nothing of the plan is known, not even a step. */
export function isErased({ objective, steps }: Plan): boolean {
  return objective === OBJECTIVE && steps.length === 0;
}
