import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { slider, timeline } from './journal-fixture.ts';
import { dayOf, EXAMPLE, TripPage } from './trip-page.ts';
import { CHROMIUM, PHONE, sharedBrowser, Workbench } from './workbench.ts';

/** What has a place of its own on the page of a session, and what stands in the view of its planner. */
const PLACES =
  'main header, [role=tablist], [role=tabpanel], main section[aria-label=Timeline], main footer, [role=tabpanel] [class*=overflow-y-auto], [data-stop-row], [data-step]';

interface Drafts {
  readonly drafts: readonly { readonly composeId: string; readonly digest: string }[];
}

describe.skipIf(CHROMIUM === undefined)('the page of a session keeps everything in its place', () => {
  let browser: Browser;
  let workbench: Workbench;

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterEach(() => workbench.end());

  /** The places in the view of the planner and around it. Messages come and go with what was said by then. */
  const places = (page: Page) =>
    page.locator(PLACES).evaluateAll((elements) =>
      elements.flatMap((each) => {
        if (each.closest('[aria-label=Messages]') !== null) return [];
        if (each.matches('article *, section[aria-label] section *')) return [];
        const { x, y, width, height } = each.getBoundingClientRect();
        const name = `${each.tagName} ${each.getAttribute('data-stop-row') ?? each.getAttribute('data-step') ?? ''}`;
        return [`${name} ${[x, y, width, height].map(Math.round).join(' ')}`];
      }),
    );

  const travel = async (page: Page) => {
    await slider(page).focus();
    await page.keyboard.press('ArrowLeft');
    await timeline(page)
      .getByText(/Viewing seq/)
      .waitFor();
  };

  it.each([
    ['on a desk', {}],
    ['on a phone', { viewport: PHONE, hasTouch: true }],
  ])('with a trip, in the past and without a connection, %s', async (_, options) => {
    workbench = await Workbench.start(browser);
    const trip = new TripPage(workbench);
    await trip.begin(EXAMPLE);
    await eventually(
      async () => (await workbench.ask<{ standing: string }>('/api/sessions/west')).standing,
    ).not.toBe('working');
    const page = await trip.open(options);
    await dayOf(page, 8).waitFor();
    const now = await places(page);
    expect(now.filter((place) => place.includes('omaha'))).toHaveLength(1);
    await slider(page).focus();
    await page.keyboard.press('ArrowLeft');
    await timeline(page)
      .getByText(/Viewing seq/)
      .waitFor();
    await page.getByRole('button', { name: 'Change Omaha' }).waitFor({ state: 'hidden' });
    expect(await places(page)).toEqual(now);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Change Omaha' }).waitFor();
    await workbench.stopServer();
    await page.getByRole('status', { name: 'Connection' }).waitFor();
    expect(await places(page)).toEqual(now);
  });

  it('with tasks, with disabled commands in the past, and with several lines of unsent text', async () => {
    workbench = await Workbench.start(browser);
    const { id } = await workbench.ask<{ id: string }>('/api/examples/tasks', {});
    const path = `/sessions/${encodeURIComponent(id)}`;
    await eventually(async () => (await workbench.ask<{ standing: string }>(`/api${path}`)).standing).toBe(
      'waiting',
    );
    const page = await workbench.openPage(`${path}?view=plan`);
    const insert = page.getByRole('button', { name: 'Insert a task…' });
    await page.getByRole('textbox', { name: 'Message' }).fill('One\nTwo\nThree');
    await eventually(() => insert.isEnabled()).toBe(true);
    const now = await places(page);
    await travel(page);
    await eventually(() => insert.isDisabled()).toBe(true);
    expect(await places(page)).toEqual(now);
  });

  it.each([
    ['on a desk', {}],
    ['on a phone', { viewport: PHONE, hasTouch: true }],
  ])('with every other planner, and with an ended or archived conversation, %s', async (_, options) => {
    workbench = await Workbench.start(browser);
    const standing = async (id: string) =>
      (await workbench.ask<{ standing: string }>(`/api/sessions/${encodeURIComponent(id)}`)).standing;
    const waits = (id: string) => eventually(() => standing(id)).toBe('waiting');
    const end = async (id: string) => {
      const draft = async () => (await workbench.ask<Drafts>(`/api/sessions/${id}`)).drafts[0];
      const last = { text: 'Never.', nextStateHint: 'completed' };
      const tell = (command: object) => workbench.ask(`/api/sessions/${id}/commands`, command);
      await tell({ type: 'edit', composeId: (await draft())?.composeId, ...last });
      const { composeId, digest } = (await draft()) ?? {};
      await tell({ type: 'approve', composeId, digest });
      await eventually(() => standing(id)).toBe('done');
    };
    const ids: string[] = [];
    for (const planner of ['scenario', 'commits']) {
      const { id } = await workbench.ask<{ id: string }>(`/api/examples/${planner}`, {});
      ids.push(id);
      await waits(id);
    }
    for (const id of ['over', 'archived', 'draft']) {
      await workbench.ask('/api/sessions', { id, title: id, plannerId: 'drafter', config: {} });
      await workbench.ask(`/api/sessions/${id}/commands`, { type: 'receive', text: 'When do you come?' });
      await waits(id);
      ids.push(id);
    }
    await end('over');
    await workbench.ask('/api/sessions/archived/commands', { type: 'archive' });
    await workbench.ask('/api/sessions', { id: 'plan', title: 'Plan', plannerId: 'plan-tools', config: {} });
    const steps = [{ title: 'Write the notes' }, { title: 'Tag it' }];
    await workbench.ask('/api/sessions/plan/commands', { type: 'plan-set', objective: 'Release', steps });
    await workbench.ask('/api/sessions/plan/commands', { type: 'plan-mark', stepId: 'S001', status: 'done' });
    ids.push('plan');
    const page = await workbench.openPage('/', options);
    const moved: string[] = [];
    for (const id of ids) {
      await page.goto(`${workbench.url}/sessions/${encodeURIComponent(id)}`);
      await slider(page).waitFor();
      await eventually(() => page.getByRole('tabpanel').getByText('Loading').count()).toBe(0);
      const now = await places(page);
      await travel(page);
      const past = await places(page);
      moved.push(...past.filter((place) => !now.includes(place)).map((place) => `${id}: ${place}`));
    }
    expect(moved).toEqual([]);
  });
});
