import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findChromium } from '../scripts/debian-programs.mjs';
import { type FactStore, openJournal, sqliteStore } from '../src/journal/index.ts';
import { CliProcess } from './cli-process.ts';

const executablePath = findChromium();
const LAUNCH_ARGUMENTS = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
const TOKEN = 'a-token-that-is-long-enough';
const PHONE = { width: 390, height: 844 };

describe.skipIf(executablePath === undefined)('the page', () => {
  let browser: Browser;
  let cwd: string;
  let port: number;
  let store: FactStore;
  let server: CliProcess;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: LAUNCH_ARGUMENTS });
  });
  afterAll(() => browser.close());

  beforeEach(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'wayfold-page-'));
    port = await freePort();
    store = sqliteStore(join(cwd, '.wayfold', 'wayfold.db'));
    server = await up();
    page = await browser.newPage();
    problems.length = 0;
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('dialog', (dialog) => problems.push(dialog.message()));
  });

  afterEach(async () => {
    await page.close();
    await server.end('SIGKILL');
    await store.close();
    await rm(cwd, { recursive: true });
    expect(problems).toEqual([]);
  });

  async function up(env: Record<string, string> = {}): Promise<CliProcess> {
    const started = new CliProcess(['up', '--port', String(port)], { cwd, env });
    await expect.poll(() => started.stdout, { timeout: 20_000 }).toContain('running at');
    return started;
  }

  /** Opens the page at a journal and waits until it is live. */
  async function open(id = ''): Promise<void> {
    await page.goto(`http://127.0.0.1:${port}/#${encodeURIComponent(id)}`);
    await page.getByText('Live', { exact: true }).waitFor();
  }

  async function append(id: string, ...facts: { type: string; [field: string]: unknown }[]): Promise<void> {
    await openJournal(store, id).append(facts);
  }

  const shownSeqs = async (): Promise<number[]> =>
    (await page.locator('#facts .seq').allTextContents()).map(Number);

  const shownTypes = async (): Promise<string[]> => await page.locator('#facts .type').allTextContents();

  it('says how to make a first journal, and shows it when it comes', async () => {
    await open();
    await page.getByRole('heading', { name: 'No journals yet' }).waitFor();
    const command = await page.locator('#command').textContent();
    expect(command).toBe(`npx wayfold journal append hello '{"type":"note_added","text":"Hello"}'`);
    const appending = new CliProcess(['journal', 'append', 'hello', '{"type":"note_added","text":"Hello"}'], {
      cwd,
    });
    await page.getByRole('heading', { name: 'hello' }).waitFor();
    await page.locator('#facts').getByText('note_added').waitFor();
    expect(await appending.end()).toMatchObject({ code: 0 });
  });

  it('shows the facts of a journal, newest first, while another process appends', async () => {
    await append('trip', { type: 'stop_added', city: 'Kyoto' }, { type: 'stop_added', city: 'Nara' });
    await append('task', { type: 'begun' });
    await open('trip');
    await expect.poll(shownSeqs).toEqual([2, 1]);
    await page.getByText('Chain intact to 2').waitFor();
    await append('trip', { type: 'stop_moved', city: 'Uji' });
    await expect.poll(shownSeqs).toEqual([3, 2, 1]);
    await page.getByText('3 facts').waitFor();
    await page.getByRole('link', { name: /^task/ }).click();
    await expect.poll(() => page.title()).toBe('task · Wayfold');
    await expect.poll(shownSeqs).toEqual([1]);
  });

  it('shows script in a payload as text', async () => {
    const attack = '<img src=x onerror=alert(1)><script>alert(2)</script>';
    await append('trip', { type: 'said', text: attack, [attack]: 1 });
    await open('trip');
    await page.locator('#facts summary').click();
    await page.locator('#facts pre').getByText(attack).first().waitFor();
    expect(await page.locator('#facts img, #facts script').count()).toBe(0);
  });

  it('shows an erased fact as erased', async () => {
    await append('trip', { type: 'said', text: 'secret' });
    await openJournal(store, 'trip').redact(1);
    await open('trip');
    await page.locator('#facts .redacted').getByText('erased').waitFor();
    await page.locator('#facts').getByText('said').waitFor();
  });

  it('stays readable while the server is away, and goes on without gap or repetition', async () => {
    await append('trip', { type: 'a' }, { type: 'b' });
    await open('trip');
    await expect.poll(shownSeqs).toEqual([2, 1]);
    await server.end('SIGTERM');
    await page.getByText('The server is away').waitFor();
    expect(await shownSeqs()).toEqual([2, 1]);
    await append('trip', { type: 'c' }, { type: 'd' });
    await append('new', { type: 'a' });
    server = await up();
    await page.getByText('Live', { exact: true }).waitFor();
    await expect.poll(shownSeqs).toEqual([4, 3, 2, 1]);
    await page.getByRole('link', { name: /^new/ }).waitFor();
    await append('trip', { type: 'e' });
    await expect.poll(shownSeqs).toEqual([5, 4, 3, 2, 1]);
  });

  it.each([
    ['shorter', ['x']],
    ['as long', ['x', 'y', 'z']],
  ])('begins anew when the journal was made anew, %s, while the page was away', async (_, types) => {
    await append('trip', { type: 'a' }, { type: 'b' });
    await append('other', { type: 'a' });
    await open('trip');
    await expect.poll(shownSeqs).toEqual([2, 1]);
    await server.end('SIGTERM');
    await page.getByText('The server is away').waitFor();
    await store.delete('trip');
    await append('trip', ...types.map((type) => ({ type })));
    server = await up();
    await expect.poll(shownTypes).toEqual(types.toReversed());
    await page.getByText('Live', { exact: true }).waitFor();
    await append('trip', { type: 'later' });
    await expect.poll(shownTypes).toEqual(['later', ...types.toReversed()]);
  });

  it('begins anew when the journal is made anew while the page looks on', async () => {
    await append('trip', { type: 'a' }, { type: 'b' });
    await open('trip');
    await expect.poll(shownSeqs).toEqual([2, 1]);
    await store.delete('trip');
    await append('trip', { type: 'x' });
    await expect.poll(shownTypes).toEqual(['x']);
    await page.getByText('1 fact ·').waitFor();
    await append('trip', { type: 'y' });
    await expect.poll(shownTypes).toEqual(['y', 'x']);
    await page.getByText('Live', { exact: true }).waitFor();
  });

  it('is not live while the facts of the open journal do not come', async () => {
    await append('trip', { type: 'a' });
    await append('task', { type: 'a' });
    await page.route('**/api/journals/trip/events*', (route) => route.fulfill({ status: 503 }));
    await page.goto(`http://127.0.0.1:${port}/#trip`);
    await page.getByText('Reconnecting').waitFor();
    await page.locator('#journals').getByText('task').waitFor();
    expect(await page.getByText('Live', { exact: true }).count()).toBe(0);
    await page.unroute('**/api/journals/trip/events*');
    await page.getByText('Live', { exact: true }).waitFor();
    await expect.poll(shownSeqs).toEqual([1]);
  });

  it('drops what was erased while it was away', async () => {
    await append('trip', { type: 'said', text: 'secret' }, { type: 'said', text: 'known' });
    await open('trip');
    await expect.poll(shownSeqs).toEqual([2, 1]);
    await page.locator('#facts summary').last().click();
    await page.locator('#facts pre').getByText('secret').waitFor();
    await server.end('SIGTERM');
    await page.getByText('The server is away').waitFor();
    await openJournal(store, 'trip').redact(1);
    server = await up();
    await page.locator('#facts .redacted').getByText('erased').waitFor();
    expect(await page.locator('#facts').textContent()).not.toContain('secret');
    expect(await page.locator('#facts').textContent()).toContain('known');
    expect(await shownSeqs()).toEqual([2, 1]);
  });

  it('opens at an address that is no name', async () => {
    await append('trip', { type: 'a' });
    await page.goto(`http://127.0.0.1:${port}/#%`);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Choose a journal' }).waitFor();
    await page.getByRole('link', { name: /^trip/ }).click();
    await expect.poll(shownSeqs).toEqual([1]);
  });

  it('forgets that earlier facts could not be loaded once they can', async () => {
    await append('long', ...Array.from({ length: 900 }, (_, n) => ({ type: 'counted', n })));
    await append('task', ...Array.from({ length: 300 }, (_, n) => ({ type: 'counted', n })));
    await open('long');
    await expect.poll(async () => (await shownSeqs()).at(-1)).toBe(701);
    await page.route('**/facts?*', (route) => route.abort());
    await page.getByRole('button', { name: 'Show earlier facts' }).click();
    await page.getByRole('button', { name: 'Could not load them' }).waitFor();
    await page.getByRole('link', { name: /^task/ }).click();
    await page.getByRole('button', { name: 'Show earlier facts' }).click();
    await page.unroute('**/facts?*');
    await page.getByRole('button', { name: 'Could not load them' }).click();
    await expect.poll(async () => (await shownSeqs()).at(-1)).toBe(1);
    await page.getByRole('link', { name: /^long/ }).click();
    await page.getByRole('button', { name: 'Show earlier facts' }).click();
    await expect.poll(async () => (await shownSeqs()).at(-1)).toBe(201);
    await page.getByRole('button', { name: 'Show earlier facts' }).waitFor();
  });

  it('loads the newest facts of a long journal, and earlier ones when asked', async () => {
    for (let i = 0; i < 3; i++) {
      await append('long', ...Array.from({ length: 300 }, (_, n) => ({ type: 'counted', n })));
    }
    await open('long');
    await expect.poll(async () => (await shownSeqs()).at(0)).toBe(900);
    await expect.poll(async () => (await shownSeqs()).at(-1)).toBe(701);
    await page.getByRole('button', { name: 'Show earlier facts' }).click();
    await expect.poll(async () => (await shownSeqs()).at(-1)).toBe(201);
    await page.getByRole('button', { name: 'Show earlier facts' }).click();
    await expect.poll(shownSeqs).toEqual(Array.from({ length: 900 }, (_, i) => 900 - i));
    expect(await page.getByRole('button', { name: 'Show earlier facts' }).isVisible()).toBe(false);
  });

  it('finds journals by what is typed after a slash', async () => {
    await append('trip', { type: 'a' });
    await append('task', { type: 'a' });
    await open();
    await expect.poll(() => page.locator('#journals li').count()).toBe(2);
    await page.keyboard.press('/');
    await page.keyboard.type('tri');
    expect(await page.locator('#journals li').allTextContents()).toEqual([expect.stringMatching(/^trip/)]);
    await page.keyboard.type('xyz');
    await page.getByText('No journal matches.').waitFor();
  });

  it('leaves a journal that is deleted', async () => {
    await append('trip', { type: 'a' });
    await append('task', { type: 'a' });
    await open('trip');
    await expect.poll(shownSeqs).toEqual([1]);
    const deleting = new CliProcess(['journal', 'delete', 'trip', '--yes'], { cwd });
    expect(await deleting.end()).toMatchObject({ code: 0 });
    await append('task', { type: 'b' });
    await expect.poll(() => page.title()).toBe('task · Wayfold');
    await expect.poll(() => page.locator('#journals li').count()).toBe(1);
  });

  it('goes from the list to a journal and back on a phone, with nothing cut off', async () => {
    await page.setViewportSize(PHONE);
    await append('trip', { type: 'said', text: 'x'.repeat(500) });
    await open();
    await page.getByRole('link', { name: /^trip/ }).click();
    await expect.poll(shownSeqs).toEqual([1]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBe(0);
    await page.getByRole('link', { name: 'Journals' }).click();
    await page.getByRole('link', { name: /^trip/ }).waitFor();
    expect(await page.locator('#facts').isVisible()).toBe(false);
  });

  it('asks for the token where the server has one', async () => {
    await append('trip', { type: 'a' });
    await server.end('SIGTERM');
    server = await up({ WAYFOLD_TOKEN: TOKEN });
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.getByLabel('Token').fill('a-wrong-one-of-some-length');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('That is not the token').waitFor();
    await page.getByLabel('Token').fill(TOKEN);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
    await expect.poll(shownSeqs).toEqual([1]);
    await page.reload();
    await expect.poll(shownSeqs).toEqual([1]);
  });
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
}
