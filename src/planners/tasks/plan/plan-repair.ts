import { parsePlan } from '../parse/parse-tasks.ts';
import type { ModelPlan } from './model-plan.ts';
import {
  countProblems,
  isInvented,
  leftOut,
  type ModelTask,
  repeatedTasks,
  taskProblems,
} from './plan-check.ts';
import { TextSource } from './text-source.ts';

/** An invalid answer. */
export interface RefusedPlan {
  readonly plan: ModelPlan;
  /** Whether the model had already received the errors of an earlier answer. */
  readonly isSecond: boolean;
}

/** A repaired plan, and its corrections. */
export interface RepairedPlan {
  readonly plan: ModelPlan;
  readonly notes: readonly string[];
}

/** The share of a task's words that must occur in the text, if its quote does not. */
const UNQUOTED_WORDS = 0.9;
const LIST_MARK = /^[\s>]*(?:[-*+•]\s+|\d+[.)]\s+)*(?:\[[ xX]?\]\s*|[☐☑✅✔✓⬜]\ufe0f?\s*)?/u;

/**
 * A plan without the parts that the text does not support: such a task is replaced by its quote. Omitted rules are
 * added. Undefined if it cannot be repaired.
 */
export function repairedPlan({ plan, isSecond }: RefusedPlan, text: string): RepairedPlan | undefined {
  const source = new TextSource(text);
  const notes: string[] = [];
  const tasks = plan.tasks.flatMap((task) => repairedTask(task, source, notes) ?? []);
  const mended = { tasks, brief: saidBrief(plan.brief, source, notes) };
  if (tasks.length < plan.tasks.length || countProblems(mended).length > 0) return undefined;
  const read = parsePlan(text);
  if (!isSecond && repeatedTasks(mended, read).length > 0) return undefined;
  const missing = leftOut(mended, read);
  notes.push(...missing.tasks.map((words) => `Not planned; check whether it is wanted: ${words}`));
  return { plan: { tasks, brief: withRules(mended.brief, missing) }, notes };
}

function withRules(
  brief: ModelPlan['brief'],
  { constraints, acceptance }: Pick<ModelPlan['brief'], 'constraints' | 'acceptance'>,
): ModelPlan['brief'] {
  return {
    ...brief,
    constraints: [...brief.constraints, ...constraints],
    acceptance: [...brief.acceptance, ...acceptance],
  };
}

function repairedTask(task: ModelTask, source: TextSource, notes: string[]): ModelTask | undefined {
  const wrong = new Set(taskProblems(task, source).map(({ path: [field] }) => field));
  if (wrong.size === 0) return task;
  const done = task.done && !wrong.has('done');
  if (wrong.has('done')) notes.push(`The text does not mark it as done: ${task.description}`);
  if (wrong.has('quote')) {
    const isSaid = !wrong.has('description') && source.shareOf(task.description) >= UNQUOTED_WORDS;
    return isSaid ? { ...task, done } : undefined;
  }
  if (!wrong.has('description')) return { ...task, done };
  const quoted = { ...task, done, description: task.quote.replace(LIST_MARK, '').trim() };
  if (taskProblems(quoted, source).length > 0) return undefined;
  notes.push(`In the words of the text: ${quoted.description}`);
  return quoted;
}

function saidBrief(brief: ModelPlan['brief'], source: TextSource, notes: string[]): ModelPlan['brief'] {
  const isSaid = (words: string) => {
    if (!isInvented(words, source)) return true;
    notes.push(`The text does not say: ${words}`);
    return false;
  };
  return {
    objective: brief.objective !== null && isSaid(brief.objective) ? brief.objective : null,
    constraints: brief.constraints.filter(isSaid),
    background: brief.background.filter(isSaid),
    acceptance: brief.acceptance.filter(isSaid),
  };
}
