import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, launchBrowser, Workbench } from './workbench.ts';

/**
 * `WAYFOLD_PICTURES=docs` puts the pictures into the documentation, any other word into a folder to look at. They
 * are made with `cwebp` and `img2webp`, which Debian has in the package webp.
 */
const WANTED = process.env.WAYFOLD_PICTURES;
const FOLDER =
  WANTED === 'docs'
    ? fileURLToPath(new URL('../../docs/images/', import.meta.url))
    : join(tmpdir(), 'wayfold-pictures');
const WIDE = { width: 1280, height: 800 };
/** A picture shows what is there, not how it arrives. */
const STILL = { viewport: WIDE, reducedMotion: 'reduce' } as const;
/** A picture of nothing compresses to less than this. */
const MIN_BYTES = 15_000;

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
    await page.getByRole('progressbar', { name: 'Working' }).waitFor({ state: 'detached' });
    await page.getByRole('tabpanel').getByText('Loading').waitFor({ state: 'detached' });
    const whole = join(workbench.folder, `${name}.png`);
    const picture = await page.screenshot({ path: whole });
    expect(picture.length).toBeGreaterThan(MIN_BYTES);
    await promisify(execFile)('cwebp', ['-quiet', '-lossless', whole, '-o', join(FOLDER, `${name}.webp`)]);
  }

  async function begin(plannerId: string): Promise<string> {
    const { id } = await workbench.ask<{ readonly id: string }>(`/api/examples/${plannerId}`, {});
    return `/sessions/${encodeURIComponent(id)}`;
  }

  it('show a waiting draft', async () => {
    const page = await workbench.openPage(await begin('drafter'), { ...STILL, colorScheme: 'light' });
    await page.getByText('Draft to the other side').waitFor();
    await page.getByRole('slider').first().waitFor();
    await keep(page, 'workbench-draft');
  });

  it('show tasks with a question in the middle, in the dark theme', async () => {
    const page = await workbench.openPage(await begin('tasks'), { ...STILL, colorScheme: 'dark' });
    await page.getByText('0 of 4 done, 1 simulated').waitFor();
    await page.getByRole('slider').first().waitFor();
    await keep(page, 'workbench-tasks');
  });

  it('show a plan from commits', async () => {
    const page = await workbench.openPage(await begin('commits'), { ...STILL, colorScheme: 'light' });
    await page.getByText('Accept this plan?').first().waitFor();
    await page.getByRole('tabpanel').getByText('0 of 3 done').waitFor();
    await page.getByRole('slider').first().waitFor();
    await keep(page, 'workbench-commits');
  });

  it('show a moment in the past', async () => {
    const path = await begin('tasks');
    const page = await workbench.openPage(path, { ...STILL, colorScheme: 'light' });
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
    const page = await workbench.openPage(await begin('trip'), { ...STILL, colorScheme: 'light' });
    await page.getByText('Day 1', { exact: true }).first().waitFor();
    await page.locator('[data-map=flat][data-ready=true]').waitFor({ timeout: 90_000 });
    await keep(page, 'workbench-trip');
  });

  it('show the first minute, animated', async () => {
    const page = await workbench.openPage('/', { viewport: WIDE, colorScheme: 'light' });
    const film = await Film.begin(page);
    const goal = page.getByRole('textbox', { name: 'Your goal' });
    await goal.click();
    const words = '6 day road trip from LA to Chicago via Flagstaff and Amarillo in June'.split(/(?<= )/);
    for (const word of words) {
      await goal.pressSequentially(word);
      await film.shot(120);
    }
    const begin = page.getByRole('button', { name: 'Plan with Trip planner' });
    await begin.waitFor();
    await film.shot(1200);
    await begin.click();
    await page.locator('[data-map=flat][data-ready=true]').waitFor({ timeout: 90_000 });
    await film.shot(2500);
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.click();
    for (const word of ['make ', 'it ', '8 ', 'days']) {
      await message.pressSequentially(word);
      await film.shot(150);
    }
    await message.press('Enter');
    await page.getByText('Day 8', { exact: true }).first().waitFor();
    await film.shot(2500);
    await page.getByRole('slider').first().focus();
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press('ArrowLeft');
      await film.shot(250);
    }
    await film.shot(1500);
    await page.keyboard.press('Escape');
    await film.shot(2500);
    await film.keep('first-minute.webp');
  });
});

/** Pictures of a page one after the other, each with how long it is looked at. */
class Film {
  readonly #page: Page;
  readonly #folder: string;
  readonly #shots: { readonly file: string; readonly ms: number }[] = [];

  private constructor(page: Page, folder: string) {
    this.#page = page;
    this.#folder = folder;
  }

  static async begin(page: Page): Promise<Film> {
    return new Film(page, await mkdtemp(join(tmpdir(), 'wayfold-film-')));
  }

  async shot(ms: number): Promise<void> {
    const file = join(this.#folder, `${this.#shots.length}.png`);
    await this.#page.screenshot({ path: file });
    this.#shots.push({ file, ms });
  }

  async keep(name: string): Promise<void> {
    const frames = this.#shots.flatMap(({ file, ms }) => ['-d', String(ms), file]);
    const output = ['-o', join(FOLDER, name)];
    await promisify(execFile)('img2webp', ['-loop', '0', '-lossy', '-q', '60', ...frames, ...output]);
    await rm(this.#folder, { recursive: true });
  }
}
