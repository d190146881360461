import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventually } from '../eventually.ts';
import { CHROMIUM, sharedBrowser, Workbench } from './workbench.ts';

/** What can be pressed, but for links, which the browser shows itself. */
const PRESSED =
  'main button:enabled:not([aria-pressed=true], [role=tab]), main [role=tab][aria-selected=false], main summary';
/** What the browser itself shows, as a file that it saves, or the map draws at once. */
const SHOWN_ELSEWHERE = /^(?:Attach a file|Export as JSON lines|Download .*|Show the whole trip)$/;
/** Of many that begin with the same word, or with a number, such as those of every stop, so many are pressed. */
const MAX_ALIKE = 2;
/** Long enough for a busy machine; nothing is answered meanwhile. */
const MAX_MS = 3000;
const MENU = 'main header button[aria-label=More]';

describe.skipIf(CHROMIUM === undefined)('every button', () => {
  let browser: Browser;
  let workbench: Workbench;
  /** What a session has whatever its planner, such as its menu, is pressed once. */
  const pressed = new Set<string>();

  beforeAll(async () => {
    browser = await sharedBrowser();
    workbench = await Workbench.start(browser);
  });
  afterAll(() => workbench.end());

  async function standingOf(id: string): Promise<string> {
    return (await workbench.ask<{ standing: string }>(`/api/sessions/${encodeURIComponent(id)}`)).standing;
  }

  it.each(['drafter', 'scenario', 'tasks', 'commits', 'trip'])(
    'in a session of the planner %s reacts before the server answers',
    async (plannerId) => {
      const { id } = await workbench.ask<{ readonly id: string }>(`/api/examples/${plannerId}`, {});
      await eventually(async () => (await standingOf(id)) !== 'working').toBe(true);
      const page = await workbench.openPage(`/sessions/${encodeURIComponent(id)}`);
      await shown(page);
      const silent: string[] = [];
      const names = differing(await page.locator(PRESSED).evaluateAll(namesOf));
      expect(names.length).toBeGreaterThan(5);
      const own = new Set(await page.locator('[role=tabpanel] :is(button, summary)').evaluateAll(namesOf));
      for (const name of names) {
        if (!own.has(name) && pressed.has(name)) continue;
        pressed.add(name);
        await eventually(async () => await page.locator(PRESSED).evaluateAll(namesOf)).toContain(name);
        if (!(await signAfter(page, () => press(page, name)))) silent.push(name);
      }
      const entries = await menuEntries(page);
      expect(entries.length).toBeGreaterThan(3);
      for (const entry of differing(entries)) {
        if (pressed.has(entry)) continue;
        pressed.add(entry);
        await page.locator(MENU).click();
        const chosen = page.getByRole('menuitem', { name: entry, exact: true });
        await chosen.waitFor();
        if (!(await signAfter(page, () => chosen.click()))) silent.push(entry);
      }
      expect(silent).toEqual([]);
    },
  );
});

/** The page of a session with everything that it loads. */
async function shown(page: Page): Promise<void> {
  await page.getByRole('slider').first().waitFor();
  await page.getByRole('tabpanel').getByText('Loading').waitFor({ state: 'detached' });
  await idle(page);
}

async function idle(page: Page): Promise<void> {
  await page.getByRole('progressbar', { name: 'Working' }).waitFor({ state: 'detached' });
}

function namesOf(elements: readonly Element[]): string[] {
  return elements.map((each) => each.getAttribute('aria-label') ?? each.textContent ?? '');
}

/** The names of what does something of its own here. */
function differing(names: readonly string[]): readonly string[] {
  const alike = new Map<string, number>();
  return [...new Set(names)].filter((name) => {
    const [word = ''] = name.replace(/^[a-z]?\d+/, '1 ').split(/[\s:,]/);
    alike.set(word, (alike.get(word) ?? 0) + 1);
    return !SHOWN_ELSEWHERE.test(name) && (alike.get(word) ?? 0) <= MAX_ALIKE;
  });
}

async function menuEntries(page: Page): Promise<readonly string[]> {
  await page.locator(MENU).click();
  await page.getByRole('menuitem').first().waitFor();
  const entries = await page.getByRole('menuitem').evaluateAll(namesOf);
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
  return entries;
}

/** Presses the first thing of that name. Resolves to whether there was one. */
function press(page: Page, name: string): Promise<boolean> {
  return page.locator(PRESSED).evaluateAll((elements, wanted) => {
    const found = elements.find((each) => (each.getAttribute('aria-label') ?? each.textContent) === wanted);
    if (found instanceof HTMLElement) found.click();
    return found !== undefined;
  }, name);
}

/** Whether something shows that a press was heard while no request is answered. None of them ever reaches the server. */
async function signAfter(page: Page, act: () => Promise<unknown>): Promise<boolean> {
  const address = page.url();
  const held: Route[] = [];
  const hold = (route: Route) => {
    held.push(route);
  };
  await idle(page);
  await page.route(/\/(api|assets)\//, hold);
  const before = await page.evaluate(look);
  await act();
  const isSigned = await vi
    .waitUntil(async () => (await page.evaluate(look)) !== before, { timeout: MAX_MS, interval: 20 })
    .catch(() => false);
  // An edit that was begun would be there again.
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  for (const route of held.splice(0)) await route.abort();
  await page.goto('about:blank');
  for (const route of held) await route.abort();
  await page.unroute(/\/(api|assets)\//, hold);
  await page.goto(address);
  await shown(page);
  return isSigned;
}

/** Runs in the page: what somebody sees of it that a press can change. */
function look(): string {
  const states = [
    ...document.querySelectorAll('[aria-busy], [aria-expanded], [aria-pressed], [aria-selected]'),
  ];
  return [
    location.href,
    document.body.textContent,
    document.activeElement?.tagName,
    document.querySelectorAll(
      '[role=progressbar][aria-label=Working], [role=dialog], [role=menu], details[open]',
    ).length,
    ...states.map(({ ariaBusy, ariaExpanded, ariaPressed, ariaSelected }) =>
      [ariaBusy, ariaExpanded, ariaPressed, ariaSelected].join(),
    ),
  ].join('\n');
}
