import { z } from 'zod';
import { toWireRelations, wireRelationFields } from '../graph/step-relations.ts';
import { toWireEvidence, WireEvidence } from '../plan/evidence.ts';
import { PLAN_STATUSES, type Plan, type PlanStep, STEP_STATUSES, StepConflict } from '../plan/plan.ts';

const WireConflicts = z.array(StepConflict).optional();

/** A step on the wire. */
export const WireStep = z.strictObject({
  step_id: z.string().describe('S and at least three digits: S001.'),
  title: z.string(),
  details: z.string().nullable(),
  status: z.enum(STEP_STATUSES),
  notes: z.array(z.string()),
  evidence: z.array(WireEvidence).optional().describe('Evidence that it is done, if there is any.'),
  ...wireRelationFields,
  conflicts: WireConflicts.describe(
    'Conflicting changes by several clones, the current value last. Set the field to resolve the conflict.',
  ),
});

/** A plan on the wire. */
export const WirePlan = z.strictObject({
  objective: z.string(),
  status: z.enum(PLAN_STATUSES),
  steps: z.array(WireStep),
  conflicts: WireConflicts.describe('Conflicting objectives from several clones, the current one last.'),
});

export type WireStep = z.infer<typeof WireStep>;
export type WirePlan = z.infer<typeof WirePlan>;

/** A plan or a step in its wire form, snake_case, as in tool outputs and files. */
export function toWire(plan: Plan): WirePlan;
export function toWire(step: PlanStep): WireStep;
export function toWire(value: Plan | PlanStep): WirePlan | WireStep {
  if ('stepId' in value) {
    const { stepId, title, details, status, notes, evidence, conflicts, ...relations } = value;
    return {
      step_id: stepId,
      title,
      details,
      status,
      notes: [...notes],
      ...(evidence && { evidence: evidence.map(toWireEvidence) }),
      ...toWireRelations(relations),
      ...(conflicts && { conflicts: conflicts.map(toWireConflict) }),
    };
  }
  const { objective, status, steps, conflicts } = value;
  return {
    objective,
    status,
    steps: steps.map((step) => toWire(step)),
    ...(conflicts && { conflicts: conflicts.map(toWireConflict) }),
  };
}

function toWireConflict({ field, values }: StepConflict) {
  return { field, values: [...values] };
}
