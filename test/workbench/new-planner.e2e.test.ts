import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runWayfold } from '../cli-process.ts';
import { eventually } from '../eventually.ts';
import { accessibilityProblems } from './accessibility.ts';
import { factNamed, timeline } from './journal-fixture.ts';
import { CHROMIUM, sharedBrowser, Workbench } from './workbench.ts';

describe.skipIf(CHROMIUM === undefined)('a planner that `wayfold new planner` wrote', () => {
  let browser: Browser;
  let workbench: Workbench;
  let folder: string;

  beforeAll(async () => {
    browser = await sharedBrowser();
    folder = await mkdtemp(join(tmpdir(), 'wayfold-new-planner-'));
    expect(await runWayfold(['new', 'planner', 'packing'], { cwd: folder })).toMatchObject({ code: 0 });
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    workbench = await Workbench.start(browser, {}, ['--planner', join(folder, 'packing.ts')]);
  });
  afterEach(() => workbench.end());

  it('is started with a goal, used, revisited, forked and compared like any other', async () => {
    const page = await workbench.openPage('/');
    await page.getByRole('button', { name: 'New Packing session' }).click();
    const form = page.getByRole('form', { name: 'New session' });
    await form.getByLabel('Your goal').fill('Tent\nBoots');
    await form.getByRole('button', { name: 'Settings' }).click();
    await form.getByLabel('Order').selectOption('by name');
    await form.getByRole('button', { name: 'Plan with Packing' }).click();

    const plan = page.getByRole('tabpanel', { name: 'Plan' });
    const steps = plan.locator('[data-step]');
    await eventually(() => steps.allInnerTexts()).toEqual([
      expect.stringContaining('Boots'),
      expect.stringContaining('Tent'),
    ]);
    await plan.getByRole('button', { name: 'Check: Boots' }).click();
    await plan.getByText('1 of 2 done').waitFor();
    const messages = page.getByRole('list', { name: 'Messages' }).getByRole('article');
    await messages.filter({ hasText: 'You' }).getByText('Checked: Boots').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByRole('tab', { name: 'Why' }).click();
    await page
      .getByRole('button', { name: /Planning pass/ })
      .first()
      .waitFor();
    await page.getByRole('tab', { name: 'Journal' }).click();
    await factNamed(page, /Decision packing_topic_checked Checked: Boots/).click();
    await page.getByRole('link', { name: 'Go to this moment' }).waitFor();
    await page.getByRole('tab', { name: 'Plan' }).click();
    await timeline(page).getByRole('slider').press('Home');
    await messages.getByText('Checked: Boots').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');

    await timeline(page).getByRole('button', { name: 'Fork from here' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Light');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Light' }).waitFor();
    await plan.getByRole('button', { name: 'Check: Tent' }).click();
    await plan.getByText('All 2 done').waitFor();
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('list', { name: 'What differs' }).getByText(/Tent/).first().waitFor();
  });
});
