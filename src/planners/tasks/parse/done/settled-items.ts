import { type Context, contextUnder } from '../entries/context.ts';
import type { Entry } from '../entries/entry.ts';
import { stepText } from '../entries/step-text.ts';
import type { Role } from '../layout/section-roles.ts';
import { isCourtesy } from '../sentences/pleasantries.ts';

const OTHER_LETTERS = /[^\p{ASCII}\p{P}\p{S}\p{N}\s]/u;

/** In languages whose moods are not analyzed, every sentence of an item is a task. */
export function settleRest(read: readonly Entry[]): void {
  for (const entry of read) {
    if (entry.type === 'fragment') entry.type = OTHER_LETTERS.test(entry.source) ? 'task' : 'background';
  }
}

/** A list item is a task, even if it only names a thing or describes a property. */
export function settleItem(read: readonly Entry[], context: Context): void {
  const task = read.find(({ type }) => type === 'task');
  const [first] = read;
  settleRest(read.slice(1));
  if (task === undefined) {
    const named = read.find(({ type }) => type !== 'rule');
    if (
      named &&
      !isCourtesy(named.source) &&
      !read.some(({ type, source }) => type === 'rule' && source.length > 0 && read[0]?.type === 'rule')
    )
      named.type = 'task';
    return;
  }
  if (first && first !== task && (first.type === 'fragment' || first.type === 'background')) {
    task.context =
      task.context === context ? contextUnder(context, stepText(first.source)).context : task.context;
    first.type = 'background';
  }
}

/** `We should …` before a list is the purpose of the list. */
export function takeSharedForAims(read: readonly Entry[]): void {
  for (const entry of read)
    if (entry.type === 'task' && /^(?:and |so |then )?(?:we|let['’]?s|let us)\b/i.test(entry.source))
      entry.type = 'aim';
}

/** Lists whose items only report something. If another list is labelled as the tasks, these contain none. */
export class ReportLists {
  readonly #items: Entry[] = [];
  readonly #withOrders = new Set<number>();
  #isOneNamed = false;

  /** Settles a list item, and records whether only its position made it a task. */
  add(list: number, role: Role | undefined, read: readonly Entry[], settleOne: () => void): void {
    const wasTask = read.some(({ type }) => type === 'task');
    settleOne();
    if (role === 'tasks') this.#isOneNamed = true;
    else if (wasTask) this.#withOrders.add(list);
    else this.#items.push(...read.filter(({ type }) => type === 'task'));
  }

  /** Call this after all lists. */
  settle(): void {
    if (!this.#isOneNamed) return;
    for (const entry of this.#items)
      if (!this.#withOrders.has(entry.place.list ?? 0)) entry.type = 'background';
  }
}
