import { JournalError } from './error.ts';
import type { FactStore, JournalSummary } from './store.ts';

const PAGE = 500;

/**
 * Every journal of a store, by id; with a prefix, those whose ids start with it. Throws if a damaged index lists
 * them in a circle, rather than looping forever.
 */
export async function* allJournals(
  store: Pick<FactStore, 'list'>,
  prefix = '',
): AsyncGenerator<JournalSummary, void, undefined> {
  let after = '';
  for (;;) {
    const page = await store.list({ after, prefix, limit: PAGE });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    if (last.id <= after) throw outOfOrder(last.id);
    after = last.id;
  }
}

function outOfOrder(id: string): JournalError {
  return new JournalError('store-corrupt', {
    summary: `The store lists journals out of order: ${id} appears again after later ones.`,
    fix: 'Run `wayfold doctor --verify`, then restore a backup.',
  });
}
