import type { CallMoment } from '../calls/tool-definition.ts';
import { ToolValidationError } from '../error.ts';
import type { Plan } from '../plan/plan.ts';
import { presentId } from '../plan/plan-number.ts';
import { isClaimed, type StepClaim } from './step-relations.ts';

/** A step that somebody other than the caller holds. */
interface HeldStep {
  readonly stepId: string;
  readonly claim: StepClaim;
}

/**
 * The steps that another agent holds at the time of a call. If the caller is an agent, the first of them is
 * refused.
 */
export function heldByOthers(
  plan: Plan | undefined,
  stepIds: readonly string[],
  { by, agents, at }: CallMoment,
): readonly HeldStep[] {
  const names = new Set([...(agents ?? []), ...(by === undefined ? [] : [by])]);
  const wanted = new Set(stepIds.map((id) => presentId(plan, id)));
  const held = (plan?.steps ?? []).flatMap((step): readonly HeldStep[] => {
    const { stepId, claim } = step;
    const isOthers = claim !== undefined && isClaimed(step, at) && !names.has(claim.agent);
    return isOthers && wanted.has(stepId) ? [{ stepId, claim }] : [];
  });
  const [first] = held;
  if (agents && first) throw stepClaimed(first);
  return held;
}

/** The warning of a call that ignored the claims of others. */
export function heldText(held: readonly HeldStep[]): readonly string[] {
  return held.map(({ stepId, claim }) => `${stepId} was claimed by ${claim.agent} until ${claim.until}.`);
}

/** The error for a step that another agent holds. */
export function stepClaimed({ stepId, claim }: HeldStep): ToolValidationError {
  const fix =
    'Choose another step with planning_ready, wait until the claim has expired, or take it over with planning_claim and take_over: true: if it was yours before a restart, or its agent has stopped.';
  return new ToolValidationError('step-claimed', {
    field: 'step_id',
    message: `${stepId} is claimed by ${claim.agent} until ${claim.until}. ${fix}`,
    expected: 'a step that nobody else holds',
    actual: `${stepId}, held by ${claim.agent} until ${claim.until}`,
    fix,
  });
}
