import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MAX_BATCH_FACTS, openJournal } from '../../src/journal/index.ts';
import { factNamed, factsIn, slider, timeline } from './journal-fixture.ts';
import { CHROMIUM, sharedBrowser, Workbench } from './workbench.ts';

const FACTS = 100_000;
const MEGABYTE = 1024 * 1024;

describe.skipIf(CHROMIUM === undefined)('a journal of 100,000 facts in the workbench', () => {
  let browser: Browser;
  let workbench: Workbench;

  beforeAll(async () => {
    browser = await sharedBrowser();
    workbench = await Workbench.start(browser);
    await workbench.ask('/api/sessions', { id: 'long', title: 'Long', plannerId: 'drafter' });
    const journal = openJournal(workbench.store, 'long');
    for (let from = 0; from < FACTS - 1; from += MAX_BATCH_FACTS) {
      const count = Math.min(MAX_BATCH_FACTS, FACTS - 1 - from);
      await journal.append(Array.from({ length: count }, (_, place) => factAt(from + place)));
    }
  });
  afterEach(() => workbench.closePages());
  afterAll(() => workbench.end());

  it('scrolls with few rows on the page and without growing memory', async () => {
    const page = await workbench.openPage('/sessions/long?view=journal');
    await factNamed(page, /^100000 Private/).waitFor();
    const memory = await page.context().newCDPSession(page);
    await scrollThrough(page, 8);
    const before = await heap(memory);
    await scrollThrough(page, 15);
    expect(await factsIn(page).getByRole('listitem').count()).toBeLessThan(100);
    expect((await heap(memory)) - before).toBeLessThan(10 * MEGABYTE);
  });

  it('is searched by the server, and a found fact opens its moment', async () => {
    const page = await workbench.openPage('/sessions/long?view=journal');
    await factNamed(page, /^100000 Private/).waitFor();
    await page.getByRole('searchbox', { name: 'Search facts' }).fill('broke 49999');
    await factNamed(page, /^50001 Failure planner_error/).click();
    await factsIn(page).getByRole('link', { name: 'Go to this moment' }).click();
    await timeline(page).getByText('Viewing seq 50001 of 100000').waitFor();
    await page.getByRole('button', { name: 'Show all facts' }).click();
    await page.getByText('100,000 facts').first().waitFor();
  });

  it('shows each failure, and the pointer finds it among all facts at its position', async () => {
    const page = await workbench.openPage('/sessions/long');
    await timeline(page).getByText('100,000 facts').waitFor();
    const line = await slider(page).boundingBox();
    if (line === null) throw new Error('expected the line to be in view');
    // Nothing else is drawn as high: nine failures stand out of a hundred thousand facts.
    const highest = slider(page)
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => {
        const row = canvas.getContext('2d')?.getImageData(0, 1, canvas.width, 1).data ?? [];
        const isPainted = (at: number) => (row[at * 4 + 3] ?? 0) > 0;
        return Array.from({ length: canvas.width }, (_, at) => isPainted(at) && !isPainted(at - 1)).filter(
          Boolean,
        ).length;
      });
    expect(await highest).toBe(9);
    await page.mouse.move(line.x + line.width * (50_001 / FACTS), line.y + line.height / 2);
    await page.getByRole('tooltip').getByText('broke at 49999').waitFor();
    await page.mouse.down();
    await page.mouse.up();
    await timeline(page).getByText('Viewing seq 50001 of 100000').waitFor();
    await slider(page).press('ArrowLeft');
    await timeline(page).getByText('Viewing seq 50000 of 100000').waitFor();
  });

  it('receives 20,000 more facts while it is open, drawn once a frame and not one by one', async () => {
    const page = await workbench.openPage('/sessions/long?view=journal');
    await timeline(page).getByText('100,000 facts').waitFor();
    const journal = openJournal(workbench.store, 'long');
    for (let from = 0; from < 20_000; from += MAX_BATCH_FACTS) {
      await journal.append(
        Array.from({ length: MAX_BATCH_FACTS }, (_, place) => ({
          type: 'user_guidance',
          gid: `g${from + place}`,
          text: `Note ${from + place}`,
        })),
      );
    }
    await timeline(page).getByText('120,000 facts').waitFor();
    await page.getByRole('list', { name: 'Messages' }).getByText('Note 19999').waitFor();
  });
});

function factAt(place: number) {
  return place % 10_000 === 9999
    ? { type: 'planner_error', code: 'x', message: `broke at ${place}`, stage: 'plan', attempts: 1 }
    : { type: 'tool_call', callId: `c${place}`, name: 'look', args: { place, note: 'x'.repeat(100) } };
}

/** Goes from the newest fact to the oldest, and waits at each stop until its facts are there. */
async function scrollThrough(page: Page, stops: number): Promise<void> {
  const list = factsIn(page);
  for (let stop = stops; stop >= 0; stop--) {
    const seq = await list.evaluate((element, part) => {
      const scroller = element.parentElement;
      if (scroller === null) throw new Error('expected the list to scroll');
      scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) * part;
      return Math.ceil((scroller.scrollTop + scroller.clientHeight / 2) / 32);
    }, stop / stops);
    await list.getByRole('button', { name: new RegExp(`^${seq} (Private|Failure|Setup) `) }).waitFor();
  }
}

async function heap(memory: CDPSession): Promise<number> {
  await memory.send('HeapProfiler.collectGarbage');
  const { usedSize } = await memory.send('Runtime.getHeapUsage');
  return usedSize;
}
