import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { CHROMIUM, PLANNERS, sharedWorkbench } from './workbench.ts';

/** What can be pressed in the page and beside it. */
const PRESSED =
  ':is(main, nav) :is(button:enabled:not([aria-pressed=true], [role=tab]), [role=tab][aria-selected=false], summary, a[href^="/"]:not([aria-current=page]))';
/** What the browser itself shows, as a file that it saves, or the map draws at once. */
const SHOWN_ELSEWHERE = /^(?:Attach a file|Export as JSON lines|Download .*|Show the whole trip)$/;
/** Of many that begin with the same word, or with a number, such as those of every stop, so many are pressed. */
const MAX_ALIKE = 2;
/** Within which a person must see that a press was heard, while nothing is answered. */
const MAX_SIGN_MS = 100;
/** A busy machine may be late itself: what is late for another reason is late each time. */
const MAX_TRIES = 8;
const GIVEN_UP_MS = 2000;
const MENU = 'main header button[aria-label=More]';

/** Each of many presses loads the page anew. */
const LONG = { timeout: 900_000 };

describe.skipIf(CHROMIUM === undefined)('every button and every link', LONG, () => {
  const shared = sharedWorkbench();
  /** What every page has, and what a session has whatever its planner, such as its menu, is pressed once. */
  const pressed = new Set<string>();

  it.each(PLANNERS)('in a session of the planner %s reacts before the server answers', async (plannerId) => {
    const path = await shared.workbench.example(plannerId);
    const page = await shared.workbench.openPage(path);
    const session = new SlowPage(page, async () => {
      await page.getByRole('slider').first().waitFor();
      await page.getByRole('tabpanel').getByText('Loading').waitFor({ state: 'detached' });
    });
    await session.isShown();
    const own = new Set(await page.locator('[role=tabpanel] :is(button, summary)').evaluateAll(namesOf));
    const late = await session.latePresses((name) => own.has(name) || !pressed.has(name), pressed);
    const entries = await menuEntries(page);
    expect(entries.length).toBeGreaterThan(3);
    for (const entry of differing(entries)) {
      if (pressed.has(entry)) continue;
      pressed.add(entry);
      const choose = async () => {
        await page.locator(MENU).click();
        const chosen = page.getByRole('menuitem', { name: entry, exact: true });
        await chosen.waitFor();
        return async () => await chosen.click();
      };
      late.push(...(await session.lateAfter(entry, choose)));
    }
    expect(late).toEqual([]);
  });

  it('in the inbox reacts before the server answers', async () => {
    await Promise.all(PLANNERS.map((plannerId) => shared.workbench.example(plannerId)));
    const page = await shared.workbench.openPage('/inbox');
    const inbox = new SlowPage(page, async () => {
      await page.getByRole('list', { name: 'Waiting' }).getByRole('button').first().waitFor();
      // What can be sent only with words in it can be sent then.
      for (const box of await page.getByRole('main').getByRole('textbox').all()) await box.fill('Yes');
    });
    await inbox.isShown();
    expect(await inbox.latePresses((name) => !pressed.has(name), pressed)).toEqual([]);
  });

  it.each([
    ['without words', ''],
    ['with words', 'Six days in Japan in May'],
  ])('on the first screen reacts before the server answers, %s', async (_, words) => {
    const page = await shared.workbench.openPage('/');
    const home = new SlowPage(page, async () => {
      await page.getByRole('list', { name: 'Planners' }).getByRole('button').first().waitFor();
      const goal = page.getByRole('textbox', { name: 'Your goal' });
      await goal.fill(words);
      await page.getByRole('button', { name: words ? /^Plan with/ : 'Plan', exact: !words }).waitFor();
      // Whoever is in the box already sees nothing new of a way that leads there.
      await goal.blur();
    });
    await home.isShown();
    expect(await home.latePresses(() => true)).toEqual([]);
  });

  it('in a comparison, and where its sides are chosen, reacts before the server answers', async () => {
    const path = await shared.workbench.example('trip');
    const id = decodeURIComponent(path.split('/').at(-1) ?? '');
    const { head } = await shared.workbench.ask<{ head: number }>(`/api${path}`);
    await shared.workbench.ask(`/api${path}/fork`, { atSeq: head, id: 'fork' });
    await shared.workbench.ask('/api/sessions/fork/commands', { type: 'say', text: 'Make it 9 days' });
    const left = encodeURIComponent(id);
    const page = await shared.workbench.openPage(`/compare?left=${left}&right=fork`);
    const compared = new SlowPage(page, () => page.getByRole('list', { name: 'What differs' }).waitFor());
    await compared.isShown();
    expect(await compared.latePresses((name) => !pressed.has(name), pressed)).toEqual([]);
    await page.goto(`${shared.workbench.url}/compare?left=${left}`);
    const choice = new SlowPage(page, () => page.getByRole('main').getByRole('link').first().waitFor());
    await choice.isShown();
    expect(await choice.latePresses((name) => !pressed.has(name), pressed)).toEqual([]);
  });

  it('among the journals reacts before the server answers', async () => {
    const page = await shared.workbench.openPage('/journals');
    const journals = new SlowPage(page, () => page.getByRole('main').getByRole('link').first().waitFor());
    await journals.isShown();
    expect(await journals.latePresses((name) => !pressed.has(name), pressed)).toEqual([]);
  });
});

/** Runs in the page: the names of elements, without the times in them, which pass. */
function namesOf(elements: readonly Element[]): string[] {
  return elements.map((each) => {
    if (each instanceof HTMLAnchorElement && each.href === location.href) return '';
    const words = each.cloneNode(true) as Element;
    for (const time of words.querySelectorAll('time')) time.remove();
    return words.getAttribute('aria-label') ?? words.textContent;
  });
}

