import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { type ModelEndpoint, startModelEndpoint } from '../model-endpoint.ts';
import { accessibilityProblems } from './accessibility.ts';
import { CHROMIUM, PHONE, sharedBrowser, Workbench } from './workbench.ts';

const SAID = [
  'Collect the open questions about the release.',
  'Which date do we aim for?',
  'Run `npm test` and note what fails.',
  'Write the announcement.',
].join('\n');

describe.skipIf(CHROMIUM === undefined)('tasks in the workbench', () => {
  let browser: Browser;
  let workbench: Workbench;
  let endpoint: ModelEndpoint | undefined;

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterEach(async () => {
    await workbench.end();
    await endpoint?.close();
    endpoint = undefined;
  });

  const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Plan' });
  const task = (page: Page, id: number) => panel(page).locator(`[data-step="${id}"]`);
  const openTask = async (page: Page, id: number) =>
    await task(page, id).getByRole('button', { expanded: false }).first().click();
  const stands = async (page: Page, id: number, status: string) =>
    await task(page, id).getByText(status, { exact: true }).first().waitFor();
  const card = (page: Page, text: string | RegExp) => page.getByRole('region', { name: text }).last();
  const marksFailed = (page: Page) => page.getByRole('button', { name: /^Mark failed/ });
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

  async function begin(config: Record<string, unknown> = {}, say?: string): Promise<void> {
    await workbench.ask('/api/sessions', { id: 'todo', title: 'Release', plannerId: 'tasks', config });
    if (say) await workbench.ask('/api/sessions/todo/commands', { type: 'say', text: say });
  }

  it('are planned, run, ask, wait for a person, and finish; a reload in between loses nothing', async () => {
    workbench = await Workbench.start(browser);
    await begin();
    const page = await workbench.openPage('/sessions/todo?view=plan');
    // There is nothing to split yet.
    const split = panel(page).getByRole('button', { name: 'Split a task…' });
    await panel(page).getByRole('button', { name: 'Insert a task…' }).waitFor();
    expect(await split.count()).toBe(0);
    const composer = page.getByRole('textbox', { name: 'Message' });
    await composer.fill(SAID);
    await composer.press('Enter');

    await stands(page, 2, 'Needs you');
    await stands(page, 1, 'Simulated');
    await stands(page, 3, 'Pending');
    await split.waitFor();
    await task(page, 3)
      .locator('code', { hasText: /^npm test$/ })
      .waitFor();
    await openTask(page, 1);
    await task(page, 1).getByText('Simulated: nothing was read, changed, run or looked up.').waitFor();

    await page.reload();
    const answer = card(page, /Which date do we aim for/).getByRole('textbox');
    await answer.fill('The first of May');
    await answer.press('Enter');
    await stands(page, 2, 'Done');

    await stands(page, 3, 'Needs you');
    const outcome = card(page, /^Task 3 needs you/).getByRole('textbox');
    await outcome.fill('Two tests fail.');
    await outcome.press('Enter');
    await panel(page).getByText('2 of 4 done, 2 simulated').waitFor();
    expect(await panel(page).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('4');
    await openTask(page, 3);
    await task(page, 3).getByText('Two tests fail.').last().waitFor();
    await openTask(page, 2);
    await task(page, 2).getByText('The first of May').last().waitFor();
  });

  it('that fail show why, and independent ones continue', async () => {
    workbench = await Workbench.start(browser);
    await begin({}, 'Run `npm test`. Write a summary.');
    const page = await workbench.openPage('/sessions/todo?view=plan');
    await marksFailed(page).click();
    const form = dialog(page, 'Mark failed');
    await form.getByRole('textbox').fill('The runner is missing: command not found');
    await form.getByRole('button', { name: 'Mark failed' }).click();
    await stands(page, 1, 'Failed');
    await task(page, 1).getByText('command not found').waitFor();
    await panel(page).getByText('0 of 2 done, 1 simulated, 1 failed').waitFor();
  });

  it('that wait for a person are decided on their card, and lead there', async () => {
    workbench = await Workbench.start(browser);
    await begin({}, 'Run `npm test`.');
    const page = await workbench.openPage('/sessions/todo?view=plan');
    await task(page, 1).getByRole('button', { name: 'Waits for your decision' }).click();
    const isInCard = () => page.evaluate(() => document.activeElement?.closest('[data-waiting]') !== null);
    expect(await isInCard()).toBe(true);
    expect(await marksFailed(page).count()).toBe(1);
  });

  it('that have failed can be retried', async () => {
    workbench = await Workbench.start(browser);
    await begin({}, 'Run `npm test`. Write a summary.');
    const page = await workbench.openPage('/sessions/todo?view=plan');
    await marksFailed(page).click();
    await dialog(page, 'Mark failed').getByRole('textbox').fill('Command not found');
    await dialog(page, 'Mark failed').getByRole('button', { name: 'Mark failed' }).click();
    await stands(page, 1, 'Failed');
    await task(page, 1)
      .getByRole('button', { name: /^Try again/ })
      .click();
    await marksFailed(page).waitFor();
  });

  it('show an address in what failed as text, and nobody is led there', async () => {
    workbench = await Workbench.start(browser);
    await begin({}, 'Run `npm test`.');
    const error = 'Sign in [here](https://evil.example/login), or at https://evil.example/again';
    await workbench.ask('/api/sessions/todo/commands', { type: 'task-fail', taskId: 1, error });
    const page = await workbench.openPage('/inbox');
    const item = page.getByRole('list', { name: 'Waiting' }).getByRole('listitem').first();
    await eventually(() => item.textContent()).toContain(
      'here (https://evil.example/login), or at https://evil',
    );
    const addresses = item
      .getByRole('link')
      .evaluateAll((links) => links.map((each) => each.getAttribute('href')));
    expect(new Set(await addresses)).toEqual(new Set(['/sessions/todo']));
  });

  it('say in the past what was being done then', async () => {
    workbench = await Workbench.start(browser);
    await begin({}, SAID);
    const { facts } = await workbench.ask<{ readonly facts: readonly { seq: number; type: string }[] }>(
      '/api/sessions/todo/facts',
    );
    const claimed = facts.find(({ type }) => type === 'claimed')?.seq ?? 0;
    const page = await workbench.openPage(`/sessions/todo?at=${claimed}`);
    await page.getByRole('main').getByText('Planning', { exact: true }).waitFor();
  });

  it('that depend on a failed one continue once that is skipped', async () => {
    workbench = await Workbench.start(browser);
    await begin({}, 'Run `npm test`. Then write a summary.');
    await workbench.ask('/api/sessions/todo/commands', { type: 'task-fail', taskId: 1, error: 'Not found' });
    const page = await workbench.openPage('/sessions/todo?view=plan');
    await stands(page, 1, 'Failed');
    await task(page, 1)
      .getByRole('button', { name: /^Try again/ })
      .waitFor();
    await task(page, 1).getByRole('button', { name: /^Skip/ }).click();
    await stands(page, 2, 'Simulated');
  });

  it('that have failed can be found by their status, and retried from the inbox', async () => {
    workbench = await Workbench.start(browser);
    await begin({}, 'Run `npm test`.');
    await workbench.ask('/api/sessions/todo/commands', { type: 'task-fail', taskId: 1, error: 'Not found' });
    await workbench.ask('/api/sessions', { id: 'other', title: 'Other', plannerId: 'tasks', config: {} });
    const page = await workbench.openPage('/inbox');
    const item = page
      .getByRole('list', { name: 'Waiting' })
      .getByRole('listitem')
      .filter({ hasText: 'Release' });
    await item.getByText('Not found').waitFor();
    await page.getByRole('searchbox', { name: 'Search sessions' }).fill('failed');
    const sessions = page.getByRole('list', { name: 'All sessions' });
    await sessions.getByRole('link', { name: /Other/ }).waitFor({ state: 'detached' });
    await sessions.getByRole('link', { name: /Release/ }).waitFor();
    await item.getByRole('button', { name: 'Try again' }).click();
    await item.getByText('Task 1 needs you').waitFor();
  });

  it('are cancelled one by one and all together', async () => {
    workbench = await Workbench.start(browser);
    await begin({}, SAID);
    const page = await workbench.openPage('/sessions/todo?view=plan');
    await stands(page, 2, 'Needs you');
    await openTask(page, 4);
    await task(page, 4)
      .getByRole('button', { name: /^Cancel task/ })
      .click();
    await stands(page, 4, 'Cancelled');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Stop current work' }).click();
    await panel(page).getByText('0 of 4 done, 1 simulated, 3 cancelled').waitFor();
    expect(
      await panel(page)
        .getByRole('button', { name: /^Cancel task/ })
        .count(),
    ).toBe(0);
  });

  it('of a copy wait until somebody continues them there', async () => {
    workbench = await Workbench.start(browser);
    await begin({}, SAID);
    const page = await workbench.openPage('/sessions/todo?view=plan');
    await stands(page, 2, 'Needs you');
    const { head } = await workbench.ask<{ head: number }>('/api/sessions/todo');
    await workbench.ask('/api/sessions/todo/fork', { atSeq: head, id: 'again' });
    await page.goto(`${workbench.url}/sessions/again?view=plan`);
    const note = panel(page).getByText('This is a copy.');
    await note.waitFor();
    await panel(page).getByRole('button', { name: 'Continue' }).first().click();
    await note.waitFor({ state: 'detached' });
    const answer = card(page, /Which date do we aim for/).getByRole('textbox');
    await answer.fill('Never');
    await answer.press('Enter');
    await stands(page, 3, 'Needs you');
    await page.goto(`${workbench.url}/sessions/todo?view=plan`);
    await stands(page, 2, 'Needs you');
    expect(await note.count()).toBe(0);
  });

  it("stream a model's output, and can be marked manually meanwhile", async () => {
    endpoint = await startModelEndpoint();
    const words = 'Half of the summary, which is as long as the output of a model that works on it is';
    endpoint.willReply({ status: 400, body: { error: { message: 'busy' } } }, { hang: words });
    workbench = await Workbench.start(browser, { WAYFOLD_MODEL: `${endpoint.url}/v1#stand-in` });
    await begin({ planWith: 'parser' }, 'Think about the summary. Write the announcement.');
    const page = await workbench.openPage('/sessions/todo?view=plan');
    await stands(page, 1, 'Failed');
    await page.getByRole('log').getByText(words).waitFor();
    await task(page, 2)
      .getByRole('button', { name: /^Mark done/ })
      .click();
    const form = dialog(page, 'Mark done');
    await form.getByRole('textbox').fill('Written by me.');
    await form.getByRole('button', { name: 'Mark done' }).click();
    await panel(page).getByText('1 of 2 done, 1 failed').waitFor();
    await openTask(page, 2);
    await task(page, 2).getByText('Written by me.').waitFor();
  });

  it('that are retried show how often', async () => {
    endpoint = await startModelEndpoint();
    const busy = { status: 429, body: { error: { message: 'slow down' } } };
    endpoint.willReply(...Array.from({ length: 12 }, () => busy));
    workbench = await Workbench.start(browser, { WAYFOLD_MODEL: `${endpoint.url}/v1#stand-in` });
    await begin({ attempts: 2 }, 'Think about the summary.');
    const page = await workbench.openPage('/sessions/todo?view=plan');
    await task(page, 1)
      .getByText(/^Attempt 2/)
      .waitFor();
    await stands(page, 1, 'Failed');
  });

  it('are read-only in the past', async () => {
    workbench = await Workbench.start(browser);
    await begin({}, SAID);
    const page = await workbench.openPage('/sessions/todo?view=plan');
    await stands(page, 2, 'Needs you');
    const { head } = await workbench.ask<{ head: number }>('/api/sessions/todo');
    await workbench.ask('/api/sessions/todo/commands', { type: 'task-answer', taskId: 2, answer: 'May' });
    await page.goto(`${workbench.url}/sessions/todo?view=plan&at=${head}`);
    await stands(page, 2, 'Needs you');
    expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0);
    const cancel = task(page, 2).getByRole('button', { name: /^Cancel task/ });
    expect(await cancel.isDisabled()).toBe(true);
  });

  it('are navigable with the keyboard alone', async () => {
    workbench = await Workbench.start(browser);
    await begin({}, 'Which colour? Then run `make paint`.');
    const page = await workbench.openPage('/sessions/todo?view=plan');
    const answer = card(page, /Which colour/).getByRole('textbox');
    await answer.waitFor();
    await page.getByRole('searchbox').first().focus();
    await pressUntil(page, 'Tab', async () => await isFocused(page, 'TEXTAREA'));
    await page.keyboard.type('Green');
    await page.keyboard.press('Enter');
    await stands(page, 2, 'Needs you');
    await page.getByRole('searchbox').first().focus();
    await pressUntil(page, 'Tab', async () => await isFocused(page, 'TEXTAREA'));
    await page.keyboard.type('Painted');
    await page.keyboard.press('Enter');
    await panel(page).getByText('2 of 2 done').waitFor();
    await task(page, 1).getByRole('button').first().focus();
    await page.keyboard.press('Enter');
    await task(page, 1).getByText('Green').last().waitFor();
  });

  it('have no accessibility violations, and fit a phone', async () => {
    workbench = await Workbench.start(browser);
    await begin();
    const page = await workbench.openPage('/sessions/todo?view=plan');
    await panel(page).getByText('No tasks yet').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await workbench.ask('/api/sessions/todo/commands', { type: 'say', text: `Run \`make\`.\n${SAID}` });
    await marksFailed(page).click();
    await dialog(page, 'Mark failed').getByRole('textbox').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog(page, 'Mark failed').getByRole('button', { name: 'Mark failed' }).click();
    await stands(page, 3, 'Needs you');
    expect(await accessibilityProblems(page)).toEqual([]);
    const phone = await workbench.openPage('/sessions/todo?view=plan', { viewport: PHONE });
    await card(phone, /Which date do we aim for/)
      .getByRole('textbox')
      .waitFor();
    expect(await accessibilityProblems(phone)).toEqual([]);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  });
});

/** Presses a key until something is so; a hundred times are more than any page needs. */
async function pressUntil(page: Page, key: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let times = 0; times < 100; times++) {
    if (await isSo()) return;
    await page.keyboard.press(key);
  }
  throw new Error(`pressing ${key} never led there`);
}

async function isFocused(page: Page, tag: string): Promise<boolean> {
  return await page.evaluate((wanted) => document.activeElement?.tagName === wanted, tag);
}
