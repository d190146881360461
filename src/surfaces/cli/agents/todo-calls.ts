import { stripVTControlCharacters } from 'node:util';
import { type Plan, type PlanStep, stepIdOf } from '../../../plan-tools/plan/plan.ts';
import { highestOf, suffixOf } from '../../../plan-tools/plan/plan-number.ts';
import { looksEmpty, MAX_DETAILS, MAX_OBJECTIVE, MAX_TITLE } from '../../../plan-tools/plan/text-rules.ts';
import type { Todo, TodoChange } from './todo-change.ts';

/** A call of a plan tool. */
export interface TodoCall {
  readonly tool:
    | 'planning_setup_plan'
    | 'planning_add_step'
    | 'planning_update_step'
    | 'planning_mark_step'
    | 'planning_clear_plan'
    | 'planning_link';
  readonly input: Readonly<Record<string, unknown>>;
}

/** The calls that bring a plan in line with the list. */
export function callsFor(
  plan: Plan | undefined,
  change: TodoChange,
  { objective }: { readonly objective: string },
): readonly TodoCall[] {
  if (change.type === 'changed') return changedItem(plan, change);
  if (change.type === 'added')
    return addedItem(plan, fittedTask(change.todo, change.id), change.id, objective);
  const kept = change.todos
    .filter(({ status }) => status !== 'cancelled')
    .map((todo) => ({ ...todo, text: cut(todo.text, MAX_TITLE) }))
    .filter(({ text }) => text !== '');
  return writtenList(plan, kept, objective);
}

/** The calls that update a plan to a rewritten list. */
function writtenList(plan: Plan | undefined, kept: readonly Todo[], objective: string): readonly TodoCall[] {
  if (kept.length === 0) return plan?.status === 'active' ? [{ tool: 'planning_clear_plan', input: {} }] : [];
  const items = inOrder(kept, ({ text }) => text);
  const steps = inOrder(plan?.steps ?? [], ({ title }) => title);
  const known = new Map(steps.map(({ key, item }) => [key, item]));
  const [first] = items.flatMap(({ key }) => known.get(key) ?? []);
  // If no item remains, it is a new list.
  if (plan === undefined || first === undefined) return begun(plan, kept, objective, { replace: true });
  const wanted = new Set(items.map(({ key }) => key));
  const gone = steps.filter(({ key }) => !wanted.has(key)).map(({ item }) => item);
  const ids = idsAmong(items, known, plan);
  const shape = [
    ...addedAmong(items, known),
    ...movedAmong(steps, known, { items, ids }),
    // Open steps last: completing the last of them may complete the plan, which then refuses to remove steps.
    ...gone.toSorted((a, b) => Number(b.status === 'done') - Number(a.status === 'done')).map(removed),
  ];
  const isReopened = plan.status === 'completed' && shape.length > 0;
  const marks = items.flatMap(({ key, item: { status } }, i) => {
    const step = known.get(key);
    const before = step === first && isReopened ? 'in_progress' : (step?.status ?? 'pending');
    return before === status ? [] : [marked(ids[i] ?? '', status)];
  });
  return [...(isReopened ? [marked(first.stepId, 'in_progress')] : []), ...shape, ...marks];
}

/** The id of each item: that of its step, or the one its step will get. */
function idsAmong(
  items: readonly Keyed<Todo>[],
  known: ReadonlyMap<string, PlanStep>,
  plan: Plan,
): readonly string[] {
  let next = highestOf(plan);
  return items.map(({ key }) => known.get(key)?.stepId ?? stepIdOf(++next, suffixOf(plan)));
}