/** The names of what does something of its own here. */
function differing(names: readonly string[]): readonly string[] {
  const alike = new Map<string, number>();
  return [...new Set(names)].filter((name) => {
    const [word = ''] = name.replace(/^[a-z]?\d+/, '1 ').split(/[\s:,]/);
    alike.set(word, (alike.get(word) ?? 0) + 1);
    return name !== '' && !SHOWN_ELSEWHERE.test(name) && (alike.get(word) ?? 0) <= MAX_ALIKE;
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

/** A page of which a press is looked at while no request is answered. None of them ever reaches the server. */
class SlowPage {
  readonly #page: Page;
  readonly #ready: () => Promise<unknown>;
  readonly #address: string;

  constructor(page: Page, ready: () => Promise<unknown>) {
    this.#page = page;
    this.#ready = ready;
    this.#address = page.url();
  }

  /** Resolves when the page is there with everything that it loads. */
  async isShown(): Promise<void> {
    await this.#ready();
    await this.#page.getByRole('progressbar', { name: 'Working' }).waitFor({ state: 'detached' });
  }

  /** Presses what there is, one after the other, and returns what showed nothing, or showed it late. */
  async latePresses(isWanted: (name: string) => boolean, pressed = new Set<string>()): Promise<string[]> {
    const all = this.#page.locator(PRESSED);
    const names = differing(await all.evaluateAll(namesOf));
    const wanted = names.filter(isWanted);
    expect(wanted.length).toBeGreaterThan(0);
    const late: string[] = [];
    for (const name of wanted) {
      pressed.add(name);
      const find = async () => {
        await eventually(async () => await all.evaluateAll(namesOf)).toContain(name);
        return () => this.#press(name);
      };
      late.push(...(await this.lateAfter(name, find)));
    }
    return late;
  }

  /** What is late after an action, with how late it was; nothing where its sign comes in time. */
  async lateAfter(name: string, prepare: () => Promise<() => Promise<void>>): Promise<readonly string[]> {
    const times: (number | undefined)[] = [];
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const ms = await this.#signAfter(await prepare());
      if (ms !== undefined && ms <= MAX_SIGN_MS) return [];
      times.push(ms);
      if (ms === undefined) break;
    }
    return [`${name}: ${times.map((ms) => (ms === undefined ? 'no sign' : `${ms} ms`)).join(', ')}`];
  }

  async #press(name: string): Promise<void> {
    const names = await this.#page.locator(PRESSED).evaluateAll(namesOf);
    await this.#page
      .locator(PRESSED)
      .nth(names.indexOf(name))
      .evaluate((found: HTMLElement) => found.click());
  }

  /** The milliseconds from a press to what shows it, on the page's own clock; undefined where nothing does. */
  async #signAfter(act: () => Promise<void>): Promise<number | undefined> {
    const page = this.#page;
    const held: Route[] = [];
    const hold = (route: Route) => {
      held.push(route);
    };
    await page.getByRole('progressbar', { name: 'Working' }).waitFor({ state: 'detached' });
    await page.route(/\/(api|assets)\//, hold);
    await page.evaluate(watchForSign);
    await act();
    const sign = page.locator('html[data-sign-ms]');
    await sign.waitFor({ timeout: GIVEN_UP_MS }).catch(() => {});
    const ms = await page.evaluate(() => document.documentElement.dataset.signMs);
    // An edit that was begun would be there again.
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    for (const route of held.splice(0)) await route.abort();
    await page.goto('about:blank');
    for (const route of held) await route.abort();
    await page.unroute(/\/(api|assets)\//, hold);
    await page.goto(this.#address);
    await this.isShown();
    return ms === undefined ? undefined : Number(ms);
  }
}

/** Runs in the page: writes down when it shows something new after a click. What comes late counts from when it is seen. */
function watchForSign(): void {
  const lateOnes = () =>
    document
      .getAnimations()
      .filter((each) => each instanceof CSSAnimation && each.animationName === 'come-late')
      .map(({ effect }) => effect as KeyframeEffect);
  const look = () => {
    const states = document.querySelectorAll('[aria-expanded], [aria-pressed], [aria-selected]');
    const text = lateOnes().reduce(
      (whole, { target }) => whole.replace(target?.textContent ?? '', ''),
      document.body.textContent,
    );
    return [
      text,
      document.activeElement?.tagName,
      document.querySelectorAll('[role=dialog], [role=menu], details[open]').length,
      ...[...document.querySelectorAll('svg')].map((icon) => icon.getAttribute('class')),
      ...[...states].map(({ ariaExpanded, ariaPressed, ariaSelected }) =>
        [ariaExpanded, ariaPressed, ariaSelected].join(),
      ),
    ].join('\n');
  };
  const before = look();
  const known = new Set(lateOnes().map(({ target }) => target));
  let pressedAt: number | undefined;
  const check = () => {
    if (pressedAt === undefined || document.documentElement.dataset.signMs !== undefined) return;
    const [late] = lateOnes().filter(({ target }) => !known.has(target));
    const wait = look() === before ? late?.getTiming().delay : 0;
    if (wait === undefined) return;
    document.documentElement.dataset.signMs = String(Math.round(performance.now() - pressedAt + wait));
  };
  const onPress = ({ timeStamp }: Event) => {
    pressedAt ??= timeStamp;
  };
  addEventListener('click', onPress, { capture: true });
  addEventListener('focusin', check);
  new MutationObserver(check).observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
}
