import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EXAMPLE, markerOf, markersOf, panelOf, SOON, TripPage } from './trip-page.ts';
import { CHROMIUM, launchBrowser, Workbench } from './workbench.ts';

/** A map that is drawn in software takes this long on a busy machine. */
const PATIENCE = { timeout: 90_000 };

/** A red point. */
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
);

describe.skipIf(CHROMIUM === undefined)('the map and the globe', () => {
  let browser: Browser;
  let workbench: Workbench;

  beforeAll(async () => {
    browser = await launchBrowser({ webgl: true });
  });
  afterAll(() => browser.close());
  afterEach(() => workbench.end());

  async function tripWith(say: string, from: Browser = browser): Promise<TripPage> {
    workbench = await Workbench.start(from);
    const trip = new TripPage(workbench);
    await trip.begin(say);
    return trip;
  }

  it('draws the globe without any other server, with every stop, and selects together with the list', async () => {
    const trip = await tripWith(EXAMPLE);
    const page = await trip.open({}, { kind: 'globe' });
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!/^(?:data:|blob:)/.test(request.url()) && !request.url().startsWith(workbench.url))
        elsewhere.push(request.url());
    });
    await page.locator('[data-map=globe][data-ready=true]').waitFor(PATIENCE);
    await expect.poll(() => markersOf(page).count(), PATIENCE).toBe(9);
    const colours = await coloursOf(page, panelOf(page).locator('canvas'));
    expect(colours.size).toBeGreaterThan(30);

    await markerOf(page, /Durango/).click();
    await expect
      .poll(() => panelOf(page).locator('[data-stop-button=durango]').getAttribute('aria-pressed'), SOON)
      .toBe('true');
    await panelOf(page).getByRole('button', { name: 'Show the whole trip' }).click();
    await trip.breakThirdStop();
    await markerOf(page, /^Stop 3, Kingman, broken/).waitFor(PATIENCE);
    await panelOf(page).getByText('Natural Earth').waitFor();
    await panelOf(page).getByText('GeoNames').waitFor();
    expect(elsewhere).toEqual([]);
  }, 180_000);

  it('takes the shorter way across the Pacific', async () => {
    const trip = await tripWith('Fly from Tokyo to Los Angeles in 6 days');
    const page = await trip.open({}, { kind: 'globe' });
    await page.locator('[data-map=globe][data-ready=true]').waitFor(PATIENCE);
    await expect.poll(() => markersOf(page).count(), PATIENCE).toBe(2);
    const [tokyo, losAngeles] = [
      await markerOf(page, /Tokyo/).boundingBox(),
      await markerOf(page, /Los Angeles/).boundingBox(),
    ];
    const [left, right] = [tokyo?.x ?? 0, losAngeles?.x ?? 0];
    expect(left).toBeLessThan(right);
    // Between the two, and only there, is the line: the open ocean around it has none of its colour.
    const canvas = panelOf(page).locator('canvas');
    const box = await canvas.boundingBox();
    const middle = {
      x: left + (right - left) * 0.35,
      y: (box?.y ?? 0) + 1,
      width: (right - left) * 0.3,
      height: (box?.height ?? 2) - 2,
    };
    expect(await linePixels(page, middle)).toBeGreaterThan(100);
  }, 180_000);

  it('draws its routes in the colors of the page, updates them with the theme, and keeps the view', async () => {
    const trip = await tripWith(EXAMPLE);
    await trip.breakThirdStop();
    const page = await trip.open({ reducedMotion: 'reduce' }, { kind: 'globe' });
    await page.locator('[data-map=globe][data-ready=true]').waitFor(PATIENCE);
    await markerOf(page, /^Stop 3, Kingman, broken/).waitFor(PATIENCE);
    const placeNow = () => markerOf(page, /^Stop 3/).boundingBox();
    const far = await placeNow();
    await panelOf(page).getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(placeNow, PATIENCE).not.toEqual(far);
    const place = await placeNow();
    const markers = panelOf(page).getByRole('group', { name: 'Stops on the map' });
    // Markers change by themselves; what is left is what the globe draws.
    await markers.evaluate((group) => {
      group.style.opacity = '0';
    });
    const canvas = panelOf(page).locator('canvas');
    const broken = async (colour: readonly number[]) => await pixelsLike(page, canvas, colour);
    await expect.poll(() => broken(BROKEN_WAY.light), PATIENCE).toBeGreaterThan(20);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(() => broken(BROKEN_WAY[colorScheme]), PATIENCE).toBeGreaterThan(20);
    }
    await markers.evaluate((group) => {
      group.style.opacity = '';
    });
    expect(await placeNow()).toEqual(place);
  }, 240_000);

  it('flies to a chosen stop, and shows the sights and the towns around it', async () => {
    const trip = await tripWith(EXAMPLE);
    const page = await trip.open({ reducedMotion: 'reduce' });
    await page.locator('[data-map=flat][data-ready=true]').waitFor(PATIENCE);
    await expect.poll(() => markersOf(page).count(), PATIENCE).toBe(9);
    const canvas = panelOf(page).locator('canvas');
    const far = await coloursOf(page, canvas);
    expect(far.size).toBeGreaterThan(30);
    expect(await panelOf(page).locator('[data-sight]').count()).toBe(0);

    await panelOf(page).locator('[data-stop-button=durango]').click();
    const map = await canvas.boundingBox();
    const middle = (map?.x ?? 0) + (map?.width ?? 0) / 2;
    await expect
      .poll(async () => {
        const marker = await markerOf(page, /Durango/).boundingBox();
        return Math.abs((marker?.x ?? 0) + (marker?.width ?? 0) / 2 - middle);
      }, PATIENCE)
      .toBeLessThan(4);
    await panelOf(page)
      .locator('[data-sight]')
      .first()
      .waitFor({ state: 'attached', ...PATIENCE });

    await panelOf(page).getByRole('button', { name: 'Show the whole trip' }).click();
    await expect.poll(() => markersOf(page).count(), PATIENCE).toBe(9);
    await markerOf(page, /Chicago/).hover();
    await expect
      .poll(() => panelOf(page).locator('[data-stop-row=chicago]').getAttribute('class'), SOON)
      .toContain('bg-hover');

    await panelOf(page).getByRole('button', { name: 'Globe' }).click();
    await page.locator('[data-map=globe]').waitFor(PATIENCE);
    // Every stop goes along with the ways that lead there.
    await panelOf(page)
      .getByRole('group', { name: 'Stops on the map' })
      .evaluate((group) => {
        group.style.opacity = '0';
      });
    for (const end of [/Los Angeles/, /Chicago/]) {
      await expect
        .poll(async () => {
          const clip = await markerOf(page, end).boundingBox();
          return clip && (await linePixels(page, clip));
        }, PATIENCE)
        .toBeGreaterThan(10);
    }
    await page.reload();
    await page.locator('[data-map=globe]').waitFor(PATIENCE);
  }, 240_000);

  it('shows map tiles from a configured address, with their attribution', async () => {
    const asked = new Set<string>();
    const tiles = createServer(({ url = '' }, response) => {
      asked.add(url);
      response.setHeader('access-control-allow-origin', '*').setHeader('content-type', 'image/png');
      response.end(TILE);
    }).listen(0, '127.0.0.1');
    await once(tiles, 'listening');
    try {
      const { port } = tiles.address() as AddressInfo;
      workbench = await Workbench.start(browser, {
        WAYFOLD_MAP_TILES: `http://127.0.0.1:${port}/{z}/{x}/{y}.png`,
        WAYFOLD_MAP_ATTRIBUTION: 'Tiles of the town',
      });
      const trip = new TripPage(workbench);
      await trip.begin(EXAMPLE);
      const page = await trip.open();
      await page.locator('[data-map=flat][data-ready=true]').waitFor(PATIENCE);
      await panelOf(page).getByText('Tiles of the town').waitFor();
      await expect.poll(() => asked.size, PATIENCE).toBeGreaterThan(0);
      await expect
        .poll(() => pixelsLike(page, panelOf(page).locator('canvas'), [255, 0, 0]), PATIENCE)
        .toBeGreaterThan(1000);
    } finally {
      tiles.close();
    }
  }, 180_000);

  it('falls back to a plainer map without WebGL, with the same stops and routes', async () => {
    const without = await launchBrowser();
    try {
      const trip = await tripWith(EXAMPLE, without);
      const page = await trip.open({}, { kind: 'globe' });
      await page.locator('[data-map=flat][data-ready=true]').waitFor();
      expect(await panelOf(page).getByRole('button', { name: 'Globe' }).count()).toBe(0);
      expect(await markersOf(page).count()).toBe(9);
      expect(await panelOf(page).locator('[data-line]').count()).toBe(8);
      await markerOf(page, /Durango/).click();
      await expect
        .poll(() => panelOf(page).locator('[data-stop-button=durango]').getAttribute('aria-pressed'), SOON)
        .toBe('true');
    } finally {
      await without.close();
    }
  });
});

interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The token `--bad` in both themes. */
const BROKEN_WAY = { light: [183, 24, 36], dark: [254, 139, 131] } as const;

/** How many pixels of an element have about this colour. */
async function pixelsLike(page: Page, element: Locator, colour: readonly number[]): Promise<number> {
  const clip = await element.boundingBox();
  if (clip === null) throw new Error('expected it to be seen');
  const pixels = await pixelsOf(page, clip);
  return pixels.filter((pixel) =>
    colour.every((part, at) => Math.abs(((pixel >> (16 - 8 * at)) & 255) - part) < 12),
  ).length;
}

async function coloursOf(page: Page, element: Locator): Promise<ReadonlySet<number>> {
  const clip = await element.boundingBox();
  if (clip === null) throw new Error('expected it to be seen');
  return new Set(await pixelsOf(page, clip));
}

/** How many pixels have the colour of a way on the map: a strong indigo. */
async function linePixels(page: Page, clip: Clip): Promise<number> {
  const pixels = await pixelsOf(page, clip);
  return pixels.filter((pixel) => {
    const [red, green, blue] = [(pixel >> 16) & 255, (pixel >> 8) & 255, pixel & 255];
    return blue > 170 && blue - green > 80 && red - green > -20;
  }).length;
}

/** What is on the screen, one number a pixel, read by the browser itself on an empty page. */
async function pixelsOf(page: Page, clip: Clip): Promise<readonly number[]> {
  const shot = await page.screenshot({ clip });
  const reader = await page.context().newPage();
  try {
    return await reader.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      const data = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray();
      return Array.from({ length: data.length / 4 }, (_, at) => {
        const [red = 0, green = 0, blue = 0] = data.subarray(at * 4, at * 4 + 3);
        return (red << 16) | (green << 8) | blue;
      });
    }, shot.toString('base64'));
  } finally {
    await reader.close();
  }
}
