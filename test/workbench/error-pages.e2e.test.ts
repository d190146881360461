import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { accessibilityProblems } from './accessibility.ts';
import { CHROMIUM, PHONE, sharedWorkbench } from './workbench.ts';

describe.skipIf(CHROMIUM === undefined)('the pages of error codes', () => {
  const shared = sharedWorkbench();

  /** How the text of a page looks. */
  const lookOf = (page: Page) =>
    page.evaluate(() => {
      const { backgroundColor, color, fontFamily } = getComputedStyle(document.documentElement);
      return { backgroundColor, color, fontFamily };
    });
  const hasFont = (page: Page) => page.evaluate(() => document.fonts.check('14px "Inter Variable"'));

  it('have the fonts and colors of the workbench in both themes, and link back to it', async () => {
    const page = await shared.workbench.openPage('/errors/conflict', { colorScheme: 'light' });
    await page.getByRole('heading', { name: 'conflict', level: 1 }).waitFor();
    await eventually(() => hasFont(page)).toBe(true);
    const light = await lookOf(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await lookOf(page);
    expect(dark.backgroundColor).not.toBe(light.backgroundColor);
    await page.getByRole('link', { name: 'Wayfold' }).click();
    await page.getByRole('heading', { name: 'What do you want to plan?' }).waitFor();
    const { fontFamily, ...own } = await page.evaluate(() => {
      const { backgroundColor, color, fontFamily } = getComputedStyle(document.body);
      return { backgroundColor, color, fontFamily };
    });
    expect(dark).toEqual({ ...own, fontFamily });
  });

  it('use the theme chosen in the workbench', async () => {
    const page = await shared.workbench.openPage('/', { colorScheme: 'light' });
    await page.getByRole('button', { name: /^Colours: system/ }).click();
    await page.getByRole('button', { name: /^Colours: light/ }).click();
    await page.getByRole('button', { name: /^Colours: dark/ }).waitFor();
    const chosen = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.goto(`${shared.workbench.url}/errors/conflict`);
    expect((await lookOf(page)).backgroundColor).toBe(chosen);
  });

  it('help with an unknown code', async () => {
    const page = await shared.workbench.openPage('/errors/conflikt');
    await page.getByRole('heading', { name: 'There is no such error code' }).waitFor();
    await page.getByText('conflikt').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'conflict', exact: true }).click();
    await page.getByRole('heading', { name: 'conflict', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'All error codes' }).click();
    await page.getByRole('heading', { name: 'Error codes' }).waitFor();
  });

  it('have no accessibility violations, and fit a phone with code and tables too', async () => {
    for (const code of ['conflict', 'not-found', 'model-key-missing']) {
      const page = await shared.workbench.openPage(`/errors/${code}`, { viewport: PHONE });
      await page.getByRole('heading', { name: 'What to do' }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        PHONE.width,
      );
    }
  });
});
