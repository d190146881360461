import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openJournal } from '../../src/journal/index.ts';
import { openPlan } from '../../src/plan-tools/plan/open-plan.ts';
import { eventually } from '../eventually.ts';
import { accessibilityProblems } from './accessibility.ts';
import { CHROMIUM, PHONE, sharedBrowser, Workbench } from './workbench.ts';

describe.skipIf(CHROMIUM === undefined)('a session plan in the workbench', () => {
  let browser: Browser;
  let workbench: Workbench;
  let agent: ReturnType<typeof openPlan>;

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  beforeEach(async () => {
    workbench = await Workbench.start(browser);
    // The server makes the store with its first session.
    await workbench.ask('/api/sessions', { id: 'first', title: 'First', plannerId: 'tasks', config: {} });
    agent = openPlan(workbench.store, 'release');
    await agent.section.tool('planning_setup_plan').call({
      objective: 'Release 2.0',
      initial_steps: [{ title: 'Write the notes' }, { title: 'Tag it', details: 'Signed.' }],
    });
  });
  afterEach(() => workbench.end());

  const panel = (page: Page) =>
    page.getByRole('region', { name: 'Plan' }).or(page.getByRole('tabpanel', { name: 'Plan' }));
  const step = (page: Page, id: string) => panel(page).locator(`[data-step="${id}"]`);
  const openStep = async (page: Page, id: string) =>
    await step(page, id).getByRole('button', { expanded: false }).first().click();
  const press = async (page: Page, id: string, name: RegExp) =>
    await step(page, id).getByRole('button', { name }).click();
  const open = (options = {}) => workbench.openPage('/sessions/plan%3Arelease?view=plan', options);
  const read = async () => (await agent.section.tool('planning_read_plan').call({})).message;

  it("shows an agent's actions live", async () => {
    const page = await open();
    await panel(page).getByRole('heading', { name: 'Release 2.0' }).waitFor();
    await agent.section.tool('planning_mark_step').call({ step_id: 'S001', status: 'done', note: 'All in.' });
    await step(page, 'S001').getByText('Done', { exact: true }).first().waitFor();
    await panel(page).getByText('1 of 2').waitFor();
    await openStep(page, 'S001');
    await step(page, 'S001').getByRole('list', { name: 'Notes' }).getByText('All in.').waitFor();
  });

  it('is marked, annotated, edited and extended manually, and the agent reads it', async () => {
    const page = await open();
    await openStep(page, 'S002');
    await press(page, 'S002', /^Start/);
    await press(page, 'S002', /^Blocked/);
    await press(page, 'S002', /^Add a note/);
    const note = page.getByRole('dialog', { name: 'Add a note' });
    await note.getByRole('textbox', { name: 'Note' }).fill('The key is lost.');
    await note.getByRole('button', { name: 'Add a note' }).click();
    await step(page, 'S002').getByRole('list', { name: 'Notes' }).getByText('The key is lost.').waitFor();
    await press(page, 'S002', /^Edit/);
    const edit = page.getByRole('dialog', { name: 'Edit' });
    expect(await edit.getByRole('textbox', { name: 'Details' }).inputValue()).toBe('Signed.');
    await edit.getByRole('textbox', { name: 'Title' }).fill('Tag and sign it');
    await edit.getByRole('button', { name: 'Edit' }).click();
    await step(page, 'S002').getByText('Tag and sign it').first().waitFor();
    await panel(page).getByRole('button', { name: 'Add steps…' }).click();
    const add = page.getByRole('dialog', { name: 'Add steps' });
    await add.getByRole('textbox', { name: 'Steps' }).fill('- Tell everybody');
    await add.getByRole('button', { name: 'Add steps' }).click();
    await step(page, 'S003').getByText('Tell everybody').waitFor();
    await step(page, 'S003').getByRole('button', { expanded: false }).first().click();
    await press(page, 'S003', /^Insert before/);
    const insert = page.getByRole('dialog', { name: 'Insert before' });
    await insert.getByRole('textbox', { name: 'Title' }).fill('Wait a day');
    await insert.getByRole('button', { name: 'Insert before' }).click();
    await step(page, 'S004').getByText('Wait a day').waitFor();
    await step(page, 'S004').locator('[data-move]').press('ArrowDown');
    const order = async () =>
      await panel(page)
        .locator('[data-step]')
        .evaluateAll((steps) => steps.map((each) => each.getAttribute('data-step')));
    await eventually(order).toEqual(['S001', 'S002', 'S003', 'S004']);
    await openStep(page, 'S004');
    await press(page, 'S004', /^Remove/);
    const remove = page.getByRole('dialog', { name: 'Remove' });
    await remove.getByRole('button', { name: 'Remove' }).click();
    await eventually(order).toEqual(['S001', 'S002', 'S003']);
    const text = await read();
    for (const words of ['Tag and sign it', 'The key is lost.', 'Tell everybody', '[!] S002']) {
      expect(text).toContain(words);
    }
  });

  it('is abandoned, and another one replaces it', async () => {
    const page = await open();
    await panel(page).getByRole('button', { name: 'Abandon the plan', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Abandon the plan' })
      .getByRole('button', { name: 'Abandon the plan' })
      .click();
    await panel(page).getByText('Abandoned', { exact: true }).waitFor();
    await panel(page).getByRole('button', { name: 'New plan…' }).click();
    const form = page.getByRole('dialog', { name: 'New plan' });
    await form.getByRole('textbox', { name: 'Objective' }).fill('Release 3.0');
    await form.getByRole('textbox', { name: 'First steps' }).fill('- Plan it\n- Do it');
    await form.getByRole('button', { name: 'New plan' }).click();
    await panel(page).getByRole('heading', { name: 'Release 3.0' }).waitFor();
    await panel(page).getByText('0 of 2').waitFor();
    expect(await read()).toContain('Release 3.0');
  });

  it('is in the middle with its journal beside it, now and in the past', async () => {
    await agent.section.tool('planning_mark_step').call({ step_id: 'S001', status: 'done' });
    const page = await open();
    await panel(page).getByText('1 of 2').waitFor();
    const facts = page.getByRole('tabpanel', { name: 'Journal' }).getByRole('list', { name: 'Facts' });
    await facts.getByRole('button').first().waitFor();
    expect(await page.getByRole('region', { name: 'Talk' }).count()).toBe(0);
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Journal']);
    const [left, right] = [await panel(page).boundingBox(), await facts.boundingBox()];
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
    await page.goto(`${workbench.url}/sessions/plan%3Arelease?at=1`);
    await panel(page).getByText('0 of 2').waitFor();
    expect(await panel(page).getByRole('button', { name: 'Abandon the plan' }).isDisabled()).toBe(true);
    await page.getByRole('main').getByRole('button', { name: 'Return to now' }).first().click();
    await panel(page).getByText('1 of 2').waitFor();
  });

  it('is beside the messages, if there are any', async () => {
    await openJournal(workbench.store, 'plan:release').append([{ type: 'user_input', text: 'Hurry up' }]);
    const page = await open();
    await page.getByRole('region', { name: 'Talk' }).getByText('Hurry up').waitFor();
    await page.getByRole('tabpanel', { name: 'Plan' }).getByText('0 of 2').waitFor();
  });

  it('has no accessibility violations, and fits a phone', async () => {
    await agent.section
      .tool('planning_mark_step')
      .call({ step_id: 'S001', status: 'in_progress', note: 'Now.' });
    const page = await open();
    await step(page, 'S001').getByText('Now.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const phone = await open({ viewport: PHONE });
    await step(phone, 'S001').getByText('Now.').waitFor();
    expect(await accessibilityProblems(phone)).toEqual([]);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  });
});
