import { noModel } from '../../../harness/pass/recorded-llm.ts';
import { sha256 } from '../../../journal/integrity/sha256.ts';
import { generateObject } from '../../../model/answers/generate-object.ts';
import { ModelError } from '../../../model/error.ts';
import type { Llm } from '../../../model/llm.ts';
import { repairTaskPlan } from '../../../repair/task-plan/repair-task-plan.ts';
import type { GivenTask } from '../commands/command.ts';
import { knownKinds } from '../commands/task-kinds.ts';
import { PlannerError } from '../error.ts';
import type { Brief, PlanReader } from '../facts.ts';
import { parsePlan } from '../parse/parse-tasks.ts';
import { attachmentsIn } from '../parse/spans/attachments.ts';
import { mentions } from '../parse/spans/mentioned-links.ts';
import { kindPolicies, type TaskKinds } from '../run/kind-registry.ts';
import { type ModelPlan, modelPlanSchema } from './model-plan.ts';
import { marked, planningRole, TASK_PLAN, withoutMarkers } from './plan-prompt.ts';
import { type RefusedPlan, type RepairedPlan, repairedPlan } from './plan-repair.ts';
import { TextSource } from './text-source.ts';

/** Nobody writes a longer text by hand, and a model would be slow and expensive. */
const MAX_TEXT_LENGTH = 60_000;
/** The first answer, and a second one with the errors of the first. */
const ATTEMPTS = 2;

/** What reads a plan from a text: `auto` is the model if there is a real one, otherwise the parser. */
export type PlanWith = 'auto' | 'parser' | 'model';

/** A plan and its reader. */
export interface ModelPlanned {
  readonly tasks: readonly GivenTask[];
  /** What holds for all tasks. */
  readonly brief: Brief;
  /** What read the text, with corrections to the model's plan, or why the parser was used. */
  readonly readBy: PlanReader;
}

/** Options of {@link planWithModel}. */
export interface PlanWithModelOptions {
  readonly llm: Llm;
  readonly signal?: AbortSignal;
  /** Whether the parser is used if the model fails. Otherwise that is an `LlmError`. Default: true. */
  readonly fallback?: boolean;
  /** Additional kinds of tasks. */
  readonly kinds?: TaskKinds | undefined;
}

/** Whether a model reads the plan. The demo model does not: it would only pretend to. */
export function isReadByModel(planWith: PlanWith, llm: Llm | undefined): llm is Llm {
  if (llm === undefined || planWith === 'parser') return false;
  return planWith === 'model' || !(llm.demo || llm.id === noModel.id);
}

/**
 * Lets a model read a plan from a text. Its answer is checked against the text: each task quotes the passage it
 * comes from, and commands, links, files and numbers have to occur in the text. An invalid answer goes back once
 * with what is wrong; after that it is repaired or, if that is not possible, the parser reads the text. What the
 * text marks as done stays done, whatever the model says.
 */
export async function planWithModel(
  text: string,
  { llm, signal, fallback = true, kinds }: PlanWithModelOptions,
): Promise<ModelPlanned> {
  if (llm.demo) return byParser(text, `The demo model ${llm.id} cannot read text.`);
  if (text.length > MAX_TEXT_LENGTH)
    return byParser(text, `The text has more than ${MAX_TEXT_LENGTH} characters.`);
  const refused: RefusedPlan[] = [];
  let attempt = 1;
  try {
    const { value } = await generateObject(llm, {
      name: TASK_PLAN,
      schema: modelPlanSchema({
        text,
        kinds: knownKinds(kindPolicies(kinds)),
        onRefused: (plan) => refused.push({ plan, isSecond: attempt > 1 }),
      }),
      system: planningRole(kinds),
      messages: [{ role: 'user', text: marked(text) }],
      attempts: ATTEMPTS,
      onAttempt: ({ number }) => {
        attempt = number;
      },
      ...(signal && { signal }),
    });
    return planned(value, text, llm);
  } catch (error) {
    if (!(error instanceof ModelError) || signal?.aborted) throw error;
    const mended = lastRepaired(refused, text);
    if (mended !== undefined) return planned(mended.plan, text, llm, mended.notes);
    if (!fallback) throw notPlanned(llm, error);
    return byParser(text, whyNoPlan(llm, error));
  }
}

