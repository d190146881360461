import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { EXAMPLE, SOON, TripPage } from './trip-page.ts';
import { CHROMIUM, PHONE, sharedBrowser, Workbench } from './workbench.ts';

describe.skipIf(CHROMIUM === undefined)('two sessions side by side', () => {
  let browser: Browser;
  let workbench: Workbench;

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  beforeEach(async () => {
    workbench = await Workbench.start(browser);
  });
  afterEach(() => workbench.end());

  const side = (page: Page, name: 'Left' | 'Right') =>
    page.getByRole('region', { name: new RegExp(`^${name}: `) });

  /** A trip, and a fork of it that goes another way. */
  async function forkedTrip(): Promise<TripPage> {
    const trip = new TripPage(workbench);
    await trip.begin(EXAMPLE);
    const { head } = await workbench.ask<{ head: number }>('/api/sessions/west');
    await workbench.ask('/api/sessions/west/fork', { atSeq: head, id: 'west-again' });
    const fork = new TripPage(workbench, 'west-again');
    await fork.command({ type: 'say', text: 'Add a stop in Santa Fe' });
    await expect.poll(() => fork.order(), SOON).toContain('Santa Fe');
    return fork;
  }

  it('show the views of both beside the differences, read-only', async () => {
    const fork = await forkedTrip();
    const page = await workbench.openPage('/compare?left=west&right=west-again');
    const stop = (name: 'Left' | 'Right', place: string) =>
      side(page, name).locator(`[data-stop-button=${place}]`);
    await stop('Right', 'santa-fe').waitFor();
    await stop('Left', 'los-angeles').waitFor();
    expect(await stop('Left', 'santa-fe').count()).toBe(0);
    await page.getByRole('list', { name: 'What differs' }).getByText('Stop “Santa Fe”').waitFor();
    for (const name of ['Left', 'Right'] as const) {
      await side(page, name).locator('[data-map=flat][data-ready=true]').waitFor();
      expect(
        await side(page, name)
          .getByRole('button', { name: /^(Undo|Redo|Move|Remove|Add)/ })
          .count(),
      ).toBe(0);
      expect(await side(page, name).getByRole('textbox').count()).toBe(0);
    }

    await stop('Right', 'los-angeles').click();
    await expect.poll(() => stop('Right', 'los-angeles').getAttribute('aria-pressed'), SOON).toBe('true');
    expect(await stop('Left', 'los-angeles').getAttribute('aria-pressed')).toBe('false');
    expect(await accessibilityProblems(page)).toEqual([]);

    await fork.command({ type: 'undo' });
    await stop('Right', 'santa-fe').waitFor({ state: 'detached' });
    await page
      .getByRole('list', { name: 'What differs' })
      .getByText('Stop “Santa Fe”')
      .waitFor({ state: 'detached' });
  });

  it('show the messages of conversations with others, and their waiting drafts', async () => {
    await workbench.ask('/api/sessions', { id: 'desk', title: 'Flour', plannerId: 'drafter', config: {} });
    const tell = (id: string, command: object) => workbench.ask(`/api/sessions/${id}/commands`, command);
    const standing = async (id: string) =>
      (await workbench.ask<{ standing: string }>(`/api/sessions/${id}`)).standing;
    await tell('desk', { type: 'receive', text: 'Can you deliver on Monday?' });
    await expect.poll(() => standing('desk'), SOON).toBe('waiting');
    await workbench.ask('/api/sessions/desk/fork', { atSeq: 3, id: 'desk-again' });
    await tell('desk-again', { type: 'write', text: 'On Tuesday.' });
    const page = await workbench.openPage('/compare?left=desk&right=desk-again');
    const messages = (name: 'Left' | 'Right') => side(page, name).getByRole('list', { name: 'Messages' });
    await messages('Right').getByText('On Tuesday.').waitFor();
    for (const name of ['Left', 'Right'] as const) {
      await messages(name).getByText('Can you deliver on Monday?').waitFor();
      expect(await side(page, name).getByRole('textbox').count()).toBe(0);
    }
    const decides = side(page, 'Left').getByRole('link', { name: 'Decide' });
    await decides.waitFor();
    expect(await side(page, 'Right').getByRole('link', { name: 'Decide' }).count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await decides.click();
    await page.getByRole('region', { name: 'Draft', exact: true }).waitFor();
    await page.goBack();
    await side(page, 'Right').getByRole('button', { name: 'Plan' }).click();
    await side(page, 'Left').getByText('Conversation').waitFor();
  });

  it('can show the facts of both', async () => {
    await workbench.ask('/api/sessions', { id: 'todo', title: 'To do', plannerId: 'tasks', config: {} });
    await workbench.ask('/api/sessions/todo/commands', {
      type: 'say',
      text: 'Write the tests. Fix the bug.',
    });
    const standing = async () => (await workbench.ask<{ standing: string }>('/api/sessions/todo')).standing;
    await expect.poll(standing, SOON).toBe('simulated');
    await workbench.ask('/api/sessions/todo/fork', { atSeq: 4, id: 'todo-again' });
    const page = await workbench.openPage('/compare?left=todo&right=todo-again');
    await side(page, 'Left').getByText('0 of 2 done, 2 simulated').waitFor();
    await side(page, 'Right').getByRole('button', { name: 'Plan', pressed: true }).waitFor();
    expect(
      await side(page, 'Right')
        .getByRole('button', { name: /Cancel|Continue/ })
        .count(),
    ).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await side(page, 'Right').getByRole('button', { name: 'Facts' }).click();
    for (const name of ['Left', 'Right'] as const) {
      await side(page, name).getByRole('list', { name: 'Facts' }).getByRole('button').first().waitFor();
    }
    await side(page, 'Left').getByRole('button', { name: 'Plan', exact: true }).click();
    await side(page, 'Left').getByText('0 of 2 done, 2 simulated').waitFor();
  });

  it('fit a phone, one at a time', async () => {
    await forkedTrip();
    const page = await workbench.openPage('/compare?left=west&right=west-again', { viewport: PHONE });
    await page.getByRole('list', { name: 'What differs' }).getByText('Stop “Santa Fe”').waitFor();
    await page.getByRole('button', { name: 'Right', exact: true }).click();
    await side(page, 'Right').locator('[data-stop-button=santa-fe]').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Left', exact: true }).click();
    await side(page, 'Left').locator('[data-stop-button=los-angeles]').waitFor();
    expect(await side(page, 'Left').locator('[data-stop-button=santa-fe]').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  });
});
