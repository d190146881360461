import { type Context, contextUnder } from './context.ts';
import type { Entry } from './entry.ts';
import { isCourtesy } from './pleasantries.ts';
import { stepText } from './step-text.ts';

const OTHER_LETTERS = /[^\p{ASCII}\p{P}\p{S}\p{N}\s]/u;

/** In a language whose moods are not read, every sentence of an item is something to do. */
export function settleRest(read: readonly Entry[]): void {
  for (const entry of read) {
    if (entry.type === 'fragment') entry.type = OTHER_LETTERS.test(entry.source) ? 'task' : 'background';
  }
}

/** An item of a list is there to be done, also where it only names a thing or says how it should be. */
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
