import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { accessibilityProblems } from './accessibility.ts';
import { CHROMIUM, PHONE, sharedBrowser, Workbench } from './workbench.ts';

/** A picture of one point. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Holds files of the page back until the returned function is called. */
async function heldBack(page: Page, files: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

describe.skipIf(CHROMIUM === undefined)('the workbench in use', () => {
  let browser: Browser;
  let workbench: Workbench;

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  beforeEach(async () => {
    workbench = await Workbench.start(browser);
  });
  afterEach(() => workbench.end());

  const draft = (page: Page) => page.getByRole('region', { name: 'Draft', exact: true });
  const command = (id: string, body: unknown) => workbench.ask(`/api/sessions/${id}/commands`, body);

  async function begin(id: string, plannerId = 'drafter'): Promise<void> {
    await workbench.ask('/api/sessions', { id, title: 'Flour', plannerId, config: {} });
  }

  const draftWaits = (id: string) =>
    eventually(async () => (await workbench.ask<{ standing: string }>(`/api/sessions/${id}`)).standing).toBe(
      'waiting',
    );

  it('keeps an unsent whisper, as a whisper, across views, the menu and a reload', async () => {
    await begin('one');
    const page = await workbench.openPage('/sessions/one', { viewport: PHONE });
    const whisper = page.getByRole('textbox', { name: 'Whisper' });
    await page.getByRole('radiogroup', { name: 'How to send it' }).getByText('Whisper').click();
    await whisper.fill('Offer Tuesday');
    await page.getByRole('tab', { name: 'Setup' }).click();
    await page.getByRole('tab', { name: 'Talk' }).click();
    expect(await whisper.inputValue()).toBe('Offer Tuesday');
    await page.getByRole('button', { name: 'Wayfold' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await whisper.inputValue()).toBe('Offer Tuesday');
    await page.reload();
    await whisper.waitFor();
    expect(await whisper.inputValue()).toBe('Offer Tuesday');
    await whisper.press('Enter');
    await page.getByRole('article').filter({ hasText: 'Offer Tuesday' }).waitFor();
    expect(await whisper.inputValue()).toBe('');
  });

  it('keeps an unsaved draft across a reload', async () => {
    await begin('one');
    await command('one', { type: 'receive', text: 'Can you deliver on Monday?' });
    const page = await workbench.openPage('/sessions/one');
    await draft(page).waitFor();
    await page.keyboard.press('e');
    const box = draft(page).getByRole('textbox', { name: 'Draft text' });
    await box.fill('Yes, on Monday');
    await page.reload();
    await box.waitFor();
    expect(await box.inputValue()).toBe('Yes, on Monday');
    await box.press('Enter');
    await draft(page).getByText('Yes, on Monday').waitFor();
    await box.waitFor({ state: 'detached' });
  });

  it('shows an attached picture where it was added', async () => {
    await begin('one');
    const page = await workbench.openPage('/sessions/one');
    await page.getByLabel('File', { exact: true }).setInputFiles([
      { name: 'oven.png', mimeType: 'image/png', buffer: PICTURE },
      { name: 'wrong.png', mimeType: 'image/png', buffer: PICTURE },
    ]);
    await page.getByRole('button', { name: 'Remove wrong.png' }).click();
    await page.getByRole('button', { name: /^(Send|Receive)/ }).click();
    const added = page.getByRole('article').filter({ hasText: 'File added' });
    await added.getByRole('link', { name: /oven\.png/ }).waitFor();
    const picture = added.locator('img');
    await eventually(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('passes letters typed before the palette is loaded to the palette, and not to a draft', async () => {
    await begin('one');
    await command('one', { type: 'receive', text: 'Can you deliver on Monday?' });
    const page = await workbench.openPage('/sessions/one');
    await draft(page).waitFor();
    const load = await heldBack(page, /palette-dialog/);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('adr');
    const palette = page.getByRole('dialog', { name: 'Commands' });
    await palette.getByText('Loading').waitFor();
    load();
    await palette.getByText('Loading').waitFor({ state: 'detached' });
    expect(await palette.getByRole('combobox').inputValue()).toBe('adr');
    await page.keyboard.type('x');
    expect(await palette.getByRole('combobox').inputValue()).toBe('adrx');
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await draft(page).waitFor();
    const { facts } = await workbench.ask<{ facts: readonly { type: string }[] }>('/api/sessions/one/facts');
    expect(facts.map(({ type }) => type)).not.toContain('compose_approved');
    expect(facts.map(({ type }) => type)).not.toContain('compose_dismissed');
  });

  it('opens the first match if Enter was pressed before the palette was loaded', async () => {
    await begin('one');
    const page = await workbench.openPage('/');
    await page.getByRole('link', { name: /Flour/ }).first().waitFor();
    const load = await heldBack(page, /palette-dialog/);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('flour');
    await page.keyboard.press('Enter');
    load();
    await page.getByRole('heading', { name: 'Flour' }).waitFor();
  });

  it('closes the palette with Escape even while it is loading', async () => {
    const page = await workbench.openPage('/');
    await page.getByRole('heading', { name: 'What do you want to plan?' }).waitFor();
    const load = await heldBack(page, /palette-dialog/);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('x');
    await page.keyboard.press('Escape');
    const palette = page.getByRole('dialog', { name: 'Commands' });
    await palette.waitFor({ state: 'detached' });
    load();
    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').waitFor();
    expect(await palette.getByRole('combobox').inputValue()).toBe('');
  });

  it('starts with Enter, adds a line with Shift and Enter, and leaves Enter to input methods', async () => {
    const page = await workbench.openPage('/');
    const goal = page.getByRole('textbox', { name: 'Your goal' });
    await page.getByText('starts', { exact: false }).first().waitFor();
    await goal.pressSequentially('Buy flour');
    await goal.press('Shift+Enter');
    await goal.pressSequentially('Bake bread');
    expect(await goal.inputValue()).toBe('Buy flour\nBake bread');
    await goal.evaluate((box) => {
      const composing = { key: 'Enter', bubbles: true, cancelable: true, isComposing: true };
      box.dispatchEvent(new KeyboardEvent('keydown', composing));
    });
    expect(new URL(page.url()).pathname).toBe('/');
    await goal.press('Enter');
    await page.waitForURL(/\/sessions\//);
  });

  it('shows that a session was deleted, even while the server was away', async () => {
    await begin('one');
    const page = await workbench.openPage('/sessions/one');
    await page.getByRole('heading', { name: 'Flour' }).waitFor();
    await workbench.stopServer();
    await page.getByRole('status', { name: 'Connection' }).waitFor();
    await workbench.store.delete('one');
    await workbench.startServer();
    await page.getByText('This session was deleted').waitFor();
    await page.getByRole('status', { name: 'Connection' }).waitFor({ state: 'detached' });
  });

  it('explains an unknown address, and links back', async () => {
    const page = await workbench.openPage('/nothing/here');
    await page.getByText('Page not found').waitFor();
    for (const path of ['/sessions/nobody', '/sessions/%25', '/sessions/%E0%A4%A']) {
      await page.goto(`${workbench.url}${path}`);
      await page.getByText('Session not found').waitFor();
    }
    await page.getByRole('link', { name: 'Go to the home page' }).click();
    await page.getByRole('heading', { name: 'What do you want to plan?' }).waitFor();
  });

  it('shows above the input that a session is paused or archived, and resumes it there', async () => {
    await begin('one', 'tasks');
    await command('one', { type: 'pause', reason: 'Lunch' });
    const page = await workbench.openPage('/sessions/one');
    const talk = page.getByRole('region', { name: 'Talk' });
    await talk.getByText(/^Paused by .*: Lunch$/).waitFor();
    await talk.getByRole('button', { name: 'Resume' }).click();
    await talk.getByText('Lunch').waitFor({ state: 'detached' });
    await command('one', { type: 'archive' });
    await talk.getByRole('button', { name: 'Reopen' }).click();
    await talk.getByRole('textbox', { name: 'Message' }).waitFor();
  });

  it('drafts the reply to the last message of a fork once it is requested', async () => {
    await begin('one');
    await command('one', { type: 'receive', text: 'Can you deliver on Monday?' });
    await draftWaits('one');
    const { facts } = await workbench.ask<{ facts: readonly { seq: number; type: string }[] }>(
      '/api/sessions/one/facts',
    );
    const atSeq = facts.find(({ type }) => type === 'remote_received')?.seq ?? 0;
    const page = await workbench.openPage();
    const answers = page.getByRole('button', { name: 'Draft a reply' });
    // Right after the message, and after the status that comes with it.
    for (const at of [atSeq, atSeq + 1]) {
      await workbench.ask('/api/sessions/one/fork', { atSeq: at, id: `fork-${at}` });
      await page.goto(`${workbench.url}/sessions/fork-${at}`);
      await answers.click();
      await draft(page).waitFor();
      await answers.waitFor({ state: 'detached' });
    }
    await page.goto(`${workbench.url}/sessions/one`);
    await draft(page).waitFor();
    expect(await answers.count()).toBe(0);
  });

  it('closes every dialog of the menu with a button, and changes nothing', async () => {
    await begin('one');
    const { head } = await workbench.ask<{ head: number }>('/api/sessions/one');
    await begin('other');
    const page = await workbench.openPage('/sessions/one');
    for (const entry of ['Rename', 'Pair with a session', 'Connect to an agent', 'Fork from now']) {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: entry }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    expect((await workbench.ask<{ head: number }>('/api/sessions/one')).head).toBe(head);
  });

  it('finds messages with words that no title has', async () => {
    await begin('one');
    await command('one', { type: 'receive', text: 'The miller asks about buckwheat.' });
    await draftWaits('one');
    const page = await workbench.openPage('/', { viewport: PHONE });
    await page.getByRole('button', { name: 'Wayfold' }).click();
    await page.getByRole('searchbox', { name: 'Search sessions' }).fill('buckwheat');
    await page.getByText('No sessions match.').waitFor();
    await page.getByRole('button', { name: 'Search messages' }).click();
    const palette = page.getByRole('dialog', { name: 'Commands' });
    await palette
      .getByRole('option', { name: /buckwheat/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Flour' }).waitFor();
  });

  it('focuses the input of a dialog', async () => {
    await begin('one');
    const page = await workbench.openPage('/sessions/one');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.waitFor();
    await eventually(() => title.evaluate((box) => box === document.activeElement)).toBe(true);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Rye');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Rye' }).waitFor();
  });
});
