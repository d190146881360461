import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ModelEndpoint, startModelEndpoint } from '../model-endpoint.ts';
import { accessibilityProblems } from './accessibility.ts';
import { CHROMIUM, launchBrowser, PHONE, Workbench } from './workbench.ts';

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
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    await workbench.end();
    await endpoint?.close();
    endpoint = undefined;
  });

  const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Plan' });
  const task = (page: Page, id: number) =>
    panel(page).getByRole('listitem', { name: `Task ${id}`, exact: true });
  const openTask = async (page: Page, id: number) =>
    await task(page, id).getByRole('button', { expanded: false }).first().click();

  async function begin(config: Record<string, unknown> = {}, say?: string): Promise<void> {
    await workbench.ask('/api/sessions', { id: 'todo', title: 'Release', plannerId: 'tasks', config });
    if (say) await workbench.ask('/api/sessions/todo/commands', { type: 'say', text: say });
  }

  it('are said, run, ask in their place, wait for a person, and are done; a reload in the middle loses nothing', async () => {
    workbench = await Workbench.start(browser);
    await begin();
    const page = await workbench.openPage('/sessions/todo?view=plan');
    await panel(page).getByLabel('What is to be done?').fill(SAID);
    await panel(page).getByRole('button', { name: 'Plan it' }).click();

    await task(page, 2).getByRole('img', { name: 'Has a question' }).waitFor();
    await task(page, 1).getByRole('img', { name: 'Done' }).waitFor();
    expect(await task(page, 3).getByRole('img', { name: 'Planned' }).count()).toBe(1);
    await openTask(page, 1);
    await task(page, 1).getByText('Nothing was read, changed or looked up.').waitFor();

    await page.reload();
    const answer = task(page, 2).getByRole('textbox', { name: 'Which date do we aim for?' });
    await answer.fill('The first of May');
    await answer.press('Enter');
    await task(page, 2).getByRole('img', { name: 'Done' }).waitFor();

    await task(page, 3).getByRole('img', { name: 'Yours to do' }).waitFor();
    await task(page, 3).getByLabel('What came of it').fill('Two tests fail.');
    await task(page, 3).getByRole('button', { name: 'Mark done' }).click();
    await panel(page).getByText('All 4 done').waitFor();
    expect(await panel(page).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('4');
    await openTask(page, 3);
    await task(page, 3).getByText('Two tests fail.').last().waitFor();
    await openTask(page, 2);
    await task(page, 2).getByText('The first of May').last().waitFor();
  });

  it('that fail are red with the reason one click away, and what depends on nothing goes on', async () => {
    workbench = await Workbench.start(browser);
    await begin({}, 'Run `npm test` first. Then write a summary.');
    const page = await workbench.openPage('/sessions/todo?view=plan');
    const failed = task(page, 1).getByRole('button', { name: 'Mark failed' });
    await failed.waitFor();
    expect(await failed.isDisabled()).toBe(true);
    await task(page, 1).getByLabel('What came of it').fill('The runner is missing.\nnpm: command not found');
    await failed.click();
    await task(page, 1).getByRole('img', { name: 'Failed' }).waitFor();
    expect(await task(page, 1).getByText('command not found').isVisible()).toBe(false);
    await openTask(page, 1);
    await task(page, 1).getByText('command not found').waitFor();
    await panel(page).getByText('1 of 2 done, 1 failed').waitFor();
  });

  it('are cancelled one by one and all together', async () => {
    workbench = await Workbench.start(browser);
    await begin({}, SAID);
    const page = await workbench.openPage('/sessions/todo?view=plan');
    await task(page, 2).getByRole('img', { name: 'Has a question' }).waitFor();
    await task(page, 4).getByRole('button', { name: 'More about task 4' }).click();
    await page.getByRole('menuitem', { name: 'Cancel task' }).click();
    await task(page, 4).getByRole('img', { name: 'Cancelled' }).waitFor();
    await panel(page).getByRole('button', { name: 'Cancel all' }).click();
    await panel(page).getByRole('button', { name: 'Cancel all tasks' }).click();
    await panel(page).getByText('1 of 4 done, 3 cancelled').waitFor();
    expect(await panel(page).getByRole('button', { name: 'Cancel all' }).count()).toBe(0);
  });

  it('of a copy wait until somebody says that they go on there', async () => {
    workbench = await Workbench.start(browser);
    await begin({}, SAID);
    const page = await workbench.openPage('/sessions/todo?view=plan');
    await task(page, 2).getByRole('img', { name: 'Has a question' }).waitFor();
    const { head } = await workbench.ask<{ head: number }>('/api/sessions/todo');
    await workbench.ask('/api/sessions/todo/fork', { atSeq: head, id: 'again' });
    await page.goto(`${workbench.url}/sessions/again?view=plan`);
    const goOn = panel(page).getByRole('button', { name: 'Continue here' });
    await goOn.click();
    await goOn.waitFor({ state: 'detached' });
    await task(page, 2).getByRole('textbox', { name: 'Which date do we aim for?' }).fill('Never');
    await task(page, 2).getByRole('button', { name: 'Answer' }).click();
    await task(page, 3).getByRole('img', { name: 'Yours to do' }).waitFor();
    await page.goto(`${workbench.url}/sessions/todo?view=plan`);
    await task(page, 2).getByRole('img', { name: 'Has a question' }).waitFor();
    expect(await panel(page).getByRole('button', { name: 'Continue here' }).count()).toBe(0);
  });

  it('show what a model says while it works, and are marked by hand meanwhile', async () => {
    endpoint = await startModelEndpoint();
    endpoint.willReply(
      { status: 400, body: { error: { message: 'busy' } } },
      { hang: 'Half of the summary' },
    );
    workbench = await Workbench.start(browser, { WAYFOLD_MODEL: `${endpoint.url}/v1#stand-in` });
    await begin({}, 'Think about the summary. Then write the announcement.');
    const page = await workbench.openPage('/sessions/todo?view=plan');
    await task(page, 1).getByRole('img', { name: 'Failed' }).waitFor();
    await task(page, 2).getByRole('log').getByText('Half of the summary').waitFor();
    await task(page, 2).getByRole('button', { name: 'More about task 2' }).click();
    await page.getByRole('menuitem', { name: 'Mark by hand…' }).click();
    await task(page, 2).getByLabel('What came of it').fill('Written by me.');
    await task(page, 2).getByRole('button', { name: 'Mark done' }).click();
    await panel(page).getByText('1 of 2 done, 1 failed').waitFor();
  });

  it('that are tried again say how often', async () => {
    endpoint = await startModelEndpoint();
    const busy = { status: 429, body: { error: { message: 'slow down' } } };
    endpoint.willReply(...Array.from({ length: 12 }, () => busy));
    workbench = await Workbench.start(browser, { WAYFOLD_MODEL: `${endpoint.url}/v1#stand-in` });
    await begin({ attempts: 2 }, 'Think about the summary.');
    const page = await workbench.openPage('/sessions/todo?view=plan');
    await task(page, 1).getByText('attempt 2', { exact: true }).waitFor();
    await task(page, 1).getByRole('img', { name: 'Failed' }).waitFor();
  });

  it('are seen and not touched in the past', async () => {
    workbench = await Workbench.start(browser);
    await begin({}, SAID);
    const page = await workbench.openPage('/sessions/todo?view=plan');
    await task(page, 2).getByRole('button', { name: 'Answer' }).waitFor();
    const { head } = await workbench.ask<{ head: number }>('/api/sessions/todo');
    await workbench.ask('/api/sessions/todo/commands', { type: 'task-answer', taskId: 2, answer: 'May' });
    await page.goto(`${workbench.url}/sessions/todo?view=plan&at=${head}`);
    await task(page, 2).getByRole('img', { name: 'Has a question' }).waitFor();
    expect(await panel(page).getByRole('textbox').count()).toBe(0);
    expect(
      await panel(page)
        .getByRole('button', { name: /Cancel|More about/ })
        .count(),
    ).toBe(0);
  });

  it('can be gone through by keyboard alone', async () => {
    workbench = await Workbench.start(browser);
    await begin({}, 'Which colour? Then run `make paint`.');
    const page = await workbench.openPage('/sessions/todo?view=plan');
    const answer = task(page, 1).getByRole('textbox');
    await answer.waitFor();
    await panel(page).getByRole('button', { name: 'Cancel all' }).focus();
    await pressUntil(page, 'Tab', async () => await isFocused(page, 'TEXTAREA'));
    await page.keyboard.type('Green');
    await page.keyboard.press('Enter');
    await task(page, 2).getByRole('img', { name: 'Yours to do' }).waitFor();
    await pressUntil(page, 'Tab', async () => (await focusedName(page)) === 'What came of it');
    await page.keyboard.type('Painted');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await panel(page).getByText('All 2 done').waitFor();
    await task(page, 1).getByRole('button').first().focus();
    await page.keyboard.press('Enter');
    await task(page, 1).getByText('Green').last().waitFor();
  });

  it('have nothing that axe finds, and fit a phone', async () => {
    workbench = await Workbench.start(browser);
    await begin();
    const page = await workbench.openPage('/sessions/todo?view=plan');
    await panel(page).getByLabel('What is to be done?').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await workbench.ask('/api/sessions/todo/commands', { type: 'say', text: `Run \`make\`.\n${SAID}` });
    await task(page, 1).getByLabel('What came of it').fill('No rule to make');
    await task(page, 1).getByRole('button', { name: 'Mark failed' }).click();
    await task(page, 3).getByRole('button', { name: 'Answer' }).waitFor();
    await openTask(page, 1);
    expect(await accessibilityProblems(page)).toEqual([]);
    const phone = await workbench.openPage('/sessions/todo?view=plan', { viewport: PHONE });
    await task(phone, 3).getByRole('button', { name: 'Answer' }).waitFor();
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

async function focusedName(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLTextAreaElement)) return '';
    return focused.labels[0]?.textContent ?? '';
  });
}
