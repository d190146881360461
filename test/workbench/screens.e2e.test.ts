import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { type ModelEndpoint, startModelEndpoint } from '../model-endpoint.ts';
import { EXAMPLE, TripPage } from './trip-page.ts';
import { CHROMIUM, launchBrowser, PLANNERS, Workbench } from './workbench.ts';

/** `WAYFOLD_SCREENS=folder` puts a picture of every screen there; `WAYFOLD_SCREENS_OF=1440-dark,390-light` of these only. */
const FOLDER = process.env.WAYFOLD_SCREENS;
const COMBINATIONS = ['1440-dark', '1440-light', '1024-dark', '1024-light', '390-dark', '390-light'];
const WANTED = process.env.WAYFOLD_SCREENS_OF?.split(',') ?? COMBINATIONS;
/** Only screens whose names match. */
const NAMED = new RegExp(process.env.WAYFOLD_SCREENS_NAMED ?? '');
const HEIGHTS = { 1440: 900, 1024: 768, 390: 844 } as const;
const MAX_DECISIONS = 12;
/** A small page whose map is drawn by software; what is still on its way then is seen as that. */
const MAX_WAIT_MS = 15_000;

interface Session {
  readonly id: string;
  readonly head: number;
  readonly standing: string;
  readonly waiting: readonly {
    readonly options?: readonly { readonly command: object }[];
    readonly form?: { readonly command: object; readonly field?: string };
  }[];
}

interface Screen {
  readonly name: string;
  readonly path: string;
  readonly of?: Workbench;
  act?(page: Page): Promise<unknown>;
}

