import { linksOf, withLink } from '../graph/step-relations.ts';
import { frozenPlan, type Plan, type PlanStep, stepNumber } from '../plan/plan.ts';
import { highestOf, numberOf, withHighest, withIdsOf, withNumber } from '../plan/plan-number.ts';
import { evidenceOf, type PlanChange } from './plan-change.ts';

const NO_PLAN: Plan = { objective: '', status: 'active', steps: [] };

/** The plan after these changes. Changes to a missing step have no effect. */
export function changedBy(before: Plan | undefined, changes: readonly PlanChange[]): Plan {
  let { objective, status } = before ?? NO_PLAN;
  let isAbandoned = status === 'abandoned';
  const order = new StepOrder((before ?? NO_PLAN).steps.map(({ stepId }) => stepId));
  const steps = new Map(before?.steps.map((step) => [step.stepId, step]));
  let highest = before ? highestOf(before) : 0;
  for (const change of changes) {
    if ('objective' in change) objective = change.objective;
    else if ('abandoned' in change) isAbandoned = change.abandoned;
    else if ('add' in change) {
      const { add: stepId, title, details } = change;
      steps.set(stepId, { stepId, title, details, status: 'pending', notes: [] });
      order.put(stepId, change.after);
      highest = Math.max(highest, stepNumber({ stepId }));
    } else if ('remove' in change) {
      steps.delete(change.remove);
      order.remove(change.remove);
    } else if ('move' in change) order.put(change.move, change.after);
    else {
      const stepId = 'link' in change ? carrier(change) : change.step;
      const step = steps.get(stepId);
      if (step) steps.set(stepId, changedStep(step, change));
    }
  }
  const kept = order.ids.flatMap((id) => steps.get(id) ?? []).map((step) => withKnownLinks(step, steps));
  status = statusOf(kept, isAbandoned);
  const plan = withNumber(frozenPlan({ objective, status, steps: kept }), numberOf(before));
  return withIdsOf(before, withHighest(plan, Math.max(highest, highestOf(plan))));
}

/** The status of a plan. One that was abandoned by one clone while another added to it stays active. */
export function statusOf(steps: readonly PlanStep[], isAbandoned: boolean): Plan['status'] {
  if (steps.length === 0) return isAbandoned ? 'abandoned' : 'active';
  return steps.every(({ status }) => status === 'done') ? 'completed' : 'active';
}

/** A change to one step. */
export type StepChange = Extract<PlanChange, { step: string } | { link: object }>;

function carrier({ link }: Extract<PlanChange, { link: object }>): string {
  return link.type === 'blocks' || link.type === 'parent' ? link.to : link.from;
}

/** The step after a change to one of its fields. */
function changedStep(step: PlanStep, change: StepChange): PlanStep {
  if ('link' in change) return withLink(step, change.link, change.on);
  if ('title' in change) return { ...step, title: change.title };
  if ('details' in change) return { ...step, details: change.details };
  if ('status' in change) return { ...step, status: change.status };
  if ('note' in change) return { ...step, notes: [...step.notes, change.note] };
  if ('notes' in change) return { ...step, notes: change.notes };
  if ('evidence' in change) {
    return { ...step, evidence: [...(step.evidence ?? []), ...change.evidence.flatMap(evidenceOf)] };
  }
  const { evidence: _, claim: __, ...rest } = step;
  if ('allEvidence' in change) {
    const evidence = change.allEvidence.flatMap(evidenceOf);
    return { ...rest, ...(step.claim && { claim: step.claim }), ...(evidence.length > 0 && { evidence }) };
  }
  return {
    ...rest,
    ...(step.evidence && { evidence: step.evidence }),
    ...(change.claim && { claim: change.claim }),
  };
}

function withKnownLinks(step: PlanStep, steps: ReadonlyMap<string, PlanStep>): PlanStep {
  const lost = linksOf(step).filter(({ from, to }) => !steps.has(from) || !steps.has(to));
  return lost.reduce((rest, link) => withLink(rest, link, false), step);
}

/** The order of steps under a sequence of changes. */
export class StepOrder {
  readonly ids: string[];

  constructor(ids: readonly string[] = []) {
    this.ids = [...ids];
  }

  /** Puts a step after another one; with `null` first, with neither last. */
  put(id: string, after?: string | null): void {
    this.remove(id);
    const place = after == null ? -1 : this.ids.indexOf(after);
    if (after === undefined || (after !== null && place < 0)) this.ids.push(id);
    else this.ids.splice(place + 1, 0, id);
  }

  remove(id: string): void {
    const place = this.ids.lastIndexOf(id);
    if (place >= 0) this.ids.splice(place, 1);
  }
}
