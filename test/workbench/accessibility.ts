import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What axe finds on a page, in both colour schemes, as short lines; nothing is the aim. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(settled);
    const axe = new AxeBuilder({ page });
    // All else is the same in every colour.
    if (colorScheme === 'dark') axe.withRules('color-contrast');
    const { violations } = await axe.analyze();
    for (const { id, nodes } of violations) {
      for (const { target, failureSummary } of nodes) {
        found.push(`${colorScheme} ${id}: ${target.join(' ')} ${failureSummary ?? ''}`);
      }
    }
  }
  return found;
}

/** Colours fade into each other; in between they are neither. */
async function settled(): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  await frame();
  await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
}
