import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { accessibilityProblems } from './accessibility.ts';
import { factNamed, PATIENT, slider, timeline } from './journal-fixture.ts';
import { CHROMIUM, PHONE, sharedBrowser, Workbench } from './workbench.ts';

const MODULES = ['own-planner.ts', 'release-planner.ts'].flatMap((name) => [
  '--planner',
  fileURLToPath(new URL(`../../examples/${name}`, import.meta.url)),
]);
const SURVEY = ['--planner', fileURLToPath(new URL('survey-planner.ts', import.meta.url))];

interface Session {
  readonly head: number;
  readonly standing: string;
  readonly setup: { readonly seed: unknown } | null;
  readonly planner: { readonly state: Readonly<Record<string, unknown>> };
}
interface Facts {
  readonly facts: readonly { readonly seq: number; readonly type: string; readonly reason?: string }[];
}

describe.skipIf(CHROMIUM === undefined)('your own planners in the workbench', () => {
  let browser: Browser;
  let workbench: Workbench;

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  beforeEach(async () => {
    workbench = await Workbench.start(browser, {}, [...MODULES, ...SURVEY]);
  });
  afterEach(() => workbench.end());

  const plan = (page: Page) => page.getByRole('tabpanel', { name: 'Plan' });
  const messages = (page: Page) => page.getByRole('list', { name: 'Messages' });
  const decision = (page: Page) => page.getByRole('region', { name: /^Release 1\.4\.0 with/ });
  const session = (id: string) => workbench.ask<Session>(`/api/sessions/${id}`);
  const does = (id: string, command: unknown) => workbench.ask(`/api/sessions/${id}/commands`, command);
  const factsOf = async (id: string) => (await workbench.ask<Facts>(`/api/sessions/${id}/facts`)).facts;

  /** Whatever a page writes to its console as an error is one, but for answers of the server that refuse. */
  async function open(path: string, options = {}): Promise<Page> {
    const page = await workbench.openPage(path, options);
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
        workbench.problems.push(message.text());
    });
    return page;
  }

  async function givenMinutes(id = 'retro'): Promise<void> {
    await workbench.ask('/api/sessions', {
      id,
      title: 'Retro',
      plannerId: 'minutes',
      config: { title: 'Retro' },
      text: 'It rained.',
    });
    await eventually(async () => (await session(id)).planner.state).toMatchObject({ lines: ['It rained.'] });
    await does(id, { type: 'say', text: 'Decided: ship it' });
    await eventually(async () => (await session(id)).planner.state).toMatchObject({ lines: { length: 2 } });
    await eventually(async () => (await session(id)).standing).not.toBe('working');
  }

  async function givenRelease(id = 'next'): Promise<void> {
    await workbench.ask('/api/sessions', {
      id,
      title: 'Next release',
      plannerId: 'release',
      config: { tag: '1.4.0' },
      text: 'Faster start\nA quieter log',
    });
    await eventually(async () => (await session(id)).standing).toBe('waiting');
  }

  it('have a card, a setup form with validation, and a conversation', async () => {
    const page = await open('/');
    const cards = page.getByRole('list', { name: 'Planners' });
    await cards.getByRole('heading', { name: 'Minutes' }).waitFor();
    await cards.getByText('Plans a release, asks whether to go, and publishes it.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'New Minutes session' }).click();
    const form = page.getByRole('form', { name: 'New session' });
    const begin = form.getByRole('button', { name: 'Plan with Minutes' });
    await form.getByLabel('Your goal').fill('The retro of May');
    await begin.click();
    await form.getByText(/needs a setting first: Title/).waitFor();
    const title = form.getByLabel(/^Title/);
    await title.fill('Retro');
    await title.fill('');
    await eventually(() => title.getAttribute('aria-invalid')).toBe('true');
    expect(await accessibilityProblems(page)).toEqual([]);
    await title.fill('Retro');
    await form.getByLabel('Order').selectOption('decisions first');
    await eventually(() => title.getAttribute('aria-invalid')).not.toBe('true');
    await begin.click();
    await page.getByRole('heading', { name: 'The retro of May' }).waitFor();
    await plan(page).getByText('The retro of May').waitFor();

    const box = page.getByRole('textbox', { name: 'Message' });
    await box.fill('It rained.');
    await box.press('Enter');
    await plan(page).getByText('It rained.').waitFor();
    await box.fill('Decided: ship it');
    await box.press('Enter');
    await plan(page).getByText('Decided: ship it').waitFor();
    expect(await plan(page).locator('[data-step]').allInnerTexts()).toEqual([
      expect.stringContaining('Decided: ship it'),
      expect.stringContaining('The retro of May'),
      expect.stringContaining('It rained.'),
    ]);
    const reported = messages(page).getByRole('article').filter({ hasText: 'Planner' }).last();
    await reported.getByText('Decided: ship it').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('start with a text on the first screen, and ask for the required setup', async () => {
    const page = await open('/');
    await page.getByRole('textbox', { name: 'Your goal' }).fill('Write down: we ship it, then test it');
    await page.getByRole('group', { name: 'Planner' }).getByRole('button', { name: 'Minutes' }).click();
    const begin = page.getByRole('button', { name: 'Plan with Minutes' });
    await begin.click();
    await page
      .getByRole('form', { name: 'New session' })
      .getByLabel(/^Title/)
      .fill('Stand-up');
    await begin.click();
    await plan(page).getByText('Write down: we ship it, then test it').waitFor();
  });

  it('have actions on the points, lines and areas of a map, and on the series of a chart', async () => {
    await workbench.ask('/api/sessions', { id: 'valley', plannerId: 'survey', config: {} });
    const page = await open('/sessions/valley?view=plan');
    await plan(page).getByRole('button', { name: /^Camp/ }).click();
    for (const name of ['Camp', 'River', 'Wood', 'Rain', 'Snow']) {
      await plan(page)
        .getByRole('button', { name: `Keep: ${name}`, exact: true })
        .click();
      await plan(page)
        .getByRole('button', { name: `Keep: ${name} (kept)`, exact: true })
        .waitFor();
    }
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  });

  it('have actions in their blocks and forms for their commands, which show refusals', async () => {
    await givenMinutes();
    const page = await open('/sessions/retro?view=plan');
    // What can be done with a step is there without a click.
    expect(await plan(page).getByRole('button', { expanded: false }).count()).toBe(0);
    await plan(page).getByRole('button', { name: 'Pin: It rained.' }).click();
    await plan(page).getByText('It rained. (pinned)').waitFor();
    await plan(page).getByRole('button', { name: 'Pin a line…' }).click();
    const form = page.getByRole('dialog', { name: 'Pin a line' });
    const line = form.getByRole('textbox', { name: 'Line' });
    await line.fill('0');
    await form.getByRole('button', { name: 'Pin a line' }).click();
    expect(await line.getAttribute('aria-invalid')).toBe('true');
    await line.fill('9');
    await form.getByRole('button', { name: 'Pin a line' }).click();
    await form.getByRole('alert').getByText('There is no line 9.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await line.fill('2');
    await form.getByRole('button', { name: 'Pin a line' }).click();
    await form.waitFor({ state: 'detached' });
    await plan(page).getByText('Decided: ship it (pinned)').waitFor();
    expect((await session('retro')).planner.state).toMatchObject({ pinned: [1, 2] });

    // What others do is seen without a reload.
    await does('retro', { type: 'say', text: 'Next time: umbrellas' });
    await plan(page).getByText('Next time: umbrellas').waitFor();
    await messages(page).getByText('Next time: umbrellas').first().waitFor();
  });

  it('have their facts on the timeline, with kind and text, and every moment can be revisited', async () => {
    await givenMinutes();
    await does('retro', { type: 'pin', line: 2 });
    const facts = await factsOf('retro');
    const seqOf = (type: string) => facts.find((fact) => fact.type === type)?.seq ?? 0;
    const page = await open('/sessions/retro?view=journal');
    await factNamed(page, /^\d+ Plan minutes_written It rained\. Decided: ship it/).waitFor();
    await factNamed(page, /Decision line_pinned/).waitFor();
    // What comes while somebody looks has its words too.
    await does('retro', { type: 'say', text: 'Next time: umbrellas' });
    await factNamed(page, /Plan minutes_written It rained\. Decided: ship it Next time/).waitFor();

    await page.getByRole('tab', { name: 'Plan' }).click();
    await plan(page).getByText('Next time: umbrellas').waitFor();
    await slider(page).focus();
    await page.keyboard.press('Home');
    const first = seqOf('minutes_written');
    for (let seq = 1; seq < first; seq++) await page.keyboard.press('ArrowRight');
    await timeline(page).getByText(`Viewing seq ${first} of`).waitFor();
    await plan(page).getByText('It rained.').waitFor();
    await plan(page).getByText('Decided: ship it').waitFor({ state: 'detached' });
    expect(await plan(page).getByRole('button', { name: 'Pin a line…' }).isDisabled()).toBe(true);
    expect(await plan(page).getByRole('button', { name: 'Pin: It rained.' }).isDisabled()).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);

    await timeline(page).getByRole('button', { name: 'Fork from here' }).click();
    const dialog = page.getByRole('dialog', { name: `Fork from seq ${first}` });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Another retro');
    await dialog.getByRole('button', { name: 'Fork from here' }).click();
    await expect.poll(() => new URL(page.url()).pathname, PATIENT).toBe('/sessions/Another-retro');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByText(`The same up to seq ${first}`).waitFor();
    const side = (name: 'Left' | 'Right') => page.getByRole('region', { name: new RegExp(`^${name}: `) });
    await side('Left').getByText('Decided: ship it (pinned)').waitFor();
    await side('Right').getByText('It rained.').waitFor();
    expect(await side('Right').getByText('Decided').count()).toBe(0);
    await page.getByRole('list', { name: 'What differs' }).getByText('Decided: ship it').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('wait with a card whose options and form decide, and continue automatically', async () => {
    await givenRelease();
    const page = await open('/sessions/next');
    await decision(page).getByText('Release 1.4.0 with 2 changes?').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await decision(page).getByRole('button', { name: 'Release it' }).click();
    const sure = page.getByRole('dialog', { name: 'Release it' });
    await sure.getByRole('button', { name: 'Release it' }).click();
    await decision(page).waitFor({ state: 'detached' });
    await messages(page)
      .getByText(/^Published at https/)
      .waitFor();
    await plan(page).getByRole('definition').filter({ hasText: 'published' }).waitFor();
    // Decided long ago, in another tab: the refusal says so.
    await plan(page).getByRole('button', { name: 'Stop the release…' }).click();
    const stop = page.getByRole('dialog', { name: 'Stop the release' });
    await stop.getByLabel('Why').fill('Too late');
    await stop.getByRole('button', { name: 'Stop the release' }).click();
    await stop.getByRole('alert').getByText('Nothing waits for a decision.').waitFor();
  });

  it('are decided on a phone, with a reason', async () => {
    await givenRelease();
    const page = await open('/sessions/next?view=plan', { viewport: PHONE });
    await decision(page).getByRole('textbox').fill('The log is not quiet yet');
    expect(await accessibilityProblems(page)).toEqual([]);
    await decision(page).getByRole('button', { name: 'Stop the release' }).click();
    await decision(page).waitFor({ state: 'detached' });
    const stopped = (await factsOf('next')).find(({ type }) => type === 'release_stopped');
    expect(stopped?.reason).toBe('The log is not quiet yet');
    await page.getByRole('tab', { name: 'Talk' }).click();
    const own = messages(page).getByRole('article').filter({ hasText: 'You' });
    await own.getByText('Stopped: The log is not quiet yet').waitFor();
  });

  it('wait in the inbox, and are decided there', async () => {
    await givenRelease();
    const page = await open('/inbox');
    const row = page
      .getByRole('list', { name: 'Waiting' })
      .getByRole('listitem')
      .filter({ hasText: 'Release 1.4.0 with 2 changes?' });
    await row.getByText('Next release').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await row.getByRole('button', { name: 'Release it' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Release it' }).click();
    await row.waitFor({ state: 'detached' });
    await eventually(async () => (await session('next')).planner.state).toMatchObject({ stage: 'published' });
  });

  it('offer their artifacts as files, also those of an earlier moment', async () => {
    await givenRelease();
    const page = await open('/sessions/next?view=plan');
    await plan(page).getByText('A quieter log').waitFor();
    const results = plan(page).getByRole('article', { name: 'Results' });
    expect(await results.count()).toBe(0);
    await does('next', { type: 'go' });
    await results.getByText('release-notes.md').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const save = async () => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        results.getByRole('button', { name: 'Download release-notes.md' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('release-notes.md');
      return await readFile(await download.path(), 'utf8');
    };
    expect(await save()).toBe('# 1.4.0\n\n- Faster start\n- A quieter log\n');
    const published = (await factsOf('next')).find(({ type }) => type === 'release_published')?.seq ?? 0;
    await does('next', { type: 'configure', config: { tag: '2.0.0' } });
    await plan(page).getByText('2.0.0').first().waitFor();
    expect(await save()).toMatch(/^# 2\.0\.0/);
    await page.goto(`${new URL(page.url()).origin}/sessions/next?view=plan&at=${published}`);
    await plan(page).getByText('1.4.0').first().waitFor();
    expect(await save()).toMatch(/^# 1\.4\.0/);
    await page.goto(`${new URL(page.url()).origin}/sessions/next?view=plan&at=${published - 1}`);
    await plan(page).getByText('approved').first().waitFor();
    expect(await results.count()).toBe(0);
  });

  it('are shared by a link with their setup', async () => {
    await workbench.ask('/api/sessions', {
      id: 'retro',
      title: 'Retro',
      plannerId: 'minutes',
      config: { title: 'Retro', order: 'decisions first' },
    });
    const page = await open('/sessions/retro?view=setup');
    const link = page.getByLabel('Link to this setup');
    await eventually(() => link.inputValue()).toContain('decisions');
    const hash = new URL(await link.inputValue()).hash.replace('%22retro%22', '%22elsewhere%22');
    const other = await open(`/${hash}`);
    const offer = other.getByRole('dialog', { name: 'Start a session?' });
    await offer.getByText('decisions first').waitFor();
    await offer.getByLabel('Title', { exact: true }).fill('From a friend');
    await offer.getByRole('button', { name: 'Start' }).click();
    await other.getByRole('heading', { name: 'From a friend' }).waitFor();
    const id = decodeURIComponent(new URL(other.url()).pathname.split('/').at(-1) ?? '');
    expect((await session(id)).setup?.seed).toEqual({ title: 'Retro', order: 'decisions first' });
  });

  it('can be read without being loaded, with the name of the missing module', async () => {
    await givenRelease();
    await workbench.stopServer('SIGTERM');
    await workbench.startServer();
    const page = await open('/sessions/next');
    await page.getByText('The planner release is not loaded').waitFor();
    await messages(page).getByText('Faster start').first().waitFor();
    expect(await page.getByRole('textbox', { name: 'Message' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Release it' }).count()).toBe(0);
    await page.getByRole('tab', { name: 'Journal' }).click();
    await factNamed(page, /release_planned/).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.context().close();
    await workbench.stopServer('SIGTERM');
    await workbench.startServer({}, MODULES);
    await decision(await open('/sessions/next'))
      .getByRole('button', { name: 'Release it' })
      .waitFor();
  });
});

describe.skipIf(CHROMIUM === undefined)('a plan of an agent', () => {
  it('is exported from the menu of its session, in the formats of its planner', async () => {
    const browser = await sharedBrowser();
    const workbench = await Workbench.start(browser);
    try {
      const { id } = await workbench.ask<{ id: string }>('/api/sessions', {
        plannerId: 'plan-tools',
        title: 'Release',
        config: {},
      });
      const page = await workbench.openPage(`/sessions/${encodeURIComponent(id)}`);
      const save = async () => {
        await page.getByRole('button', { name: 'More', exact: true }).click();
        await page.getByRole('menuitem', { name: 'Export as Markdown checklist' }).click();
      };
      await save();
      await page.getByRole('alert').waitFor();
      await workbench.ask(`/api/sessions/${encodeURIComponent(id)}/commands`, {
        type: 'plan-set',
        objective: 'Release 2.0',
        steps: [{ title: 'Write the notes' }],
      });
      await page.getByText('Write the notes').first().waitFor();
      const [download] = await Promise.all([page.waitForEvent('download'), save()]);
      expect(download.suggestedFilename()).toMatch(/\.markdown$/);
      expect(await readFile(await download.path(), 'utf8')).toContain('Write the notes');
    } finally {
      await workbench.end();
    }
  });
});