describe.skipIf(CHROMIUM === undefined || FOLDER === undefined)('every screen', () => {
  let browser: Browser;
  let demo: Workbench;
  let failing: Workbench;
  let hanging: Workbench;
  let empty: Workbench;
  const endpoints: ModelEndpoint[] = [];
  const screens: Screen[] = [];

  const sessionPath = (id: string) => `/sessions/${encodeURIComponent(id)}`;
  const session = (of: Workbench, id: string) => of.ask<Session>(`/api${sessionPath(id)}`);
  const settled = (of: Workbench, id: string) =>
    eventually(async () => (await session(of, id)).standing).not.toBe('working');

  /** An example of which everything was decided as it is proposed. */
  async function decided(plannerId: string): Promise<string> {
    const { id } = await demo.ask<{ readonly id: string }>(`/api/examples/${plannerId}`, {});
    for (let decisions = 0; decisions < MAX_DECISIONS; decisions++) {
      await settled(demo, id);
      const [item] = (await session(demo, id)).waiting;
      if (item === undefined) break;
      const [option] = item.options ?? [];
      const { command: asked = {}, field } = item.form ?? {};
      const command = option?.command ?? { ...asked, ...(field && { [field]: 'Yes, please.' }) };
      await demo.ask(`/api${sessionPath(id)}/commands`, command);
    }
    return id;
  }

  async function withModel(reply?: { hang: string }): Promise<Workbench> {
    const endpoint = await startModelEndpoint();
    endpoints.push(endpoint);
    if (reply) endpoint.willReply(...Array.from({ length: 100 }, () => reply));
    return await Workbench.start(browser, { WAYFOLD_MODEL: `${endpoint.url}/v1#stand-in` });
  }

  const add = (name: string, path: string, act?: Screen['act'], of?: Workbench) =>
    screens.push({ name, path, ...(act && { act }), ...(of && { of }) });

  beforeAll(async () => {
    browser = await launchBrowser({ webgl: true });
  });

  it('has a session to show', async () => {
    [demo, empty, failing, hanging] = await Promise.all([
      Workbench.start(browser),
      Workbench.start(browser),
      withModel(),
      withModel({ hang: '' }),
    ]);
    for (const path of ['/', '/inbox', '/journals', '/compare', '/sessions/none', '/nowhere'])
      add(`empty-${path.slice(1).replaceAll('/', '-') || 'home'}`, path, undefined, empty);
    for (const path of ['/errors', '/errors/conflict', '/errors/none'])
      add(`error-page-${path.split('/')[2] ?? 'all'}`, path);

    const asked: Record<string, string> = {};
    let agreed = '';
    for (const planner of PLANNERS) {
      const { id } = await demo.ask<{ readonly id: string }>(`/api/examples/${planner}`, {});
      asked[planner] = sessionPath(id);
      add(`new-${planner}`, `/?new=${planner}`);
      add(`needs-you-${planner}`, sessionPath(id));
      const done = sessionPath(await decided(planner));
      if (planner === 'scenario') agreed = done;
      add(`done-${planner}`, done);
      for (const [of, name] of [
        [failing, 'failed'],
        [hanging, 'working'],
      ] as const) {
        const { id: other } = await of.ask<{ readonly id: string }>(`/api/examples/${planner}`, {});
        add(`${name}-${planner}`, sessionPath(other), undefined, of);
      }
    }
    add('new-session-plan', '/?new=plan-tools');
    const { tasks = '', drafter = '', trip = '', commits = '', scenario = '' } = asked;
    for (const view of ['plan', 'setup', 'why', 'journal']) add(`tasks-${view}`, `${tasks}?view=${view}`);
    for (const view of ['setup', 'why', 'journal']) add(`drafter-${view}`, `${drafter}?view=${view}`);
    add('commits-plan', `${commits}?view=plan`);
    add('scenario-plan', `${scenario}?view=plan`);
    add('trip-map', `${trip}?view=map`);
    add('trip-globe', `${trip}?view=map`, (page) =>
      page.getByRole('button', { name: /globe/i }).first().click(),
    );
    add('past', `${tasks}?at=4`);
    add('past-drafter', `${drafter}?at=3`);
    const broken = new TripPage(demo);
    await broken.begin(EXAMPLE);
    const { head } = await session(demo, broken.id);
    await broken.breakThirdStop();
    await settled(demo, broken.id);
    add('repair-talk', sessionPath(broken.id));
    add('repair-map', `${sessionPath(broken.id)}?view=map`);
    add('repair-past', `${sessionPath(broken.id)}?view=map&at=${head}`);
    await demo.ask(`/api/sessions/${broken.id}/fork`, { atSeq: head, id: 'fork' });
    await demo.ask('/api/sessions/fork/commands', { type: 'say', text: 'Add a stop in Santa Fe' });
    await settled(demo, 'fork');
    add('trip-fork', sessionPath('fork'));
    add('compare', `/compare?left=${broken.id}&right=fork`);
    add('compare-choice', `/compare?left=${broken.id}`);
    const menu = (entry: RegExp) => async (page: Page) => {
      await page.locator('main header button[aria-label=More]').click();
      await page.getByRole('menuitem', { name: entry }).click();
    };
    add('menu', drafter, (page) => page.locator('main header button[aria-label=More]').click());
    add('fork-dialog', drafter, menu(/^Fork/));
    add('pair-dialog', drafter, menu(/^Pair/));
    add('rename-dialog', drafter, menu(/^Rename/));
    add('draft-edit', drafter, (page) => page.getByRole('button', { name: /^Edit/ }).first().click());
    add('palette', drafter, (page) => page.keyboard.press('Control+k'));
    add('palette-words', drafter, async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('trip');
    });
    add('shortcuts', drafter, (page) => page.keyboard.press('?'));
    add('pause-all', '/', (page) => page.getByRole('button', { name: 'Pause everything' }).click());
    add('menu-phone', '/', (page) => page.getByRole('button', { name: 'Wayfold' }).click());
    add('home', '/');
    add('home-typed', '/', (page) =>
      page.getByRole('textbox', { name: 'Your goal' }).fill('Six days in Japan in May by train'),
    );
    add('inbox', '/inbox');
    add('inbox-failed', '/inbox', undefined, failing);
    add('journals', '/journals');
    add('journal-facts', `/journals/${broken.id}`);
    add('journal-fact', `/journals/${broken.id}`, (page) =>
      page.getByRole('list', { name: 'Facts' }).getByRole('button').first().click(),
    );
    add('pair-both', `${agreed}?view=both`);
    add('pair-why', `${agreed}?view=why`);
  });
  afterAll(async () => {
    for (const each of [demo, empty, failing, hanging]) await each?.end().catch(() => {});
    for (const endpoint of endpoints) await endpoint.close();
    await browser.close();
  });

  it.each(WANTED)(
    'is in the folder, at %s',
    async (combination) => {
      const [width = '1440', colorScheme] = combination.split('-');
      const folder = join(FOLDER ?? '', combination);
      await mkdir(folder, { recursive: true });
      const viewport = { width: Number(width), height: HEIGHTS[width as unknown as keyof typeof HEIGHTS] };
      const options = {
        viewport,
        colorScheme: colorScheme as 'light' | 'dark',
        reducedMotion: 'reduce',
      } as const;
      const page = await demo.openPage('/', options);
      const missed: string[] = [];
      for (const { name, path, of = demo, act } of screens) {
        if (!NAMED.test(name)) continue;
        await page.goto('about:blank');
        await page.goto(`${of.url}${path}`);
        await quiet(page);
        await act?.(page).catch(() => missed.push(name));
        if (act) await quiet(page);
        await page.screenshot({ path: join(folder, `${name}.png`) });
      }
      if (NAMED.test('offline')) {
        await page.goto(`${empty.url}/`);
        await quiet(page);
        await empty.stopServer();
        await page.getByRole('status', { name: 'Connection' }).waitFor();
        await page.screenshot({ path: join(folder, 'offline.png') });
        await empty.startServer();
      }
      console.log(combination, 'without their action:', missed.join(', '));
      expect(missed.length).toBeLessThan(screens.length);
    },
    1_200_000,
  );
});

/** Everything is there that is on its way. */
async function quiet(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page
    .getByRole('main')
    .first()
    .waitFor({ timeout: MAX_WAIT_MS })
    .catch(() => {});
  const signs = page.locator('[role=progressbar][aria-label=Working], [data-map][data-ready=false]');
  await eventually(() => signs.count())
    .toBe(0)
    .catch(() => {});
  await page
    .getByText(/^Loading.*…$/)
    .first()
    .waitFor({ state: 'detached', timeout: MAX_WAIT_MS })
    .catch(() => {});
}
