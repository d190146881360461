import type { PlanningStepFields } from './plan.ts';

/**
 * The steps with unique ids, dependencies first and otherwise in the given order. Dependencies on unknown steps, and
 * those that would form a cycle, are dropped.
 */
export function orderedSteps(steps: readonly PlanningStepFields[]): readonly PlanningStepFields[] {
  const named = withUniqueIds(steps);
  const byId = new Map(named.map((step) => [step.stepId, step]));
  const ordered = new Map<string, PlanningStepFields>();
  const visiting = new Set<string>();

  const place = (step: PlanningStepFields): void => {
    if (ordered.has(step.stepId)) return;
    visiting.add(step.stepId);
    const kept = [...new Set(step.dependencies)].filter((id) => {
      const wanted = byId.get(id);
      if (wanted === undefined || visiting.has(id)) return false;
      place(wanted);
      return true;
    });
    visiting.delete(step.stepId);
    ordered.set(step.stepId, { ...step, dependencies: kept });
  };
  for (const step of named) place(step);
  return [...ordered.values()];
}

/** Gives a second step with the same id another one. */
function withUniqueIds(steps: readonly PlanningStepFields[]): readonly PlanningStepFields[] {
  const used = new Set(steps.map(({ stepId }) => stepId));
  const given = new Set<string>();
  return steps.map((step) => {
    let { stepId } = step;
    for (let n = 1; given.has(stepId); n++) {
      if (!used.has(`s${n}`) && !given.has(`s${n}`)) stepId = `s${n}`;
    }
    given.add(stepId);
    return { ...step, stepId };
  });
}
