import type { HandOver } from '../../harness/module/planner-module.ts';
import type { HandedOverTask } from './facts.ts';
import type { PlanWire, StepWire } from './plan/schema.ts';
import type { SessionPlan } from './session-fold.ts';

const MAX_TITLE_LENGTH = 200;

/** The task list of an accepted plan. It has the plan's id, so that repeated requests create only one. */
export function handOversOf({ request, tasks }: SessionPlan): readonly HandOver[] {
  const { requestId, goal } = request;
  // An evolution carries out its plans itself.
  if (tasks === undefined || request.evolution) return [];
  return [
    {
      key: requestId,
      to: 'tasks',
      title: goal.trim().split('\n')[0]?.slice(0, MAX_TITLE_LENGTH) ?? '',
      input: {
        text: goal,
        tasks: tasks.map(({ description, kind, dependsOn }) => ({
          description,
          kind,
          ...(dependsOn && { dependsOn }),
        })),
      },
    },
  ];
}

/** An accepted plan as tasks: one for each step, and one that checks the whole. */
export function tasksOf(plan: PlanWire): readonly HandedOverTask[] {
  const numbers = new Map(plan.steps.map(({ id }, i) => [id, i + 1]));
  const steps = plan.steps.map((step): HandedOverTask => {
    const dependsOn = (step.dependencies ?? []).flatMap((id) => numbers.get(id) ?? []);
    return {
      description: stepDescription(step, plan),
      kind: 'Processing',
      attachments: [],
      ...(dependsOn.length > 0 && { dependsOn }),
    };
  });
  return [
    ...steps,
    {
      description: finalCheck(plan),
      kind: 'Processing',
      attachments: [],
      dependsOn: plan.steps.map((_, i) => i + 1),
    },
  ];
}

function stepDescription(step: StepWire, { guardrails }: PlanWire): string {
  return [
    step.title,
    `Why: ${step.intent}`,
    ...listed('Do', step.actions),
    ...listed('Files', step.files),
    ...listed('Mind', [...guardrails, ...(step.risks ?? [])]),
    ...listed('Done when', step.validation),
    ...listed('See', step.references),
  ].join('\n');
}

function finalCheck({ plan_summary, validation, handoff_notes, fallback_plan }: PlanWire): string {
  return [
    `Check the whole plan: ${plan_summary}`,
    ...listed('Done when', validation),
    ...listed('Notes', handoff_notes),
    ...(fallback_plan ? [`If it does not work out: ${fallback_plan}`] : []),
  ].join('\n');
}

function listed(label: string, items: readonly string[] = []): readonly string[] {
  return items.length === 0 ? [] : [`${label}:`, ...items.map((item) => `- ${item}`)];
}
