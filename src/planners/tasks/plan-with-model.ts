import { z } from 'zod';
import { ModelError } from '../../model/error.ts';
import { generateObject } from '../../model/generate-object.ts';
import type { Llm } from '../../model/llm.ts';
import { repairTaskPlan } from '../../repair/task-plan/repair-task-plan.ts';
import type { GivenTask } from './command.ts';
import { PlannerError } from './error.ts';
import type { Brief, TaskAttachment, TaskKind } from './facts.ts';
import { parsePlan, parseTasks } from './parse/parse-tasks.ts';
import { marked, planningRole, TASK_PLAN, withoutMarkers } from './plan-prompt.ts';
import { kindPolicies, type TaskKinds } from './registered-kinds.ts';
import { knownKinds } from './task-kinds.ts';

const MOST_TASKS = 50;

const ModelBrief = z
  .object({
    objective: z.string().nullish(),
    constraints: z.array(z.string()).default([]),
    background: z.array(z.string()).default([]),
    acceptance: z.array(z.string()).default([]),
  })
  .prefault({});

function modelPlan(kinds: readonly TaskKind[]) {
  return z.object({
    tasks: z
      .array(
        z.object({
          id: z.int().min(1),
          description: z.string().trim().min(1).max(1000),
          kind: z.enum(kinds),
          dependsOn: z.array(z.int().min(1)).default([]),
          done: z.boolean().default(false),
        }),
      )
      .min(1)
      .max(MOST_TASKS)
      .refine(
        (tasks) => new Set(tasks.map(({ id }) => id)).size === tasks.length,
        'every task has an id of its own',
      ),
    brief: ModelBrief,
  });
}
type ModelPlan = z.infer<ReturnType<typeof modelPlan>>;

/** A plan, and who made it. */
export interface ModelPlanned {
  readonly tasks: readonly GivenTask[];
  /** What holds for all tasks. */
  readonly brief: Brief;
  readonly origin: 'model' | 'parser';
  /** What was mended in the model's plan, or why the parser had to make it. */
  readonly notes: readonly string[];
}

/** How a plan is asked for. */
export interface PlanWithModelOptions {
  readonly llm: Llm;
  readonly signal?: AbortSignal;
  /** Whether the parser makes the plan when the model does not. Otherwise that is an `LlmError`. Default true. */
  readonly fallback?: boolean;
  /** The kinds that tasks may have beside the usual ones. */
  readonly kinds?: TaskKinds | undefined;
}

/**
 * Lets a model plan. What is wrong with the plan, such as tasks that wait for each other, is mended and not asked for
 * again. Each task has the links and files that its text names.
 */
export async function planWithModel(
  text: string,
  { llm, signal, fallback = true, kinds }: PlanWithModelOptions,
): Promise<ModelPlanned> {
  try {
    const { value } = await generateObject(llm, {
      name: TASK_PLAN,
      schema: modelPlan(knownKinds(kindPolicies(kinds))),
      system: planningRole(kinds),
      messages: [{ role: 'user', text: marked(text) }],
      ...(signal && { signal }),
    });
    const planned = mended(value);
    if (planned.tasks.length > 0) return { ...planned, brief: briefOf(value.brief), origin: 'model' };
    if (!fallback) throw notPlanned(llm, 'tasks that say nothing');
    return byParser(text, `${llm.id} made no plan: its tasks say nothing.`);
  } catch (error) {
    if (!(error instanceof ModelError) || signal?.aborted) throw error;
    if (!fallback) throw notPlanned(llm, error.message, error);
    return byParser(text, `${llm.id} made no plan: ${error.message}`);
  }
}

function byParser(text: string, note: string): ModelPlanned {
  return { ...parsePlan(text), origin: 'parser', notes: [note] };
}

function briefOf({ objective, ...lists }: z.infer<typeof ModelBrief>): Brief {
  const told = (words: readonly string[]) => words.map(withoutMarkers).filter((each) => each !== '');
  const aim = withoutMarkers(objective ?? '');
  return {
    ...(aim !== '' && { objective: aim }),
    constraints: told(lists.constraints),
    background: told(lists.background),
    acceptance: told(lists.acceptance),
  };
}

function mended({ tasks: given }: ModelPlan): Pick<ModelPlanned, 'tasks' | 'notes'> {
  const tasks = given
    .map((task) => ({ ...task, description: withoutMarkers(task.description) }))
    .filter(({ description }) => description !== '');
  const done = new Set(tasks.filter((task) => task.done).map(({ id }) => `${id}`));
  const kinds = new Map(tasks.map(({ id, kind }) => [`${id}`, kind]));
  const { plan, made } = repairTaskPlan({
    steps: tasks.map(({ id, description, dependsOn }) => ({
      id: `${id}`,
      title: description,
      dependsOn: dependsOn.map(String),
    })),
  });
  const numbers = new Map(plan.steps.map(({ id }, at) => [id, at + 1]));
  return {
    tasks: plan.steps.map(({ id, title, dependsOn }) => ({
      description: title,
      kind: kinds.get(id) ?? 'Processing',
      attachments: attachmentsIn(title),
      dependsOn: dependsOn.flatMap((needed) => numbers.get(needed) ?? []),
      ...(done.has(id) && { done: true as const }),
    })),
    notes: made.map(({ why }) => why),
  };
}

function attachmentsIn(description: string): TaskAttachment[] {
  return parseTasks(description).flatMap(({ attachments }) => attachments);
}

function notPlanned(llm: Llm, actual: string, cause?: ModelError): PlannerError {
  return new PlannerError('LlmError', {
    expected: `a plan from ${llm.id}`,
    actual,
    fix: 'Nothing was planned. Try again, or let the parser make the plan.',
    ...(cause && { cause }),
  });
}
