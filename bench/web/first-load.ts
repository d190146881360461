import { gzipSync } from 'node:zlib';
import { Distribution } from '../harness/distribution.ts';
import { bytes, figure } from '../harness/figure.ts';
import { atMost, goalCell } from '../harness/goal.ts';
import type { Answer, Bench } from '../harness/suite.ts';
import { launchBrowser, startServed } from './served-page.ts';

const MAX_BYTES = 200_000;
const MAX_MS = 10_000;

/** From the start of the process to a page that somebody can use. */
export async function firstLoad(bench: Bench): Promise<Answer> {
  const starts = bench.quick ? 2 : 10;
  bench.progress(`the first page of ${starts} servers`);
  const browser = await launchBrowser();
  const times: number[] = [];
  const scripts = new Map<string, number>();
  try {
    for (let i = 0; i < starts; i++) {
      const began = performance.now();
      const served = await startServed(bench.directory);
      const page = await browser.newPage();
      page.on('response', async (response) => {
        if (response.request().resourceType() !== 'script') return;
        scripts.set(new URL(response.url()).pathname, gzipSync(await response.body()).length);
      });
      await page.goto(served.url);
      await page
        .getByRole('button', { name: /^Try an example/ })
        .nth(4)
        .waitFor();
      times.push(performance.now() - began);
      await page.waitForLoadState('networkidle');
      await page.close();
      await served.stop();
    }
  } finally {
    await browser.close();
  }
  const size = [...scripts.values()].reduce((sum, each) => sum + each, 0);
  const usable = new Distribution(times);
  const small = atMost('JavaScript of the first load, gzip', size, MAX_BYTES, bytes);
  const soon = atMost('the page is usable after the start', usable.median, MAX_MS, milliseconds);
  return {
    question: 'How much is loaded before the page can be used, and how long does that take?',
    method: [
      `The built server is started with \`npm start\` after installation, and Chromium opens the page: from the start of the process until every card on the first screen can be clicked. ${starts} servers with an empty store each. Scripts are those that the browser loaded until the network was idle, each compressed with gzip.`,
    ],
    table: {
      columns: ['', 'measured', 'p10 to p90', 'goal'],
      rows: [
        [`**JavaScript, ${scripts.size} files, gzip**`, bytes(size), '', goalCell(small)],
        [
          '**usable after the start**',
          milliseconds(usable.median),
          `${figure(usable.at(0.1))} to ${figure(usable.at(0.9))}`,
          goalCell(soon),
        ],
      ],
    },
    goals: [small, soon],
    notes: ['The globe is not included: it is loaded when the map of a trip is first shown.'],
  };
}

function milliseconds(value: number): string {
  return `${figure(value)} ms`;
}
