import type { FactStore, JournalSummary } from '../../../../journal/store.ts';

const PAGE = 500;

/** Every journal of a store, by id. */
export async function* allJournals(store: FactStore, prefix = ''): AsyncGenerator<JournalSummary> {
  let after = '';
  for (;;) {
    const page = await store.list({ after, prefix, limit: PAGE });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.id;
  }
}