/** The last invalid answer, repaired if possible. */
function lastRepaired(refused: readonly RefusedPlan[], text: string): RepairedPlan | undefined {
  return refused.map((each) => repairedPlan(each, text)).findLast((each) => each !== undefined);
}

function byParser(text: string, note: string): ModelPlanned {
  return { ...parsePlan(text), readBy: { reader: 'parser', notes: [note], text: textDigest(text) } };
}

/** The digest of a text that a model has read, because another call would give a different answer. */
export function textDigest(text: string): string {
  return sha256(text);
}

function briefOf({ objective, ...lists }: ModelPlan['brief']): Brief {
  const entries = (words: readonly string[]) => [
    ...new Set(words.map(withoutMarkers).filter((each) => each !== '')),
  ];
  const aim = withoutMarkers(objective ?? '');
  return {
    ...(aim !== '' && { objective: aim }),
    constraints: entries(lists.constraints),
    background: entries(lists.background),
    acceptance: entries(lists.acceptance),
  };
}

/** The plan after corrections that need no further call, such as breaking cycles. */
function planned(
  { tasks: given, brief }: ModelPlan,
  text: string,
  llm: Llm,
  mends: readonly string[] = [],
): ModelPlanned {
  const source = new TextSource(text);
  const works = parsePlan(text)
    .tasks.filter(({ kind }) => kind !== 'Clarification')
    .map(({ description }) => new TextSource(description));
  const tasks = given.map((task) => ({
    ...task,
    // An answer completes a question, so if it may be work, a person must look at it.
    kind:
      task.kind === 'Clarification' && works.some((work) => work.has(task.quote)) ? 'Processing' : task.kind,
    description: withoutMarkers(task.description),
    isMarked: !task.done && source.isMarkedDone(task.quote),
  }));
  const byId = new Map(tasks.map((task) => [`${task.id}`, task]));
  const { plan, applied } = repairTaskPlan({
    steps: tasks.map(({ id, description, dependsOn }) => ({
      id: `${id}`,
      title: description,
      dependsOn: dependsOn.map(String),
    })),
  });
  const numbers = new Map(plan.steps.map(({ id }, at) => [id, at + 1]));
  const marks = tasks
    .filter(({ isMarked }) => isMarked)
    .map(({ description }) => `The text marks it as done: ${description}`);
  const notes = [...mends, ...applied.map(({ why }) => why), ...marks];
  return {
    tasks: plan.steps.map(({ id, title, dependsOn }) => {
      const task = byId.get(id);
      return {
        description: title,
        kind: task?.kind ?? 'Processing',
        attachments: mentions(title, attachmentsIn(title)),
        dependsOn: dependsOn.flatMap((needed) => numbers.get(needed) ?? []),
        ...((task?.done || task?.isMarked) && { done: true as const }),
      };
    }),
    brief: briefOf(brief),
    readBy: {
      reader: 'model',
      model: llm.id,
      text: textDigest(text),
      ...(notes.length > 0 && { notes }),
    },
  };
}

/** Why the model made no plan, in a line or two: the attempts are in the journal. */
function whyNoPlan({ id }: Llm, { code, message, reasons }: ModelError): string {
  if (code !== 'model-bad-output') return message;
  return `The answer of ${id} could not be used: ${reasons.at(-1) ?? message}`;
}

function notPlanned(llm: Llm, cause: ModelError): PlannerError {
  return new PlannerError('LlmError', {
    summary: `${llm.id} made no plan: ${cause.message}`,
    fix: 'Nothing was planned. Try again, or let the parser make the plan.',
    cause,
  });
}