/** Adds each new item after its predecessor in the list. */
function addedAmong(
  items: readonly Keyed<Todo>[],
  known: ReadonlyMap<string, PlanStep>,
): readonly TodoCall[] {
  const calls: TodoCall[] = [];
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

/** Moves the steps whose order changed. New ones already follow their predecessor. */
function movedAmong(
  steps: readonly Keyed<PlanStep>[],
  known: ReadonlyMap<string, PlanStep>,
  { items, ids }: { readonly items: readonly Keyed<Todo>[]; readonly ids: readonly string[] },
): readonly TodoCall[] {
  const wanted = new Set(ids);
  const order = steps.map(({ item }) => item.stepId).filter((id) => wanted.has(id));
  for (const [i, { key }] of items.entries()) {
    const id = ids[i] ?? '';
    if (known.has(key)) continue;
    const above = ids[i - 1];
    const [next] = items.slice(i).flatMap((later) => known.get(later.key)?.stepId ?? []);
    const at = above === undefined ? order.indexOf(next ?? '') : order.indexOf(above) + 1;
    order.splice(at, 0, id);
  }
  const calls: TodoCall[] = [];
  for (const [i, id] of ids.entries()) {
    const here = order[i];
    if (here === undefined || here === id) continue;
    order.splice(order.indexOf(id), 1);
    order.splice(i, 0, id);
    calls.push({ tool: 'planning_update_step', input: { step_id: id, before: here } });
  }
  return calls;
}

interface Keyed<Item> {
  readonly key: string;
  readonly item: Item;
}

/** Pairs items in order: a text may occur more than once. */
function inOrder<Item>(list: readonly Item[], textOf: (item: Item) => string): readonly Keyed<Item>[] {
  const counts = new Map<string, number>();
  return list.map((item) => {
    const text = textOf(item);
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    return { key: `${count} ${text}`, item };
  });
}

/** A new plan that replaces the current one. */
function begun(
  before: Plan | undefined,
  todos: readonly Todo[],
  objective: string,
  options: { readonly replace?: boolean } = {},
): readonly TodoCall[] {
  const suffix = suffixOf(before);
  // Ids of a new plan start at one; those of a shared plan continue.
  const highest = before && suffix !== undefined ? highestOf(before) : 0;
  const first = { objective: cut(objective, MAX_OBJECTIVE), initial_steps: todos.map(newStep), ...options };
  return [
    { tool: 'planning_setup_plan', input: first },
    ...todos.flatMap(({ status }, i) =>
      status === 'pending' ? [] : [marked(stepIdOf(highest + i + 1, suffix), status)],
    ),
  ];
}

/** Adds an item; if all items are done, it starts a new plan. */
function addedItem(plan: Plan | undefined, todo: Todo, id: string, objective: string): readonly TodoCall[] {
  if (plan === undefined || plan.status === 'abandoned') return begun(plan, [todo], objective);
  // The event was already recorded, at least in part.
  if (stepOfItem(plan, id)) return [];
  const add: TodoCall = { tool: 'planning_add_step', input: { steps: [newStep(todo)] } };
  return reopening(plan, plan.steps.at(-1), [add]);
}

/** Calls that need an active plan: a completed one is reopened through one of its steps for their duration. */
function reopening(
  { status }: Plan,
  step: PlanStep | undefined,
  calls: readonly TodoCall[],
): readonly TodoCall[] {
  if (status !== 'completed' || step === undefined || calls.length === 0) return calls;
  return [marked(step.stepId, 'in_progress'), ...calls, marked(step.stepId, 'done')];
}

function changedItem(
  plan: Plan | undefined,
  { id, text, details, status, blockedBy = [], blocks = [] }: TodoChange & { readonly type: 'changed' },
): readonly TodoCall[] {
  const step = plan && stepOfItem(plan, id);
  if (plan === undefined || step === undefined) return [];
  if (status === 'cancelled') return removedItem(plan, step);
  const title = text === undefined ? '' : cut(text, MAX_TITLE);
  const update = {
    ...(title !== '' && { title }),
    ...(details !== undefined && { details: withIdLine(details, id) }),
  };
  const idsOf = (items: readonly string[]) => items.flatMap((item) => stepOfItem(plan, item)?.stepId ?? []);
  const links = [
    ...idsOf(blockedBy).map((from) => ({ from, type: 'blocks', to: step.stepId })),
    ...idsOf(blocks).map((to) => ({ from: step.stepId, type: 'blocks', to })),
  ];
  const changes: readonly TodoCall[] = [
    ...(Object.keys(update).length === 0
      ? []
      : [{ tool: 'planning_update_step', input: { step_id: step.stepId, ...update } } as const]),
    ...links.map((link) => ({ tool: 'planning_link', input: { links: [link] } }) as const),
  ];
  const mark = status === undefined || status === step.status ? [] : [marked(step.stepId, status)];
  // In a completed plan, reopened items come first, because only then can the plan change.
  return plan.status === 'completed' && mark.length > 0
    ? [...mark, ...changes]
    : [...reopening(plan, step, changes), ...mark];
}

/** Done steps stay on record when the last item is removed; a list without any is cancelled. */
function removedItem(plan: Plan, step: PlanStep): readonly TodoCall[] {
  if (plan.steps.length > 1) {
    const isOver = plan.status === 'completed';
    return [...(isOver ? [marked(step.stepId, 'in_progress')] : []), removed(step)];
  }
  return plan.status === 'completed' ? [] : [{ tool: 'planning_clear_plan', input: {} }];
}

function stepOfItem({ steps }: Plan, id: string): PlanStep | undefined {
  return steps.find(({ details }) => details?.split('\n').at(-1) === idLine(id));
}

function marked(stepId: string, status: Todo['status']): TodoCall {
  return { tool: 'planning_mark_step', input: { step_id: stepId, status } };
}

function removed({ stepId }: PlanStep): TodoCall {
  return { tool: 'planning_update_step', input: { step_id: stepId, remove: true } };
}

function newStep({ text, details }: Todo): object {
  return { title: text, ...(details !== undefined && { details }) };
}

/** The agent's id of an item is in the last line of the details, where later events find it. */
function fittedTask(todo: Todo, id: string): Todo {
  const text = cut(todo.text, MAX_TITLE) || `Task ${id}`;
  return { ...todo, text, details: withIdLine(todo.details ?? '', id) };
}

function withIdLine(details: string, id: string): string {
  const line = idLine(id);
  const before = cut(details, MAX_DETAILS - line.length - 1);
  return before === '' ? line : `${before}\n${line}`;
}

function idLine(id: string): string {
  return `Item ${id} of the agent's list.`;
}

/**
 * One line of at most the length of a title, without characters that the tools refuse. Empty if nothing visible
 * remains.
 */
function cut(text: string, most: number): string {
  const line = stripVTControlCharacters(text)
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  if (looksEmpty(line)) return '';
  const characters = [...line];
  return characters.length <= most ? line : `${characters.slice(0, most - 3).join('')}...`;
}
