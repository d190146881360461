import { expect, test } from 'vitest';
import { allJournals } from './all-journals.ts';
import type { JournalSummary } from './store.ts';

const summaries = Array.from({ length: 500 }, (_, at) => ({ id: `j${at}` })) as unknown as JournalSummary[];

test('reports a store that lists its journals in a circle as damaged instead of looping', async () => {
  const list = async () => summaries;
  const reading = (async () => {
    for await (const _ of allJournals({ list }));
  })();
  await expect(reading).rejects.toMatchObject({ code: 'store-corrupt' });
});
