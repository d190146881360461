import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, launchBrowser, PHONE, Workbench } from './workbench.ts';

/** `WAYFOLD_PICTURES=docs` puts the pictures into the documentation, any other word into a folder to look at. */
const WANTED = process.env.WAYFOLD_PICTURES;
const FOLDER =
  WANTED === 'docs'
    ? fileURLToPath(new URL('../../docs/images/', import.meta.url))
    : join(tmpdir(), 'wayfold-pictures');
const WIDE = { width: 1280, height: 800 };
/** A picture of nothing compresses to less than this. */
const LEAST_BYTES = 15_000;

describe.skipIf(CHROMIUM === undefined || WANTED === undefined)('the pictures of the documentation', () => {
  let browser: Browser;
  let workbench: Workbench;

  beforeAll(async () => {
    browser = await launchBrowser({ webgl: true });
    workbench = await Workbench.start(browser);
    await mkdir(FOLDER, { recursive: true });
  });
  afterAll(async () => {
    await workbench.end();
    await browser.close();
  });

  async function keep(page: Page, name: string): Promise<void> {
    await page.mouse.move(0, 0);
    const picture = await page.screenshot();
    await writeFile(join(FOLDER, `${name}.png`), picture);
    expect(picture.length).toBeGreaterThan(LEAST_BYTES);
  }

  async function begin(plannerId: string): Promise<string> {
    const { id } = await workbench.ask<{ readonly id: string }>(`/api/examples/${plannerId}`, {});
    return `/sessions/${encodeURIComponent(id)}`;
  }

  it('show the first screen', async () => {
    const page = await workbench.openPage('/', { viewport: WIDE, colorScheme: 'light' });
    await page
      .getByRole('button', { name: /^Try an example/ })
      .nth(4)
      .waitFor();
    await keep(page, 'workbench-home');
  });

  it('show a draft that waits', async () => {
    const page = await workbench.openPage(await begin('drafter'), { viewport: WIDE, colorScheme: 'light' });
    await page.getByText('Draft to the other side').waitFor();
    await page.getByRole('slider').first().waitFor();
    await keep(page, 'workbench-draft');
  });

  it('show tasks with a question in the middle, in the dark', async () => {
    const page = await workbench.openPage(await begin('tasks'), { viewport: WIDE, colorScheme: 'dark' });
    await page.getByText('0 of 4 done, 1 simulated').waitFor();
    await page.getByRole('slider').first().waitFor();
    await keep(page, 'workbench-tasks');
  });

  it('show a plan from commits', async () => {
    const page = await workbench.openPage(await begin('commits'), { viewport: WIDE, colorScheme: 'light' });
    await page.getByText('Accept this plan?').first().waitFor();
    await page.getByRole('tabpanel').getByText('0 of 3 done').waitFor();
    await page.getByRole('slider').first().waitFor();
    await keep(page, 'workbench-commits');
  });

  it('show a moment in the past', async () => {
    const path = await begin('tasks');
    const page = await workbench.openPage(path, { viewport: WIDE, colorScheme: 'light' });
    await page.getByText('0 of 4 done, 1 simulated').waitFor();
    const id = decodeURIComponent(path.split('/').at(-1) ?? '');
    const { facts } = await workbench.ask<{ readonly facts: readonly { seq: number; type: string }[] }>(
      `/api/sessions/${id}/facts`,
    );
    const planned = facts.find(({ type }) => type === 'TasksPlanned')?.seq ?? 1;
    await page.goto(`${workbench.url}${path}?at=${planned}`);
    await page.getByText('0 of 4 done', { exact: true }).waitFor();
    await keep(page, 'workbench-past');
  });

  it('show a trip on the map', async () => {
    const page = await workbench.openPage(await begin('trip'), { viewport: WIDE, colorScheme: 'light' });
    await page.getByText('Day 1', { exact: true }).first().waitFor();
    await page.locator('[data-map=flat][data-ready=true]').waitFor({ timeout: 90_000 });
    await keep(page, 'workbench-trip');
  });

  it('show a phone', async () => {
    const page = await workbench.openPage(await begin('drafter'), { viewport: PHONE, colorScheme: 'dark' });
    await page.getByText('Draft to the other side').waitFor();
    await keep(page, 'workbench-phone');
  });
});
