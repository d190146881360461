import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { accessibilityProblems } from './accessibility.ts';
import { CHROMIUM, PHONE, sharedBrowser, Workbench } from './workbench.ts';

const SCENARIO = fileURLToPath(new URL('../../examples/scenarios/flour-supply.json', import.meta.url));

interface Session {
  readonly setup: { readonly mode: string; readonly seed: unknown; readonly ready: boolean } | null;
}

describe.skipIf(CHROMIUM === undefined)('the setup form in the workbench', () => {
  let browser: Browser;
  let workbench: Workbench;

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  beforeEach(async () => {
    workbench = await Workbench.start(browser);
  });
  afterEach(() => workbench.end());

  const card = (page: Page) => page.getByRole('form', { name: 'Setup' });
  const apply = (page: Page) => card(page).getByRole('button', { name: 'Save & apply' });

  async function begin(plannerId: string, config?: unknown): Promise<void> {
    await workbench.ask('/api/sessions', {
      id: 'one',
      title: 'One',
      plannerId,
      ...(config ? { config } : {}),
    });
  }
  const chooseRole = async (page: Page) => {
    const role = card(page)
      .getByRole('combobox', { name: /^(?!Planner)/ })
      .first();
    const [, second] = await role.getByRole('option').allInnerTexts();
    await role.selectOption({ label: second ?? '' });
  };
  const setupOf = async () => (await workbench.ask<Session>('/api/sessions/one')).setup;

  it('validates while typing, and applies nothing invalid', async () => {
    await begin('drafter', {});
    const page = await workbench.openPage('/sessions/one?view=setup');
    const words = card(page).getByLabel('Words');
    await words.fill('3');
    await card(page).getByText('Words must be 0, or from 10 to 1000.').waitFor();
    expect(await words.getAttribute('aria-invalid')).toBe('true');
    expect(await apply(page).isDisabled()).toBe(true);
    await words.fill('many');
    await card(page).getByText('Words must be a number.').waitFor();
    await words.fill('40');
    await card(page).getByRole('alert').waitFor({ state: 'detached' });
    await card(page).getByLabel('Instructions').fill('Be polite.');
    await apply(page).click();
    await page.getByText('The setup is applied').waitFor();
    expect(await setupOf()).toMatchObject({ seed: { targetWords: 40, systemAppend: 'Be polite.' } });
    await eventually(() => apply(page).isDisabled()).toBe(true);
    expect(await words.inputValue()).toBe('40');
  });

  it('drops edits on reset, and keeps them while another view is open', async () => {
    await begin('drafter', { systemAppend: 'Be brief.' });
    const page = await workbench.openPage('/sessions/one?view=setup');
    const instructions = card(page).getByLabel('Instructions');
    await eventually(() => instructions.inputValue()).toBe('Be brief.');
    await instructions.fill('Be loud.');
    await page.getByRole('tab', { name: 'Journal' }).click();
    await page.getByRole('tab', { name: 'Setup' }).click();
    await eventually(() => instructions.inputValue()).toBe('Be loud.');
    await card(page).getByRole('button', { name: 'Reset' }).click();
    await eventually(() => instructions.inputValue()).toBe('Be brief.');
    expect(await apply(page).isDisabled()).toBe(true);
    expect(await setupOf()).toMatchObject({ seed: { systemAppend: 'Be brief.' } });
  });

  it('switches to another planner, and each keeps its setup', async () => {
    await begin('drafter', { targetWords: 40 });
    const page = await workbench.openPage('/sessions/one?view=setup');
    const planner = card(page).getByLabel('Planner', { exact: true });
    const inCharge = async () => (await workbench.ask<{ plannerId: string }>('/api/sessions/one')).plannerId;
    await planner.selectOption('scenario');
    await card(page).getByLabel('File to upload').setInputFiles(SCENARIO);
    await card(page).getByRole('region', { name: 'Preview' }).waitFor();
    await chooseRole(page);
    expect(await accessibilityProblems(page)).toEqual([]);
    await eventually(() => apply(page).isEnabled()).toBe(true);
    expect(await inCharge()).toBe('drafter');
    await apply(page).click();
    await eventually(inCharge).toBe('scenario');
    await planner.selectOption('drafter');
    await eventually(() => card(page).getByLabel('Words').inputValue()).toBe('40');
    await apply(page).click();
    await eventually(inCharge).toBe('drafter');
    await planner.selectOption('scenario');
    await card(page).getByRole('region', { name: 'Preview' }).waitFor();
  });

  it('shows the setup that another tab has applied', async () => {
    await begin('drafter', {});
    const [page, other] = await Promise.all([1, 2].map(() => workbench.openPage('/sessions/one?view=setup')));
    if (!page || !other) throw new Error('expected two pages');
    await card(other).getByLabel('Words').waitFor();
    await card(page).getByLabel('Words').fill('50');
    await card(page)
      .getByRole('radio', { name: /Send automatically/ })
      .check();
    await apply(page).click();
    await eventually(() => card(other).getByLabel('Words').inputValue()).toBe('50');
    await eventually(() =>
      card(other)
        .getByRole('radio', { name: /Send automatically/ })
        .isChecked(),
    ).toBe(true);
    expect(await setupOf()).toMatchObject({ mode: 'auto' });
  });

  it('accepts a scenario as a file, offers its roles, and is ready then', async () => {
    await begin('scenario');
    const page = await workbench.openPage('/sessions/one?view=setup');
    await card(page).getByText('Planning starts once this is set up.').waitFor();
    expect(await apply(page).isDisabled()).toBe(true);
    await card(page).getByLabel('File to upload').setInputFiles(SCENARIO);
    await card(page).getByText('flour-supply.json is uploaded.').waitFor();
    await card(page).getByRole('region', { name: 'Preview' }).waitFor();
    await chooseRole(page);
    await eventually(() => apply(page).isEnabled()).toBe(true);
    await apply(page).click();
    await page.getByText('The setup is applied').waitFor();
    expect(await setupOf()).toMatchObject({ ready: true });
    await page.reload();
    await card(page).getByText('Applied:').waitFor();
  });

  it('shows that a field is loading, and nothing that was loaded before', async () => {
    await begin('scenario');
    const page = await workbench.openPage('/sessions/one?view=setup');
    const loading = card(page).getByRole('status').filter({ hasText: 'Loading' });
    const preview = card(page).getByRole('region', { name: 'Preview' });
    await card(page).getByLabel('File to upload').setInputFiles(SCENARIO);
    await preview.waitFor();
    await loading.waitFor({ state: 'detached' });
    const source = card(page).getByRole('textbox', { name: /^Scenario/ });
    const held = Promise.withResolvers<void>();
    await page.route('**/setup', async (route) => {
      await held.promise;
      await route.continue();
    });
    await source.fill('sha256:none');
    await loading.waitFor();
    expect(await preview.count()).toBe(0);
    expect(await apply(page).isDisabled()).toBe(true);
    held.resolve();
    await loading.waitFor({ state: 'detached' });
    await card(page).getByRole('alert').waitFor();
  });

  it('reports an invalid scenario file', async () => {
    await begin('scenario');
    const page = await workbench.openPage('/sessions/one?view=setup');
    await card(page)
      .getByLabel('File to upload')
      .setInputFiles({ name: 'not.json', mimeType: 'application/json', buffer: Buffer.from('{"agents":1}') });
    await card(page).getByRole('alert').first().waitFor();
    expect(await apply(page).isDisabled()).toBe(true);
    expect(await setupOf()).toBeNull();
  });

  it('sets up a new session, which starts with the typed text', async () => {
    const page = await workbench.openPage('/?new');
    const form = page.getByRole('form', { name: 'New session' });
    await form.getByRole('group', { name: 'Planner' }).getByText('Task planner').click();
    const begins = form.getByRole('button', { name: 'Plan with Task planner' });
    await begins.click();
    await form.getByRole('alert').waitFor();
    await form.getByLabel('Your goal').fill('Paint the house');
    await form.getByRole('button', { name: 'Settings' }).click();
    await form.getByLabel('Tasks at once').fill('0');
    await form.getByText('Tasks at once must be from 1 to 100.').waitFor();
    await begins.click();
    await form.getByText(/needs a setting first/).waitFor();
    await form.getByLabel('Tasks at once').fill('3');
    await form.getByText('Tasks at once must be from 1 to 100.').waitFor({ state: 'detached' });
    await begins.click();
    await page.getByRole('heading', { name: 'Paint the house' }).waitFor();
    const { sessions } = await workbench.ask<{ sessions: readonly { id: string }[] }>('/api/sessions');
    expect(sessions).toHaveLength(1);
    const made = await workbench.ask<Session>(`/api/sessions/${sessions[0]?.id}`);
    expect(made.setup).toMatchObject({ ready: true, seed: { parallel: 3 } });
  });

  it('is read-only in the past', async () => {
    await begin('drafter', { systemAppend: 'Be brief.' });
    const { head } = await workbench.ask<{ head: number }>('/api/sessions/one');
    await workbench.ask('/api/sessions/one/commands', { type: 'configure', values: { targetWords: 60 } });
    const page = await workbench.openPage(`/sessions/one?view=setup&at=${head}`);
    await page.getByText('The setup at this moment.').waitFor();
    await page.getByText('Be brief.').waitFor();
    expect(await card(page).count()).toBe(0);
    expect(await page.getByText('targetWords').count()).toBe(0);
  });

  it('can be filled in and applied with the keyboard alone', async () => {
    await begin('drafter', {});
    const page = await workbench.openPage('/sessions/one?view=setup');
    await card(page).getByLabel('Model').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Short words.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('20');
    await eventually(() => apply(page).isEnabled()).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByText('The setup is applied').waitFor();
    expect(await setupOf()).toMatchObject({ seed: { targetWords: 20, systemAppend: 'Short words.' } });
  });

  it('has no accessibility violations, and fits a phone', async () => {
    await begin('scenario');
    const page = await workbench.openPage('/sessions/one?view=setup');
    await card(page).getByLabel('Steps').fill('900');
    await card(page).getByRole('alert').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const phone = await workbench.openPage('/sessions/one?view=setup', { viewport: PHONE });
    await card(phone).getByLabel('Steps').waitFor();
    expect(await accessibilityProblems(phone)).toEqual([]);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    await phone.goto(`${workbench.url}/?new`);
    await phone.getByRole('form', { name: 'New session' }).waitFor();
    expect(await accessibilityProblems(phone)).toEqual([]);
  });
});
