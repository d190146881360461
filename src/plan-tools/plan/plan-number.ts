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

/**
 * What the ids of new steps end in, where clones share the plan, so that no two clones give the same id: nothing in the clone
 * that was the first to share it. Undefined where the plan is not shared.
 */
export function suffixOf(plan: Plan | undefined): string | undefined {
  return plan && suffixes.get(plan);
}

/** The plan itself, with this suffix for the ids of new steps from now on. */
export function withSuffix(plan: Plan, suffix: string | undefined): Plan {
  if (suffix !== undefined) suffixes.set(plan, suffix);
  return plan;
}

/** Ids that steps had in this clone before another clone's step of the same id came, beside the plan as well. */
const aliases = new WeakMap<Plan, StepAliases>();

/** What steps were called before, and what they are called now. */
export type StepAliases = Readonly<Record<string, string>>;

/** The ids that steps had before, where clones share the plan: an id that a caller was told names its step for ever. */
export function aliasesOf(plan: Plan | undefined): StepAliases {
  return (plan && aliases.get(plan)) ?? {};
}

/** The plan itself, with these ids of before in place of those that it had. */
export function withAliases(plan: Plan, named: StepAliases): Plan {
  if (Object.keys(named).length > 0) aliases.set(plan, named);
  return plan;
}

/** The id that a step goes by now. One that never had another one, or that nobody knows, is as it was given. */
export function presentId(plan: Plan | undefined, stepId: string): string {
  const named = aliasesOf(plan);
  return Object.hasOwn(named, stepId) ? (named[stepId] ?? stepId) : stepId;
}

/** The plan itself, going on with the ids of the one before it, as clones that share it need. */
export function withIdsOf(before: Plan | undefined, plan: Plan): Plan {
  return withAliases(withSuffix(plan, suffixOf(before)), aliasesOf(before));
}

/**
 * The same plan a change later. What is changed has to be frozen already: to walk all steps again would make a call dearer
 * with every step of the plan.
 */
export function changedPlan(plan: Plan, change: Partial<Plan>): Plan {
  const changed = withNumber(Object.freeze({ ...plan, ...change }), numberOf(plan));
  return withIdsOf(plan, withHighest(changed, highestOf(plan)));
}
