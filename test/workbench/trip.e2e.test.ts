import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { accessibilityProblems } from './accessibility.ts';
import { dayOf, EXAMPLE, markerOf, markersOf, panelOf, repairsOf, SOON, TripPage } from './trip-page.ts';
import { CHROMIUM, PHONE, sharedBrowser, Workbench } from './workbench.ts';

describe.skipIf(CHROMIUM === undefined)('a trip in the workbench', () => {
  let browser: Browser;
  let workbench: Workbench;
  let trip: TripPage;

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterEach(() => workbench.end());

  async function start(say?: string): Promise<TripPage> {
    workbench = await Workbench.start(browser);
    trip = new TripPage(workbench);
    await trip.begin(say);
    return trip;
  }

  it('is planned with one button, breaks, previews each repair, is repaired, undone and redone', async () => {
    await start();
    const page = await trip.open();
    await panelOf(page).getByRole('button', { name: 'Plan an example trip' }).click();
    await dayOf(page, 8)
      .getByRole('button', { name: /Chicago/ })
      .first()
      .waitFor();
    await expect.poll(() => markersOf(page).count(), SOON).toBe(9);
    await dayOf(page, 1)
      .getByText(/about 4\d0 km · \d h/)
      .waitFor();
    // The first plan is no change to take back.
    expect(await panelOf(page).getByRole('button', { name: /^Undo/ }).isDisabled()).toBe(true);

    await trip.breakThirdStop();
    await repairsOf(page).getByText('Kingman is said to be in AZ').waitFor();
    await markerOf(page, /^Stop 3, Kingman, broken/).waitFor();
    for (const pulsing of [
      markerOf(page, /^Stop 3/),
      panelOf(page).locator('[data-stop-row^=grand-canyon]'),
    ]) {
      expect(await pulsing.evaluate((element) => getComputedStyle(element).animationName)).toBe(
        'pulse-broken',
      );
    }
    const options = repairsOf(page).getByRole('button');
    expect(await options.count()).toBe(3);
    const best = repairsOf(page).getByRole('button', { name: /Replace it by Kingman, AZ/ });
    expect(await best.textContent()).toMatch(/km from where it is now.*8 of 9 stops untouched/);

    await best.hover();
    const compared = panelOf(page).getByRole('table', { name: 'Now and with this repair' });
    expect(await compared.getByRole('row').count()).toBe(2);
    await compared.getByText('35.19°, -114.05°').waitFor();
    await panelOf(page).getByText('7 days stay as they are.').waitFor();
    await markerOf(page, /^Stop 3, Kingman, would be removed/).waitFor();
    await markerOf(page, /^Stop 3, Kingman, would be added/).waitFor();
    await repairsOf(page)
      .getByRole('button', { name: /Keep Kingman/ })
      .hover();
    await panelOf(page).getByText('All 8 days stay as they are.').waitFor();
    await page.mouse.move(5, 5);
    await dayOf(page, 2)
      .getByRole('button', { name: /Kingman/ })
      .first()
      .waitFor();
    expect((await trip.made()).action?.type).toBe('SUGGEST_REPAIR');

    await best.click();
    await repairsOf(page).waitFor({ state: 'detached' });
    const undo = panelOf(page).getByRole('button', { name: 'Undo Replace it by Kingman, AZ' });
    await undo.waitFor();
    await markerOf(page, /^Stop 3, Kingman, nothing is wrong/).waitFor();

    await panelOf(page).getByRole('button', { name: 'Last repair' }).click();
    const repaired = panelOf(page).getByRole('table', { name: 'Before the repair and after it' });
    await repaired.getByText('37.65°, -98.11°').waitFor();
    await repaired.getByText('35.19°, -114.05°').waitFor();
    await panelOf(page).getByRole('button', { name: 'Last repair' }).click();

    await undo.click();
    await repairsOf(page).waitFor();
    await panelOf(page).getByRole('button', { name: 'Redo Replace it by Kingman, AZ' }).click();
    await repairsOf(page).waitFor({ state: 'detached' });
    await undo.waitFor();
  });

  it('allows dragging a stop to another day, which Escape cancels and Undo reverts', async () => {
    await start(EXAMPLE);
    const before = await trip.order();
    const page = await trip.open();
    const drag = async () => {
      await panelOf(page).locator('[data-handle=las-vegas]').hover();
      await page.mouse.down();
      await dayOf(page, 2).hover({ position: { x: 60, y: 20 } });
    };
    await drag();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await trip.order()).toEqual(before);
    await drag();
    await page.mouse.up();
    await dayOf(page, 1)
      .getByRole('button', { name: /Grand Canyon/ })
      .first()
      .waitFor();
    await dayOf(page, 2)
      .getByRole('button', { name: /Las Vegas/ })
      .first()
      .waitFor();
    expect(await trip.order()).not.toEqual(before);
    const messages = page.getByRole('list', { name: 'Messages' }).getByRole('article');
    await messages.filter({ hasText: 'You' }).getByText('Move Las Vegas').waitFor();
    await messages
      .filter({ hasText: 'Planner' })
      .getByText(/Las Vegas/)
      .last()
      .waitFor();
    await page.getByRole('tab', { name: 'Why' }).click();
    const asked = page.getByRole('region', { name: 'Passes' }).getByRole('region');
    await asked.filter({ hasText: 'You didMove Las Vegas' }).getByText('Planning pass').waitFor();
    await page.getByRole('tab', { name: 'Map' }).click();

    await panelOf(page).getByRole('button', { name: 'Undo Move Las Vegas' }).click();
    await dayOf(page, 1)
      .getByRole('button', { name: /Las Vegas/ })
      .first()
      .waitFor();
    await expect.poll(() => trip.order(), SOON).toEqual(before);
  });

  it('answers an edit with its changes, with Undo, and with the alternative', async () => {
    await start(EXAMPLE);
    const before = await trip.order();
    const page = await trip.open();
    const talk = page.getByRole('region', { name: 'Talk' });
    const lastReply = page.getByRole('list', { name: 'Messages' }).getByRole('article').last();
    await talk.getByRole('textbox', { name: 'Message' }).fill('add Kansas City');
    await page.keyboard.press('Enter');
    await lastReply.getByText(/Added Kansas City/).waitFor();
    expect(await lastReply.getByRole('heading').count()).toBe(0);
    await talk.getByRole('button', { name: /^Keep .* as before: 9 days$/ }).click();
    await dayOf(page, 9).waitFor();
    expect(await trip.order()).toEqual(expect.arrayContaining([...before, 'Kansas City']));
    await talk.getByRole('button', { name: /^Undo “9 days in all/ }).click();
    await dayOf(page, 9).waitFor({ state: 'detached' });
    await talk.getByRole('button', { name: /^Redo “9 days in all/ }).waitFor();
    expect(await trip.order()).toContain('Kansas City');
  });

  it('is edited with the keyboard alone: chosen, moved through its menu and with Alt and an arrow, filled, and repaired', async () => {
    await start(EXAMPLE);
    const page = await trip.open();
    const stop = (name: string) => panelOf(page).locator('[data-stop-button]', { hasText: name });
    await stop('Durango').focus();
    await page.keyboard.press('Enter');
    expect(await stop('Durango').getAttribute('aria-pressed')).toBe('true');
    expect(await markerOf(page, /Durango/).getAttribute('aria-pressed')).toBe('true');

    await page.keyboard.press('Alt+ArrowDown');
    await dayOf(page, 4)
      .getByRole('button', { name: /Durango/ })
      .first()
      .waitFor();
    await expect
      .poll(() => stop('Durango').evaluate((element) => element === document.activeElement), SOON)
      .toBe(true);

    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: /^Move to day 3, after Grand Canyon/ }).focus();
    await page.keyboard.press('Enter');
    await dayOf(page, 3)
      .getByRole('button', { name: /Durango/ })
      .first()
      .waitFor();

    await dayOf(page, 3).getByRole('button', { name: 'Add something to do on day 3' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Ride the old railway');
    await page.keyboard.press('Enter');
    await dayOf(page, 3).getByText('Ride the old railway').waitFor();
    await dayOf(page, 3).getByRole('button', { name: 'Remove Ride the old railway' }).focus();
    await page.keyboard.press('Enter');
    await dayOf(page, 3).getByText('Ride the old railway').waitFor({ state: 'detached' });

    await trip.breakThirdStop();
    await repairsOf(page)
      .getByRole('button', { name: /Remove Kingman/ })
      .focus();
    await panelOf(page).getByRole('table', { name: 'Now and with this repair' }).waitFor();
    await page.keyboard.press('Enter');
    await repairsOf(page).waitFor({ state: 'detached' });
    await expect.poll(() => trip.order(), SOON).not.toContain('Kingman');
  });

  it('has the same stop selected on the map and in the list', async () => {
    await start(EXAMPLE);
    const page = await trip.open();
    const look = () => markerOf(page, /Omaha/).getAttribute('class');
    expect(await look()).not.toContain('ring-3');
    await panelOf(page).locator('[data-stop-row=omaha]').hover();
    await expect.poll(look, SOON).toContain('ring-3');
    await markerOf(page, /Omaha/).click();
    const row = panelOf(page).locator('[data-stop-button=omaha]');
    await expect.poll(() => row.getAttribute('aria-pressed'), SOON).toBe('true');
    await expect.poll(() => isInView(row), SOON).toBe(true);
    await panelOf(page).locator('[data-stop-button^=grand-canyon]').click();
    expect(await markerOf(page, /Grand Canyon/).getAttribute('aria-pressed')).toBe('true');
    await panelOf(page).getByRole('button', { name: 'Show the whole trip' }).click();
    expect(await markerOf(page, /Omaha/).getAttribute('aria-pressed')).toBe('false');
    await markerOf(page, /Grand Canyon/).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    expect(await panelOf(page).locator('[data-stop-button=durango]').getAttribute('aria-pressed')).toBe(
      'true',
    );
  });

  it('asks on a phone where it is edited, and continues there', async () => {
    await start(EXAMPLE);
    const page = await trip.open({ viewport: PHONE, hasTouch: true });
    await panelOf(page).getByRole('textbox', { name: 'Add a stop' }).fill('Tokyo');
    await panelOf(page).getByRole('button', { name: 'Add', exact: true }).last().tap();
    const question = panelOf(page).getByRole('region', { name: /Tokyo/ });
    await question.getByRole('textbox').fill('no');
    expect(await accessibilityProblems(page)).toEqual([]);
    await question.getByRole('button', { name: 'Send' }).tap();
    await question.waitFor({ state: 'detached' });
    expect(await trip.order()).not.toContain('Tokyo');
  });

  it("gets another stop, another night and a lock, and loses a stop, through the planner's commands", async () => {
    await start(EXAMPLE);
    const page = await trip.open();
    await panelOf(page).getByRole('textbox', { name: 'Add a stop' }).fill('Amarillo');
    await panelOf(page).getByRole('button', { name: 'Add', exact: true }).last().click();
    await panelOf(page).locator('[data-stop-button=amarillo]').waitFor();

    const choose = async (stop: string, entry: string) => {
      await panelOf(page)
        .getByRole('button', { name: `Change ${stop}` })
        .click();
      await page.getByRole('menuitem', { name: entry }).click();
    };
    await choose('Omaha', 'Stay a night longer');
    await panelOf(page).getByText('Still in Omaha').waitFor();
    await choose('Omaha', 'Lock against repairs');
    await panelOf(page).getByRole('img', { name: 'Locked' }).waitFor();
    expect(await panelOf(page).locator('[data-handle=omaha]').count()).toBe(0);
    await choose('Amarillo', 'Remove Amarillo');
    await panelOf(page).locator('[data-stop-button=amarillo]').waitFor({ state: 'detached' });

    // However long the names of what is undone and made again, there is room for the rest of the bar.
    await page.setViewportSize({ width: 1024, height: 768 });
    await panelOf(page).getByRole('button', { name: /^Undo/ }).click();
    await panelOf(page)
      .getByRole('button', { name: /^Redo ./ })
      .waitFor();
    const [bar, last] = [
      await panelOf(page).boundingBox(),
      await panelOf(page).getByRole('button', { name: 'Export' }).boundingBox(),
    ];
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual((bar?.x ?? 0) + (bar?.width ?? 0));
  });

  it('is exported to other programs; a calendar asks for the first day', async () => {
    await start(EXAMPLE);
    const page = await trip.open();
    const save = async (format: string) => {
      await panelOf(page).getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: format }).click();
    };
    const [gpx] = await Promise.all([page.waitForEvent('download'), save('GPX')]);
    expect(gpx.suggestedFilename()).toBe('west.gpx');
    expect(await readFile(await gpx.path(), 'utf8')).toContain('<gpx');
    await save('ICS calendar');
    await page.getByLabel('First day').fill('2027-06-01');
    const [ics] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the calendar' }).click(),
    ]);
    expect(await readFile(await ics.path(), 'utf8')).toContain('20270601');
  });

  it('is shown as it was in the past, read-only', async () => {
    await start(EXAMPLE);
    const before = await trip.order();
    const { head } = await workbench.ask<{ head: number }>('/api/sessions/west');
    await trip.command({
      type: 'change',
      mutation: { op: 'REMOVE_ANCHOR', payload: { anchorId: 'grand-canyon-national-park' } },
    });
    const page = await trip.open({}, { at: head });
    await expect.poll(() => markersOf(page).count(), SOON).toBe(before.length);
    await expect
      .poll(
        () =>
          panelOf(page)
            .getByRole('button', { name: /^Change / })
            .count(),
        SOON,
      )
      .toBe(0);
    expect(await panelOf(page).getByRole('button', { name: /^Undo/ }).isDisabled()).toBe(true);
  });

  it('has resizable panels beside the map, with pointer and keys; Escape cancels a drag', async () => {
    await start(EXAMPLE);
    const page = await trip.open();
    await markerOf(page, /Chicago/).waitFor();
    const split = page.getByRole('separator', { name: 'Width of the conversation' });
    const place = async () => Math.round((await split.boundingBox())?.x ?? 0);
    const from = await place();
    const { y = 0, height = 0 } = (await markerOf(page, /Chicago/).boundingBox()) ?? {};
    const drag = async () => {
      await page.mouse.move(from + 4, y + height);
      await page.mouse.down();
      await page.mouse.move(from - 116, y + height, { steps: 4 });
      await expect.poll(place, SOON).toBeLessThan(from - 60);
    };
    await drag();
    await page.keyboard.press('Escape');
    await expect.poll(place, SOON).toBe(from);
    await page.mouse.up();
    expect(await place()).toBe(from);
    await drag();
    await page.mouse.up();
    const dragged = await place();
    expect(dragged).toBeLessThan(from - 60);
    await split.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(place, SOON).toBeGreaterThan(dragged);

    const below = page.getByRole('separator', { name: 'Height of the map' });
    const top = async () => Math.round((await below.boundingBox())?.y ?? 0);
    const { x = 0, y: was = 0, width: wide = 0 } = (await below.boundingBox()) ?? {};
    await page.mouse.move(x + wide / 2, was + 2);
    await page.mouse.down();
    await page.mouse.move(x + wide / 2, was + 82, { steps: 4 });
    await page.mouse.up();
    expect(await top()).toBeGreaterThan(was + 60);
    await page.reload();
    await markerOf(page, /Chicago/).waitFor();
    expect(await top()).toBeGreaterThan(was + 60);
  });

  it.each([1024, 390])('offers a repair in one place, uncut on a page %i pixels wide', async (width) => {
    await start(EXAMPLE);
    await trip.breakThirdStop();
    const page = await trip.open({ viewport: { width, height: 800 } });
    const options = repairsOf(page).getByRole('button');
    await eventually(() => options.count()).toBe(3);
    const cut = await repairsOf(page).evaluate((region) =>
      [...region.querySelectorAll('*')]
        .filter((each) => {
          const { left, right } = each.getBoundingClientRect();
          const isClipped = each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0;
          return (
            left < 0 || right > innerWidth || (isClipped && getComputedStyle(each).overflowX !== 'visible')
          );
        })
        .map(({ textContent }) => textContent),
    );
    expect(cut).toEqual([]);
    expect(await page.getByRole('button', { name: /Replace it by Kingman/ }).count()).toBe(1);
    if (width < 600) await page.getByRole('tab', { name: 'Talk' }).click();
    await page.getByRole('button', { name: /^Compare the options/ }).waitFor();
    expect(await page.getByRole('button', { name: /Replace it by Kingman/ }).count()).toBe(
      width < 600 ? 0 : 1,
    );
  });

  it('crosses the Pacific in one line on the flat map', async () => {
    await start('Fly from Tokyo to Los Angeles in 6 days');
    const page = await trip.open();
    const leg = panelOf(page).locator('[data-line]');
    await leg.waitFor({ state: 'attached' });
    await markerOf(page, /Tokyo/).waitFor();
    expect(await leg.count()).toBe(1);
    expect((await leg.getAttribute('d'))?.match(/M/g)).toHaveLength(1);
    const [tokyo, losAngeles] = [
      await markerOf(page, /Tokyo/).boundingBox(),
      await markerOf(page, /Los Angeles/).boundingBox(),
    ];
    expect(tokyo?.x).toBeLessThan(losAngeles?.x ?? 0);
  });

  it('is accessible in both themes: with a repair, with a preview, and on a phone', async () => {
    await start(EXAMPLE);
    await trip.breakThirdStop();
    const page = await trip.open();
    await repairsOf(page).waitFor();
    await page.locator('[data-map=flat][data-ready=true]').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await repairsOf(page)
      .getByRole('button', { name: /Remove Kingman/ })
      .focus();
    await panelOf(page).getByRole('table').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    const phone = await trip.open({ viewport: PHONE, hasTouch: true });
    await repairsOf(phone).waitFor();
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    expect(await accessibilityProblems(phone)).toEqual([]);
    const option = repairsOf(phone).getByRole('button', { name: /Replace it by Kingman, AZ/ });
    await option.tap();
    await markerOf(phone, /^Stop 3, Kingman, would be added/).waitFor();
    expect((await trip.made()).action?.type).toBe('SUGGEST_REPAIR');
    await option.tap();
    await repairsOf(phone).waitFor({ state: 'detached' });
    await expect.poll(() => markersOf(phone).count(), SOON).toBe(9);
  });
});

async function isInView(row: {
  evaluate<Result>(what: (element: Element) => Result): Promise<Result>;
}): Promise<boolean> {
  return await row.evaluate((element) => {
    const list = element.closest('[data-scrolls]')?.getBoundingClientRect();
    const { top, bottom } = element.getBoundingClientRect();
    return list !== undefined && top >= list.top - 1 && bottom <= list.bottom + 1;
  });
}
