import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memoryStore } from '../../src/journal/index.ts';
import { sharePlan, syncPlan } from '../../src/machine/shared-plans/sync-plan.ts';
import { openPlan, planIn } from '../../src/plan-tools/plan/open-plan.ts';
import { eventually } from '../eventually.ts';
import { accessibilityProblems } from './accessibility.ts';
import { CHROMIUM, PHONE, sharedBrowser, Workbench } from './workbench.ts';

interface Given {
  readonly description: string;
  readonly dependsOn?: readonly number[];
}

const TASKS: readonly Given[] = [
  { description: 'Collect the issues' },
  { description: 'Write the migration', dependsOn: [1] },
  { description: 'Write the notes', dependsOn: [1] },
  { description: 'Release it', dependsOn: [2, 3] },
  { description: 'Water the plants' },
];

describe.skipIf(CHROMIUM === undefined)('steps as a graph', () => {
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
  const graph = (page: Page) => panel(page).getByRole('region', { name: /as a graph/ });
  const node = (page: Page, id: number) => graph(page).locator(`[data-node="${id}"]`);
  const chosen = (page: Page) => graph(page).getByRole('region', { name: 'Selected step' });

  async function open(tasks: readonly Given[], options = {}): Promise<Page> {
    const lines = tasks.map(
      ({ description, dependsOn = [] }, at) =>
        `${at + 1}. ${description}${dependsOn.length > 0 ? ` (depends on ${dependsOn.join(', ')})` : ''}`,
    );
    await workbench.ask('/api/sessions', {
      id: 'plan',
      title: 'Plan',
      plannerId: 'tasks',
      config: { review: true },
      text: lines.join('\n'),
    });
    const page = await workbench.openPage('/sessions/plan?view=plan', options);
    await panel(page).locator('[data-step="2"]').waitFor();
    return page;
  }
  const draw = async (page: Page) => {
    await panel(page).getByRole('button', { name: 'Graph', exact: true }).click();
    await node(page, 1).waitFor();
  };

  it('are drawn if they have dependencies, open when chosen, and stay so after a reload', async () => {
    const page = await open(TASKS);
    await draw(page);
    const boxes = await Promise.all([1, 2, 4].map((id) => node(page, id).boundingBox()));
    const [first, second, last] = boxes.map((box) => box?.y ?? 0);
    expect(first).toBeLessThan(second ?? 0);
    expect(second).toBeLessThan(last ?? 0);
    await node(page, 4).click();
    await chosen(page).getByText('Release it').waitFor();
    await chosen(page).getByRole('button', { name: 'Go to step 2, Write the migration' }).click();
    await chosen(page).getByRole('button', { name: 'Change: Write the migration' }).waitFor();
    await page.reload();
    await node(page, 4).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('are navigable with the keyboard', async () => {
    const page = await open(TASKS);
    await draw(page);
    await panel(page).getByRole('button', { name: 'Graph', exact: true }).focus();
    await page.keyboard.press('Tab');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-node'));
    await eventually(focused).toBe('1');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await eventually(focused).toBe('4');
    await page.keyboard.press('End');
    await eventually(focused).toBe('5');
    await page.keyboard.press('Enter');
    await chosen(page).getByText('Water the plants').waitFor();
    await page.keyboard.press('Escape');
    await chosen(page).waitFor({ state: 'hidden' });
  });

  it('are only a list without dependencies', async () => {
    const page = await open([{ description: 'Write a' }, { description: 'Write b' }]);
    expect(await panel(page).getByRole('button', { name: 'Graph', exact: true }).count()).toBe(0);
  });

  it('fit a phone, with two hundred of them', async () => {
    const many = Array.from({ length: 200 }, (_, at) => ({
      description: `Write chapter ${at + 1}`,
      dependsOn: at === 0 ? [] : [Math.ceil(at / 2), ...(at % 7 === 0 ? [Math.ceil(at / 3)] : [])],
    }));
    const page = await open(many, { viewport: PHONE });
    await draw(page);
    expect(await graph(page).locator('[data-node]').count()).toBe(200);
    await node(page, 200).click();
    await chosen(page).getByText('Write chapter 200').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('of a plan are linked and claimed on the page, with concurrent changes of another clone', async () => {
    const { store, folder: root } = workbench;
    const there = { store: memoryStore(), planId: 'release', root };
    const { section: here } = openPlan(store, 'release', { graph: true });
    await here.tool('planning_setup_plan').call({
      objective: 'Release it',
      initial_steps: [{ title: 'Write the notes' }, { title: 'Publish' }],
    });
    await sharePlan({ store, planId: 'release', root });
    await syncPlan(there);
    const page = await workbench.openPage('/sessions/plan%3Arelease');
    const step = (id: string) => page.locator(`[data-step="${id}"]`);
    await step('S002').waitFor();

    const command = async (name: string) => {
      await page.getByRole('button', { name: 'More commands' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await command('Link steps');
    const linking = page.getByRole('dialog', { name: 'Link steps' });
    await linking.getByLabel(/^Step/).selectOption({ label: 'S001 Write the notes' });
    await linking.getByLabel('Relation').selectOption({ label: 'Blocks' });
    await linking.getByLabel(/^Other step/).selectOption({ label: 'S002 Publish' });
    await linking.getByRole('button', { name: 'Link steps' }).click();
    await page.getByRole('button', { name: 'Graph', exact: true }).waitFor();
    await command('Claim a step');
    await step('S001').getByText('Claimed by').waitFor();

    // The server brings together what this clone and another one have done.
    const { section } = openPlan(there.store, 'release');
    await section.tool('planning_update_step').call({ step_id: 'S002', title: 'Publish on Friday' });
    await here.tool('planning_update_step').call({ step_id: 'S002', title: 'Publish today' });
    await syncPlan(there);
    await page.getByText('Changed on several sides').waitFor();
    await page.getByText(/"Publish on Friday" .* or "Publish today"/).waitFor();
    const planThere = async () => {
      await syncPlan(there);
      const opened = openPlan(there.store, 'release');
      await opened.session.refresh();
      return planIn(opened)?.steps.map(({ claim, blockedBy }) => [claim !== undefined, blockedBy ?? []]);
    };
    await eventually(planThere).toEqual([
      [true, []],
      [false, ['S001']],
    ]);
  });
});
