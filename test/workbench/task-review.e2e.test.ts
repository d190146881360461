import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { accessibilityProblems } from './accessibility.ts';
import { CHROMIUM, sharedBrowser, Workbench } from './workbench.ts';

interface Plan {
  readonly planner: {
    readonly held?: true;
    readonly tasks: readonly {
      readonly description: string;
      readonly status: string;
      readonly dependsOn?: readonly number[];
    }[];
  };
}

describe.skipIf(CHROMIUM === undefined)('a plan under review', () => {
  let browser: Browser;
  let workbench: Workbench;

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  beforeEach(async () => {
    workbench = await Workbench.start(browser);
  });
  afterEach(() => workbench.end());

  const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Plan' });
  const task = (page: Page, id: number) => panel(page).locator(`[data-step="${id}"]`);
  const planned = async () => (await workbench.ask<Plan>('/api/sessions/todo')).planner;
  const inOrder = async () => (await planned()).tasks.map(({ description }) => description);
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
  const handle = (page: Page, title: string) => panel(page).getByRole('button', { name: `Move: ${title}` });

  async function open(text = 'Write a.\nWrite b.\nWrite c.\nWrite d.'): Promise<Page> {
    const config = { review: true };
    await workbench.ask('/api/sessions', { id: 'todo', title: 'Todo', plannerId: 'tasks', config, text });
    const page = await workbench.openPage('/sessions/todo?view=plan');
    await task(page, 2).waitFor();
    return page;
  }
  const press = async (page: Page, id: number, name: string) => {
    const button = task(page, id).getByRole('button', { name: new RegExp(`^${name}: `) });
    if (!(await button.isVisible()))
      await task(page, id).getByRole('button', { expanded: false }).first().click();
    await button.click();
  };

  it('is enabled in the settings of the first screen', async () => {
    const page = await workbench.openPage('/');
    await page.getByRole('textbox', { name: 'Your goal' }).fill('1. Write a\n2. Write b');
    await page.getByRole('group', { name: 'Planner' }).getByRole('button', { name: 'Task planner' }).click();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Review first').check();
    await page.getByRole('button', { name: 'Plan with Task planner' }).click();
    await panel(page)
      .getByText(/^Nothing has started/)
      .waitFor();
  });

  it('is reordered with the keyboard, and the focus stays on the task', async () => {
    const page = await open();
    await handle(page, 'Write c').focus();
    await page.keyboard.press('ArrowUp');
    await eventually(inOrder).toEqual(['Write a', 'Write c', 'Write b', 'Write d']);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await panel(page).getByText('Moved to position 2 of 4.').waitFor({ state: 'attached' });
    await eventually(focused).toBe('Move: Write c');
    await page.keyboard.press('End');
    await eventually(inOrder).toEqual(['Write a', 'Write b', 'Write d', 'Write c']);
    await panel(page).getByText('Moved to position 4 of 4.').waitFor({ state: 'attached' });
  });

  it('is reordered by dragging, which Escape cancels', async () => {
    const page = await open();
    const from = await handle(page, 'Write d').boundingBox();
    const to = await task(page, 1).boundingBox();
    await page.mouse.move((from?.x ?? 0) + 8, (from?.y ?? 0) + 8);
    await page.mouse.down();
    await page.mouse.move((to?.x ?? 0) + 12, (to?.y ?? 0) + 4, { steps: 6 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await inOrder()).toEqual(['Write a', 'Write b', 'Write c', 'Write d']);
    await page.mouse.move((from?.x ?? 0) + 8, (from?.y ?? 0) + 8);
    await page.mouse.down();
    await page.mouse.move((to?.x ?? 0) + 12, (to?.y ?? 0) + 4, { steps: 6 });
    await page.mouse.up();
    await eventually(inOrder).toEqual(['Write d', 'Write a', 'Write b', 'Write c']);
  });

  it('is edited, split, extended and shortened, and then starts', async () => {
    const page = await open();
    await press(page, 3, 'Change');
    const change = dialog(page, 'Change');
    await change.getByRole('checkbox', { name: '1 Write a' }).check();
    expect(await change.getByRole('checkbox', { name: /Write c/ }).count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await change.getByRole('button', { name: 'Change', exact: true }).click();
    await task(page, 3).getByRole('button', { name: 'Go to step 1, Write a' }).waitFor();

    await press(page, 2, 'Split');
    await dialog(page, 'Split').getByRole('textbox', { name: 'Parts' }).fill('Write b1\nWrite b2');
    await dialog(page, 'Split').getByRole('button', { name: 'Split' }).click();
    await eventually(inOrder).toEqual(['Write a', 'Write b1', 'Write b2', 'Write c', 'Write d']);

    await press(page, 1, 'Insert before');
    await dialog(page, 'Insert before')
      .getByRole('textbox', { name: 'What to do' })
      .fill('Write the outline');
    await dialog(page, 'Insert before').getByRole('button', { name: 'Insert before' }).click();
    await eventually(async () => (await inOrder())[0]).toBe('Write the outline');

    await press(page, 6, 'Remove');
    await task(page, 6).getByText('Cancelled', { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    // It begins in one place, and the panel leads there.
    const begin = page.getByRole('button', { name: 'Begin' });
    expect(await begin.count()).toBe(1);
    await panel(page).getByRole('button', { name: 'Waits for your decision' }).click();
    await page.keyboard.press('Enter');
    await eventually(async () => (await planned()).held).toBeUndefined();
    await eventually(async () => (await planned()).tasks.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 5 }, () => 'Simulated'),
      'Cancelled',
    ]);
  });
});
