import type { FactStore } from '../../../journal/store.ts';
import { openPlan, planIn } from '../../../plan-tools/open-plan.ts';
import { type Plan, type PlanStep, stepIdOf } from '../../../plan-tools/plan.ts';
import { highestOf } from '../../../plan-tools/plan-number.ts';
import { MAX_DETAILS, MAX_OBJECTIVE, MAX_TITLE } from '../../../plan-tools/text-rules.ts';
import type { Todo, TodoChange } from './todo-change.ts';

/** Whose list it is. */
export interface TodoOwner {
  readonly planId: string;
  /** What the plan is called that mirrors the list. */
  readonly objective: string;
  /** Who did it, for the record. */
  readonly by: string;
}

interface Call {
  readonly tool: 'planning_setup_plan' | 'planning_add_step' | 'planning_update_step' | 'planning_mark_step';
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * Makes a plan of the list that an agent keeps for itself: what the agent changed becomes calls of the plan tools, so that
 * the plan is shown, replayed and forked like any other.
 */
export async function mirrorTodos(store: FactStore, change: TodoChange, owner: TodoOwner): Promise<void> {
  const { session, section } = openPlan(store, owner.planId, { text: 'unicode' });
  await session.refresh();
  for (const { tool, input } of callsFor(planIn({ session }), change, owner)) {
    await section.tool(String(tool)).call(input, { by: owner.by });
  }
}

/** The calls that bring a plan to where the list stands. */
export function callsFor(
  plan: Plan | undefined,
  change: TodoChange,
  { objective }: Pick<TodoOwner, 'objective'>,
): readonly Call[] {
  if (change.type === 'changed') return changedItem(plan, change);
  const todos = change.type === 'written' ? change.todos : [withId(change.todo, change.id)];
  const kept = todos.filter(({ status }) => status !== 'cancelled').map(fitted);
  if (change.type === 'added') return plan?.status === 'active' ? added(kept) : begun(kept, objective);
  const steps = new Map(plan?.steps.map((step) => [step.title, step]));
  const texts = new Set(kept.map(({ text }) => text));
  // Where an item was taken off, it is another list.
  const isLess = plan?.steps.some(({ title }) => !texts.has(title));
  if (plan?.status !== 'active' || isLess) return begun(kept, objective);
  return [...added(kept.filter(({ text }) => !steps.has(text))), ...markedIn(kept, steps, highestOf(plan))];
}

/** Where items stand by now; those that are new come after the others, in their order. */
function markedIn(
  todos: readonly Todo[],
  steps: ReadonlyMap<string, PlanStep>,
  highest: number,
): readonly Call[] {
  let next = highest;
  return todos.flatMap(({ text, status }) => {
    const { stepId, status: before } = steps.get(text) ?? { stepId: stepIdOf(++next), status: 'pending' };
    return before === status ? [] : [marked(stepId, status)];
  });
}

function begun(todos: readonly Todo[], objective: string): readonly Call[] {
  if (todos.length === 0) return [];
  const first = { objective: cut(objective, MAX_OBJECTIVE), initial_steps: todos.map(newStep) };
  return [
    { tool: 'planning_setup_plan', input: first },
    // Ids of a new plan count from one.
    ...markedIn(todos, new Map(), 0),
  ];
}

function added(todos: readonly Todo[]): readonly Call[] {
  return todos.length === 0 ? [] : [{ tool: 'planning_add_step', input: { steps: todos.map(newStep) } }];
}

function changedItem(
  plan: Plan | undefined,
  { id, text, details, status }: TodoChange & { readonly type: 'changed' },
): readonly Call[] {
  const step = plan?.steps.find((each) => each.details?.split('\n').at(-1) === idLine(id));
  if (step === undefined) return [];
  if (status === 'cancelled') return [removed(step)];
  const update = {
    ...(text !== undefined && { title: cut(text, MAX_TITLE) }),
    ...(details !== undefined && { details: withIdLine(details, id) }),
  };
  return [
    ...(Object.keys(update).length === 0
      ? []
      : [{ tool: 'planning_update_step', input: { step_id: step.stepId, ...update } } as const]),
    ...(status === undefined || status === step.status ? [] : [marked(step.stepId, status)]),
  ];
}

function marked(stepId: string, status: Todo['status']): Call {
  return { tool: 'planning_mark_step', input: { step_id: stepId, status } };
}

function removed({ stepId }: PlanStep): Call {
  return { tool: 'planning_update_step', input: { step_id: stepId, remove: true } };
}

function newStep({ text, details }: Todo): object {
  return { title: text, ...(details !== undefined && { details }) };
}

/** The agent's id of an item stands in the last line of the details: that is how it is found again. */
function withId(todo: Todo, id: string): Todo {
  return { ...todo, details: withIdLine(todo.details ?? '', id) };
}

function withIdLine(details: string, id: string): string {
  const line = idLine(id);
  const before = cut(details, MAX_DETAILS - line.length - 1);
  return before === '' ? line : `${before}\n${line}`;
}

function idLine(id: string): string {
  return `Item ${id} of the agent's list.`;
}

function fitted(todo: Todo): Todo {
  return { ...todo, text: cut(todo.text, MAX_TITLE) };
}

/** One line, as long as a title may be. */
function cut(text: string, most: number): string {
  const characters = [...text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim()];
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 3).join('')}...`;
}
