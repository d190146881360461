import { openJournal, sqliteStore } from '../../src/journal/index.ts';
import { Distribution } from '../harness/distribution.ts';
import { exactly, figure } from '../harness/figure.ts';
import { atMost, goalCell } from '../harness/goal.ts';
import type { Answer, Bench } from '../harness/suite.ts';
import { ask, launchBrowser, startServed } from './served-page.ts';

const BATCH = 1000;
const MAX_MS = 1000;

/** How long it takes to open a long session. */
export async function opening(bench: Bench): Promise<Answer> {
  const facts = bench.quick ? 5000 : 100_000;
  const times = bench.quick ? 3 : 15;
  bench.progress(`opening a session of ${exactly(facts)} facts`);
  const served = await startServed(bench.directory);
  const browser = await launchBrowser();
  const store = sqliteStore(served.file);
  const took: { readonly first: number[]; readonly again: number[] } = { first: [], again: [] };
  try {
    const { id } = await ask<{ readonly id: string }>(served, '/api/sessions', {
      title: 'Opening',
      plannerId: 'drafter',
    });
    const journal = openJournal(store, id);
    for (let written = 1; written < facts; written += BATCH) {
      await journal.append(
        Array.from({ length: Math.min(BATCH, facts - written) }, (_, i) => ({
          type: 'user_guidance',
          gid: `g${written + i}`,
          text: `This is fact number ${written + i}, and it says as much as a sentence does.`,
        })),
      );
    }
    const last = `This is fact number ${facts - 1}, and`;
    const page = await browser.newPage();
    for (let i = 0; i < times; i++) {
      await page.goto(served.url);
      await page.getByRole('link', { name: /^Opening/ }).waitFor();
      const began = performance.now();
      await page.getByRole('link', { name: /^Opening/ }).click();
      await page.getByRole('list', { name: 'Messages' }).getByText(last).waitFor();
      took[i === 0 ? 'first' : 'again'].push(performance.now() - began);
    }
  } finally {
    await browser.close();
    await store.close();
    await served.stop();
  }
  const [first, again] = [new Distribution(took.first), new Distribution(took.again)];
  const goal = atMost(`a session of ${exactly(facts)} facts is open`, again.median, MAX_MS, ms);
  const soon = atMost('the same for the first time', first.median, MAX_MS, ms);
  return {
    question: `How soon is a session of ${exactly(facts)} facts open?`,
    method: [
      `The page shows the first screen, and the session is chosen in the list: from the click until its last message can be read. The first time, the server reads the session and the page loads the files of that view; then ${times - 1} more times, each with a reloaded page.`,
    ],
    table: {
      columns: ['', 'median', 'p10 to p90', 'goal'],
      rows: [
        ['**the first time**', ms(first.median), '', goalCell(soon)],
        [
          '**again**',
          ms(again.median),
          `${figure(again.at(0.1))} to ${figure(again.at(0.9))}`,
          goalCell(goal),
        ],
      ],
    },
    goals: [soon, goal],
    notes: [],
  };
}

function ms(value: number): string {
  return `${figure(value)} ms`;
}
