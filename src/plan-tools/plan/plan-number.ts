import { type Plan, stepNumber } from './plan.ts';

/** Stored outside the plans, so that plans with the same content are equal whatever their number. */
const numbers = new WeakMap<Plan, number>();

/** The plan's number in its session: later plans have higher numbers. `undefined` if none was recorded. */
export function numberOf(plan: Plan | undefined): number | undefined {
  return plan && numbers.get(plan);
}

/** Assigns this number to the plan, and returns it. */
export function withNumber(plan: Plan, number: number | undefined): Plan {
  if (number !== undefined) numbers.set(plan, number);
  return plan;
}

/** The highest number that a step of the plan ever had, also stored outside the plan. */
const highest = new WeakMap<Plan, number>();

/**
 * The highest number that a step of the plan ever had, including removed ones: the next step gets the number above
 * it.
 */
export function highestOf(plan: Plan): number {
  return highest.get(plan) ?? highestStep(plan);
}

/** The highest number of the current steps. */
export function highestStep({ steps }: Plan): number {
  return steps.reduce((most, step) => Math.max(most, stepNumber(step)), 0);
}

/** Sets the highest step number of the plan, and returns it. */
export function withHighest(plan: Plan, number: number): Plan {
  highest.set(plan, number);
  return plan;
}

/** The suffix of new step ids, also stored outside the plan. */
const suffixes = new WeakMap<Plan, string>();

/**
 * The suffix of new step ids in a shared plan, so that no two clones assign the same id: empty in the clone that
 * shared it first. `undefined` if the plan is not shared.
 */
export function suffixOf(plan: Plan | undefined): string | undefined {
  return plan && suffixes.get(plan);
}

/** Sets the suffix for new step ids of the plan, and returns it. */
export function withSuffix(plan: Plan, suffix: string | undefined): Plan {
  if (suffix !== undefined) suffixes.set(plan, suffix);
  return plan;
}

/**
 * Former ids of steps in this clone, from before another clone's step with the same id arrived; also stored outside
 * the plan.
 */
const aliases = new WeakMap<Plan, StepAliases>();

/** Former ids of steps, and their current ids. */
export type StepAliases = Readonly<Record<string, string>>;

/** Former ids of steps in a shared plan: an id that was given to a caller always names its step. */
export function aliasesOf(plan: Plan | undefined): StepAliases {
  return (plan && aliases.get(plan)) ?? {};
}

/** Replaces the former ids of the plan, and returns it. */
export function withAliases(plan: Plan, named: StepAliases): Plan {
  if (Object.keys(named).length > 0) aliases.set(plan, named);
  return plan;
}

/** The current id of a step. An unknown id, or one that never changed, is returned as it is. */
export function presentId(plan: Plan | undefined, stepId: string): string {
  const named = aliasesOf(plan);
  return Object.hasOwn(named, stepId) ? (named[stepId] ?? stepId) : stepId;
}

/** Continues the plan with the ids of the previous one, as shared plans need. */
export function withIdsOf(before: Plan | undefined, plan: Plan): Plan {
  return withAliases(withSuffix(plan, suffixOf(before)), aliasesOf(before));
}

/**
 * The same plan after a change. The changed parts have to be frozen already: walking all steps again would make a
 * call slower with every step of the plan.
 */
export function changedPlan(plan: Plan, change: Partial<Plan>): Plan {
  const changed = withNumber(Object.freeze({ ...plan, ...change }), numberOf(plan));
  return withIdsOf(plan, withHighest(changed, highestOf(plan)));
}
