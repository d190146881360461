import { stripVTControlCharacters } from 'node:util';
import type { FactStore } from '../../../journal/store.ts';
import { ToolValidationError } from '../../../plan-tools/error.ts';
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
  readonly tool:
    | 'planning_setup_plan'
    | 'planning_add_step'
    | 'planning_update_step'
    | 'planning_mark_step'
    | 'planning_clear_plan'
    | 'planning_link';
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * Makes a plan of the list that an agent keeps for itself: what the agent changed becomes calls of the plan tools, so that
 * the plan is shown, replayed and forked like any other.
 */
export async function mirrorTodos(store: FactStore, change: TodoChange, owner: TodoOwner): Promise<void> {
  const rules = { text: 'unicode', graph: true, replaces: 'when-asked' } as const;
  const { session, section } = openPlan(store, owner.planId, rules);
  for (let attempt = 1; ; attempt++) {
    await session.refresh();
    try {
      for (const { tool, input } of callsFor(planIn({ session }), change, owner)) {
        await section.tool(String(tool)).call(input, { by: owner.by });
      }
      return;
    } catch (error) {
      // Another hook has begun the list at the same time: what is new is added to that.
      if (!isPlanActive(error) || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

function isPlanActive(error: unknown): boolean {
  return error instanceof ToolValidationError && error.code === 'plan-active';
}

const MOST_ATTEMPTS = 5;

/** The calls that bring a plan to where the list stands. */
export function callsFor(
  plan: Plan | undefined,
  change: TodoChange,
  { objective }: Pick<TodoOwner, 'objective'>,
): readonly Call[] {
  if (change.type === 'changed') return changedItem(plan, change);
  if (change.type === 'added') return addedItem(plan, fitted(withId(change.todo, change.id)), objective);
  const kept = change.todos
    .filter(({ status }) => status !== 'cancelled')
    .map(fitted)
    .filter(({ text }) => text !== '');
  if (plan?.status !== 'active') return begun(kept, objective, { replace: true });
  if (kept.length === 0) return [{ tool: 'planning_clear_plan', input: {} }];
  const steps = inOrder(plan.steps, ({ title }) => title);
  const items = inOrder(kept, ({ text }) => text);
  const known = new Map(steps.map(({ key, item }) => [key, item]));
  const still = items.filter(({ key }) => known.has(key));
  // Where items were taken off or moved, it is another list.
  if (still.length < steps.length || still.some(({ key }, i) => key !== steps[i]?.key))
    return begun(kept, objective, { replace: true });
  return [...addedAmong(items, known), ...markedIn(kept, known, highestOf(plan))];
}

/** Items of a list that is over are part of it still, when another one is added. */
function addedItem(plan: Plan | undefined, todo: Todo, objective: string): readonly Call[] {
  if (plan?.status === 'active') return [{ tool: 'planning_add_step', input: { steps: [newStep(todo)] } }];
  const before = (plan?.steps ?? []).map(({ title, details, status }) => ({
    text: title,
    details: details ?? undefined,
    status,
  }));
  return begun([...before, todo], objective);
}

/** Puts each new item after the one that it follows in the list. */
function addedAmong(items: readonly Keyed<Todo>[], known: ReadonlyMap<string, PlanStep>): readonly Call[] {
  const calls: Call[] = [];
  const [first] = items.flatMap(({ key }) => known.get(key)?.stepId ?? []);
  let above: string | undefined;
  let steps: object[] | undefined;
  for (const { key, item } of items) {
    const step = known.get(key);
    if (step) {
      above = step.stepId;
      steps = undefined;
    } else if (steps) {
      steps.push(newStep(item));
    } else {
      steps = [newStep(item)];
      const place = above === undefined ? { before: first } : { after: above };
      calls.push({ tool: 'planning_add_step', input: { steps, ...place } });
    }
  }
  return calls;
}

interface Keyed<Item> {
  readonly key: string;
  readonly item: Item;
}

/** A text may be in a list more than once: the first of them is the first one of the plan. */
function inOrder<Item>(list: readonly Item[], textOf: (item: Item) => string): readonly Keyed<Item>[] {
  const counts = new Map<string, number>();
  return list.map((item) => {
    const text = textOf(item);
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    return { key: `${count} ${text}`, item };
  });
}

/** Where items stand by now; those that are new come after the others, in their order. */
function markedIn(
  todos: readonly Todo[],
  steps: ReadonlyMap<string, PlanStep>,
  highest: number,
): readonly Call[] {
  let next = highest;
  return inOrder(todos, ({ text }) => text).flatMap(({ key, item: { status } }) => {
    const { stepId, status: before } = steps.get(key) ?? { stepId: stepIdOf(++next), status: 'pending' };
    return before === status ? [] : [marked(stepId, status)];
  });
}

function begun(
  todos: readonly Todo[],
  objective: string,
  told: { readonly replace?: boolean } = {},
): readonly Call[] {
  if (todos.length === 0) return [];
  const first = { objective: cut(objective, MAX_OBJECTIVE), initial_steps: todos.map(newStep), ...told };
  return [
    { tool: 'planning_setup_plan', input: first },
    // Ids of a new plan count from one.
    ...markedIn(todos, new Map(), 0),
  ];
}

function changedItem(
  plan: Plan | undefined,
  { id, text, details, status, blockedBy = [], blocks = [] }: TodoChange & { readonly type: 'changed' },
): readonly Call[] {
  const stepOf = (item: string) =>
    plan?.steps.find((each) => each.details?.split('\n').at(-1) === idLine(item));
  const step = stepOf(id);
  if (step === undefined) return [];
  if (status === 'cancelled') return [removed(step)];
  const update = {
    ...(text !== undefined && { title: cut(text, MAX_TITLE) }),
    ...(details !== undefined && { details: withIdLine(details, id) }),
  };
  const idsOf = (items: readonly string[]) => items.flatMap((item) => stepOf(item)?.stepId ?? []);
  const links = [
    ...idsOf(blockedBy).map((from) => ({ from, type: 'blocks', to: step.stepId })),
    ...idsOf(blocks).map((to) => ({ from: step.stepId, type: 'blocks', to })),
  ];
  return [
    ...(Object.keys(update).length === 0
      ? []
      : [{ tool: 'planning_update_step', input: { step_id: step.stepId, ...update } } as const]),
    ...(links.length === 0 ? [] : [{ tool: 'planning_link', input: { links } } as const]),
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
  const characters = [
    ...stripVTControlCharacters(text)
      .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim(),
  ];
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 3).join('')}...`;
}
