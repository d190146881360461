import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openJournal } from '../../src/journal/index.ts';
import { eventually } from '../eventually.ts';
import { CHROMIUM, sharedBrowser, Workbench } from './workbench.ts';

/** Of what is read again as a session changes, at least so much time lies between two readings. */
const GAP_MS = 500;

describe.skipIf(CHROMIUM === undefined)('a page that is open during many changes', () => {
  let browser: Browser;
  let workbench: Workbench;

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  beforeEach(async () => {
    workbench = await Workbench.start(browser);
    for (const id of ['mine', 'theirs']) {
      await workbench.ask('/api/sessions', { id, title: id, plannerId: 'drafter' });
    }
  });
  afterEach(() => workbench.end());

  /** The paths that are asked for from now on. */
  function requestsOf(page: Page): readonly string[] {
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    return paths;
  }

  const whisper = (id: string, n: number) =>
    openJournal(workbench.store, id).append([{ type: 'user_guidance', gid: `g${n}`, text: `Whisper ${n}.` }]);

  it('gets the changes of a session from its stream, and reads its passes at a limited rate', async () => {
    const page = await workbench.openPage('/sessions/mine?view=why');
    await page.getByText('Nothing has been planned yet').waitFor();
    const requests = requestsOf(page);
    const began = Date.now();
    const messages = page.getByRole('list', { name: 'Messages' });
    for (let n = 0; n < 30; n++) {
      await whisper('mine', n);
      await messages.getByText(`Whisper ${n}.`).waitFor();
    }
    const most = (Date.now() - began) / GAP_MS + 2;
    expect(requests.filter((path) => path === '/api/sessions/mine')).toEqual([]);
    expect(requests.filter((path) => path.endsWith('/passes')).length).toBeLessThanOrEqual(most);
  });

  it('gets the changes of the session of the other side from a stream, too', async () => {
    await workbench.ask('/api/pairings', { first: 'mine', second: 'theirs' });
    const page = await workbench.openPage('/sessions/mine?view=both');
    const lanes = page.getByRole('list', { name: 'Both sides' });
    await page.getByRole('link', { name: 'theirs' }).last().waitFor();
    const requests = requestsOf(page);
    for (let n = 0; n < 5; n++) {
      await whisper('theirs', n);
      await lanes.locator('[data-lane=right]').getByText(`Whisper ${n}.`).waitFor();
    }
    expect(requests.filter((path) => path === '/api/sessions/theirs')).toEqual([]);
  });

  it('drops erased text, also in a past moment that is shown', async () => {
    await whisper('mine', 1);
    await whisper('mine', 2);
    const { head } = await workbench.ask<{ head: number }>('/api/sessions/mine');
    await whisper('mine', 3);
    const page = await workbench.openPage(`/sessions/mine?at=${head}`);
    const messages = page.getByRole('list', { name: 'Messages' });
    await messages.getByText('Whisper 2.').waitFor();
    await messages.getByText('Whisper 3.').waitFor({ state: 'detached' });
    await openJournal(workbench.store, 'mine').redact(head);
    await messages.getByText('Whisper 2.').waitFor({ state: 'detached' });
    await eventually(() => messages.getByText('Whisper 1.').count()).toBe(1);
  });
});
