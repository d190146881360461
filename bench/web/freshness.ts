import { openJournal, sqliteStore } from '../../src/journal/index.ts';
import { Distribution } from '../harness/distribution.ts';
import { figure } from '../harness/figure.ts';
import { atMost, goalCell } from '../harness/goal.ts';
import type { Answer, Bench } from '../harness/suite.ts';
import { ask, launchBrowser, startServed } from './served-page.ts';

const MAX_MS = 100;

/** How long it takes until what another process appended is on the screen. */
export async function freshness(bench: Bench): Promise<Answer> {
  const facts = bench.quick ? 10 : 100;
  bench.progress(`${facts} facts of another process on a page`);
  const served = await startServed(bench.directory);
  const browser = await launchBrowser();
  const store = sqliteStore(served.file);
  const times: number[] = [];
  try {
    const { id } = await ask<{ readonly id: string }>(served, '/api/sessions', {
      title: 'Freshness',
      plannerId: 'drafter',
    });
    const page = await browser.newPage();
    await page.goto(`${served.url}/sessions/${encodeURIComponent(id)}`);
    await page.getByRole('heading', { name: 'Freshness' }).first().waitFor();
    const journal = openJournal(store, id);
    for (let i = 1; i <= facts; i++) {
      const text = `This is fact number ${i} of all.`;
      const seen = page.evaluate(whenShown, text);
      const began = Date.now();
      await journal.append([{ type: 'user_guidance', gid: `g${i}`, text }]);
      times.push((await seen) - began);
    }
  } finally {
    await browser.close();
    await store.close();
    await served.stop();
  }
  const delay = new Distribution(times);
  const goal = atMost('a fact appended elsewhere is on the screen', delay.median, MAX_MS, milliseconds);
  return {
    question: 'How soon is a fact that another process appended on the screen?',
    method: [
      `A page shows a session. A process other than the server appends ${facts} facts to its journal one after the other, and the page records when each is painted. Measured from the append, with fsync, to the paint.`,
    ],
    table: {
      columns: ['', 'median', 'p10 to p90', 'goal'],
      rows: [
        [
          '**from an append to the screen**',
          milliseconds(delay.median),
          `${figure(delay.at(0.1))} to ${figure(delay.at(0.9))}`,
          goalCell(goal),
        ],
      ],
    },
    goals: [goal],
    notes: [],
  };
}

/** Runs in the page: the time at which a text was painted. */
function whenShown(text: string): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      if (!document.body.textContent?.includes(text)) return;
      watcher.disconnect();
      requestAnimationFrame(() => resolve(Date.now()));
    };
    const watcher = new MutationObserver(look);
    watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
    look();
  });
}

function milliseconds(value: number): string {
  return `${figure(value)} ms`;
}
