import { openJournal, sqliteStore } from '../../src/journal/index.ts';
import { bytes, exactly, figure, times } from '../harness/figure.ts';
import { atMost, goalCell } from '../harness/goal.ts';
import type { Answer, Bench } from '../harness/suite.ts';
import { ask, heapOf, launchBrowser, startServed } from './served-page.ts';

const BATCH = 1000;
/** More than this, and the page keeps what it should not. */
const MAX_GROWTH = 1.5;

/** What a page holds on to while facts stream in. */
export async function streaming(bench: Bench): Promise<Answer> {
  const facts = bench.quick ? 5000 : 100_000;
  bench.progress(`${exactly(facts)} facts into an open page`);
  const served = await startServed(bench.directory);
  const browser = await launchBrowser();
  const store = sqliteStore(served.file);
  const heaps: { readonly facts: number; readonly heap: number }[] = [];
  let seconds = 0;
  try {
    const { id } = await ask<{ readonly id: string }>(served, '/api/sessions', {
      title: 'Streaming',
      plannerId: 'drafter',
    });
    const page = await browser.newPage();
    await page.goto(`${served.url}/sessions/${encodeURIComponent(id)}?view=journal`);
    const journal = openJournal(store, id);
    const began = performance.now();
    for (let written = 0; written < facts; ) {
      await journal.append(
        Array.from({ length: BATCH }, (_, i) => ({
          type: 'user_guidance',
          gid: `g${written + i}`,
          text: `This is fact number ${written + i}, and it says as much as a sentence does.`,
        })),
      );
      written += BATCH;
      if (written % (facts / 5) !== 0) continue;
      const head = await journal.head();
      await page
        .getByText(new RegExp(`\\b${head}\\b|\\b${exactly(head)}\\b`))
        .first()
        .waitFor({ timeout: 120_000 });
      heaps.push({ facts: written, heap: await heapOf(page) });
    }
    seconds = (performance.now() - began) / 1000;
  } finally {
    await browser.close();
    await store.close();
    await served.stop();
  }
  const [first, last] = [heaps[0]?.heap ?? Number.NaN, heaps.at(-1)?.heap ?? Number.NaN];
  const goal = atMost(
    'memory of a page at the end of a stream, of that at a fifth',
    last / first,
    MAX_GROWTH,
    times,
  );
  return {
    question: `What does a page hold on to while ${exactly(facts)} facts stream in?`,
    method: [
      `A page shows the journal of a session. Another process appends ${exactly(facts)} facts in batches of ${exactly(BATCH)}; after every fifth of them, the page catches up, its garbage is collected, and its heap is measured.`,
    ],
    table: {
      columns: ['facts', 'heap', 'of the first', 'goal'],
      rows: heaps.map(({ facts: at, heap }) => [
        exactly(at),
        bytes(heap),
        times(heap / first),
        at === facts ? goalCell(goal) : '',
      ]),
    },
    goals: [goal],
    notes: [`All of it took ${figure(seconds)} s, including the waiting.`],
  };
}
