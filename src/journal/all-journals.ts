import type { FactStore, JournalSummary } from './store.ts';

const PAGE = 500;

/** Every journal of a store, by id; with a prefix, those whose ids start with it. */
export async function* allJournals(
  store: Pick<FactStore, 'list'>,
  prefix = '',
): AsyncGenerator<JournalSummary> {
  let after = '';
  for (;;) {
    const page = await store.list({ after, prefix, limit: PAGE });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.id;
  }
}
