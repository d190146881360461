import type { Finding, Invariant } from '../issue.ts';
import { cyclesIn } from './cycles.ts';
import type { StepLimits, TaskPlan, TaskStep } from './task-plan.ts';

/** What can be wrong with a task plan. */
export type TaskPlanIssueType = 'CYCLE' | 'UNKNOWN_DEPENDENCY' | 'ORPHAN_STEP' | 'STEP_TOO_LONG';

/** The location of an issue in a task plan. */
export interface TaskPlanTarget {
  readonly stepId: string;
  readonly dependency?: string;
  /** The steps that wait for each other. */
  readonly stepIds?: readonly string[];
}

type TaskFinding = Finding<TaskPlanIssueType, TaskPlanTarget>;
type TaskInvariant = Invariant<TaskPlan, TaskPlanIssueType, TaskPlanTarget>;

/** The rules for task plans, in order of priority. */
export function taskPlanInvariants(limits: StepLimits): readonly TaskInvariant[] {
  return [
    { name: 'INV-DEPENDENCY-KNOWN', check: unknownDependencies },
    { name: 'INV-NO-CYCLE', check: cycles },
    { name: 'INV-STEP-CONNECTED', check: orphans },
    { name: 'INV-STEP-SIZE', check: (plan) => tooLong(plan, limits) },
  ];
}

function unknownDependencies({ steps }: TaskPlan): TaskFinding[] {
  const known = new Set(steps.map(({ id }) => id));
  return steps.flatMap(({ id, title, dependsOn }, position) =>
    [...new Set(dependsOn)]
      .filter((dependency) => !known.has(dependency))
      .map(
        (dependency): TaskFinding => ({
          type: 'UNKNOWN_DEPENDENCY',
          target: { stepId: id, dependency },
          key: `${id}>${dependency}`,
          evidence: dependency,
          description: `"${title}" waits for ${JSON.stringify(dependency)}, and there is no such step.`,
          position,
        }),
      ),
  );
}

function cycles(plan: TaskPlan): TaskFinding[] {
  const positions = new Map(plan.steps.map(({ id }, at) => [id, at]));
  return cyclesIn(plan).map((stepIds): TaskFinding => {
    const [stepId = ''] = stepIds;
    const members = new Set(stepIds);
    const waits = plan.steps
      .filter(({ id }) => members.has(id))
      .flatMap(({ dependsOn }) => dependsOn.filter((id) => members.has(id))).length;
    return {
      type: 'CYCLE',
      target: { stepId, stepIds },
      // Each wait that a fix removes makes it another problem, even if the same steps are still involved.
      key: `${stepIds.join('>')}/${waits}`,
      evidence: stepIds.join(','),
      description:
        stepIds.length === 1
          ? `Step ${stepId} waits for itself.`
          : `Steps ${stepIds.join(', ')} wait for each other, so none of them can start.`,
      position: positions.get(stepId) ?? 0,
    };
  });
}

/** A step that neither depends on another nor is depended on, in a plan whose other steps are connected. */
function orphans({ steps }: TaskPlan): TaskFinding[] {
  const needed = new Set(steps.flatMap(({ dependsOn }) => dependsOn));
  const isAlone = ({ id, dependsOn }: TaskStep) => dependsOn.length === 0 && !needed.has(id);
  const alone = steps.filter(isAlone);
  if (alone.length === steps.length) return [];
  return alone.map(({ id, title }) => ({
    type: 'ORPHAN_STEP',
    target: { stepId: id },
    key: id,
    evidence: title,
    description: `"${title}" is not connected to any other step.`,
    position: steps.findIndex((step) => step.id === id),
  }));
}

function tooLong({ steps }: TaskPlan, limits: StepLimits): TaskFinding[] {
  return steps.flatMap((step, position) => {
    const excess = excessOf(step, limits);
    if (excess === undefined) return [];
    const { amount, most } = excess;
    return [
      {
        type: 'STEP_TOO_LONG' as const,
        target: { stepId: step.id },
        key: step.id,
        // Recorded with a waiver: it stays as it is.
        evidence: `${amount}, and ${most} may be`,
        description: `Step ${step.id} is too large: it has ${amount}, and may have ${most}.`,
        position,
      },
    ];
  });
}

function excessOf(step: TaskStep, limits: StepLimits): { amount: string; most: number } | undefined {
  const characters = step.title.length + (step.details?.length ?? 0);
  if (characters > limits.characters) return { amount: `${characters} characters`, most: limits.characters };
  const { minutes } = step;
  if (minutes !== undefined && minutes > limits.minutes)
    return { amount: `${minutes} minutes`, most: limits.minutes };
  return undefined;
}
