import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { CHROMIUM, PHONE, PLANNERS, sharedWorkbench } from './workbench.ts';

/** What tells what can be done or what one looks at. Rows of data and titles of people may be cut. */
const LABELS = 'main :is(button:not([aria-expanded]), [role=tab], label, legend, h2, h3, th)';

describe.skipIf(CHROMIUM === undefined)('every label', () => {
  const shared = sharedWorkbench();

  /** The labels that are cut or reach beyond the page. What has a title shows it whole. */
  const cutLabels = (page: Page) =>
    page.locator(LABELS).evaluateAll((labels) =>
      labels.flatMap((label) => {
        const { left, right, width } = label.getBoundingClientRect();
        let around = label.parentElement;
        while (around && getComputedStyle(around).overflowX === 'visible') around = around.parentElement;
        const scrolls = around !== null && around.scrollWidth > around.clientWidth;
        if (width <= 1) return [];
        const isCut = [label, ...label.querySelectorAll('*')].some(
          (each) =>
            each.closest('[title]') === null &&
            each.clientWidth > 1 &&
            each.scrollWidth > each.clientWidth + 1 &&
            getComputedStyle(each).overflowX !== 'visible',
        );
        const isOutside = !scrolls && (left < -1 || right > innerWidth + 1);
        return isCut || isOutside ? [label.textContent || label.getAttribute('aria-label')] : [];
      }),
    );

  it.each(PLANNERS)('fits a phone in each view of a session of the planner %s', async (plannerId) => {
    const path = await shared.workbench.example(plannerId);
    const page = await shared.workbench.openPage(path, { viewport: PHONE, hasTouch: true });
    const tabs = page.getByRole('tab');
    await tabs.first().waitFor();
    const cut: string[] = [];
    for (const tab of await tabs.all()) {
      await tab.tap();
      await eventually(() => page.getByRole('tabpanel').getByText('Loading').count()).toBe(0);
      cut.push(...(await cutLabels(page)).map((label) => `${label} in ${path}`));
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    }
    expect(cut).toEqual([]);
  });

  it('fits a phone on the first screen, in the inbox and among the journals', async () => {
    const page = await shared.workbench.openPage('/', { viewport: PHONE });
    for (const path of ['/', '/?new=scenario', '/?new=trip', '/inbox', '/journals', '/compare']) {
      await page.goto(`${shared.workbench.url}${path}`);
      await page.getByRole('main').getByRole('heading').first().waitFor();
      expect(await cutLabels(page), path).toEqual([]);
    }
  });
});
