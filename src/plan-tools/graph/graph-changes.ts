import type { OnRecord } from '../calls/tool-definition.ts';
import { ToolValidationError } from '../error.ts';
import { activePlan, stepOf } from '../plan/changes.ts';
import { frozenStep, type Plan, type PlanStep } from '../plan/plan.ts';
import { changedPlan, presentId } from '../plan/plan-number.ts';
import { stepClaimed } from './claimed-steps.ts';
import { waitingCycle } from './link-cycle.ts';
import { readySteps, StepGraph } from './ready-steps.ts';
import { carrierOf, isClaimed, type StepLink, unclaimed, withLink } from './step-relations.ts';

/** A link to add or remove. */
export interface LinkChange extends StepLink {
  readonly remove?: true | undefined;
}

/** Adds and removes links between steps, all or none. */
export interface LinkSteps {
  readonly links: readonly LinkChange[];
}

/** Claims a step for one agent for a limited time, or releases it. Without a step, the first one that is ready. */
export interface ClaimStep {
  readonly stepId?: string | undefined;
  readonly agent: string;
  /** The time of the request, ISO 8601. */
  readonly at: string;
  /** Until when nobody else may claim it, ISO 8601. */
  readonly until: string;
  readonly release?: true | undefined;
  /** Even if another agent holds it. */
  readonly takeOver?: true | undefined;
}

/** The plan with the links changed. Throws if steps would wait for each other. */
export function linkSteps(plan: Plan | undefined, { links }: LinkSteps, { isRecorded }: OnRecord): Plan {
  const active = activePlan(plan);
  const steps = new Map(active.steps.map((step) => [step.stepId, step]));
  for (const [i, given] of links.entries()) {
    const link = { ...given, from: presentId(active, given.from), to: presentId(active, given.to) };
    const carrier = steps.get(carrierOf(link));
    const isKnown = steps.has(link.from) && steps.has(link.to);
    if (carrier === undefined || !isKnown) {
      // One of the steps may have been erased.
      if (isRecorded) continue;
      const missing = steps.has(link.from) ? 'to' : 'from';
      stepOf(active, link[missing], `links[${i}].${missing}`);
      continue;
    }
    steps.set(carrier.stepId, frozenStep(withLink(carrier, link, link.remove !== true)));
  }
  const changed = changedPlan(active, { steps: Object.freeze([...steps.values()]) });
  const cycle = waitingCycle(changed);
  if (cycle && !isRecorded) throw stepCycle(cycle);
  return changed;
}

/** The plan with the step claimed or released. */
export function claimStep(plan: Plan | undefined, claim: ClaimStep, { isRecorded }: OnRecord): Plan {
  const active = activePlan(plan);
  const step = claimedStep(active, claim);
  if (!isRecorded) checkClaim(active, step, claim);
  const changed = claim.release
    ? { ...unclaimed(step), ...(step.status === 'in_progress' && { status: 'pending' as const }) }
    : {
        ...step,
        status: 'in_progress' as const,
        claim: Object.freeze({ agent: claim.agent, until: claim.until }),
      };
  return changedPlan(active, {
    steps: Object.freeze(active.steps.map((each) => (each === step ? frozenStep(changed) : each))),
  });
}

function claimedStep(plan: Plan, { stepId, at }: ClaimStep): PlanStep {
  if (stepId !== undefined) return stepOf(plan, stepId);
  const [first] = readySteps(plan, at);
  if (first) return first;
  throw new ToolValidationError('step-not-ready', {
    message: 'No step is ready: each is done, held by somebody, or waits for another one.',
    expected: 'a step that can be begun',
    actual: 'none',
    fix: 'Call planning_read_plan to see what the steps wait for, or try again later.',
  });
}

function checkClaim(plan: Plan, step: PlanStep, { agent, at, release, takeOver }: ClaimStep): void {
  const { stepId, claim, status } = step;
  if (claim && claim.agent !== agent && isClaimed(step, at) && !takeOver) {
    throw stepClaimed({ stepId, claim });
  }
  if (release) {
    if (claim) return;
    throw notReady(stepId, 'nobody has claimed it', 'Nothing has to be released.');
  }
  if (status === 'done') throw notReady(stepId, 'it is done', 'Choose another step with planning_ready.');
  const { blockers, openParts } = new StepGraph(plan).hindranceOf(step, at);
  if (blockers.length > 0) {
    throw notReady(stepId, `it waits for ${blockers.join(', ')}`, `Do ${blockers.join(', ')} first.`);
  }
  if (openParts.length > 0) {
    throw notReady(stepId, `its parts ${openParts.join(', ')} are open`, 'Claim one of its parts.');
  }
}

function notReady(stepId: string, why: string, fix: string): ToolValidationError {
  return new ToolValidationError('step-not-ready', {
    field: 'step_id',
    message: `${stepId} cannot be claimed: ${why}. ${fix}`,
    expected: 'a step that can be begun',
    actual: `${stepId}: ${why}`,
    fix,
  });
}

function stepCycle(cycle: readonly string[]): ToolValidationError {
  const way = cycle.join(' -> ');
  return new ToolValidationError('step-cycle', {
    field: 'links',
    message: `These steps would wait for each other: ${way}. Leave out or remove one of the links between them.`,
    expected: 'steps that do not wait for each other',
    actual: way,
    fix: 'Leave out or remove one of the links between them, and call again: the plan is unchanged.',
  });
}
