import { type Plan, stepNumber } from './plan.ts';

/** Beside the plans and not in them: plans that say the same are equal, whichever of a session they are. */
const numbers = new WeakMap<Plan, number>();

/** Which plan of its session it is: a later one has a higher number. None where it was recorded without. */
export function numberOf(plan: Plan | undefined): number | undefined {
  return plan && numbers.get(plan);
}

/** The plan itself, as the one of this number from now on. */
export function withNumber(plan: Plan, number: number | undefined): Plan {
  if (number !== undefined) numbers.set(plan, number);
  return plan;
}

/** The highest number that a step of the plan ever had, beside the plan as well. */
const highest = new WeakMap<Plan, number>();

/** The highest number that a step of the plan ever had, removed ones too: the next one gets the number above it. */
export function highestOf(plan: Plan): number {
  return highest.get(plan) ?? highestStep(plan);
}

/** The highest number of the steps that are in the plan. */
export function highestStep({ steps }: Plan): number {
  return steps.reduce((most, step) => Math.max(most, stepNumber(step)), 0);
}

/** The plan itself, as one whose steps have had numbers up to this one. */
export function withHighest(plan: Plan, number: number): Plan {
  highest.set(plan, number);
  return plan;
}

/** What the ids of new steps end in, beside the plan as well. */
const suffixes = new WeakMap<Plan, string>();

/** What the ids of new steps end in, where clones share the plan, so that no two clones give the same id. */
export function suffixOf(plan: Plan | undefined): string | undefined {
  return plan && suffixes.get(plan);
}

/** The plan itself, with this suffix for the ids of new steps from now on. */
export function withSuffix(plan: Plan, suffix: string | undefined): Plan {
  if (suffix !== undefined) suffixes.set(plan, suffix);
  return plan;
}

/**
 * The same plan a change later. What is changed has to be frozen already: to walk all steps again would make a call dearer
 * with every step of the plan.
 */
export function changedPlan(plan: Plan, change: Partial<Plan>): Plan {
  const changed = withNumber(Object.freeze({ ...plan, ...change }), numberOf(plan));
  return withSuffix(withHighest(changed, highestOf(plan)), suffixOf(plan));
}
