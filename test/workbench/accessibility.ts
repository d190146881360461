import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds on a page, in both colour schemes, as short lines; nothing is the aim. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  for (const frame of page.frames()) {
    // Reading it takes longer than most of its rules: a page that has it is not given it again.
    if (await frame.evaluate("'axe' in window")) continue;
    // Frames tell the page what is found in them.
    await frame.evaluate(`${axe.source}\naxe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`);
  }
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(settled);
    // All else is the same in every colour.
    const rules = colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {};
    const options = JSON.stringify({ resultTypes: ['violations'], ...rules });
    const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${options})`);
    for (const { id, nodes } of violations) {
      for (const { target, failureSummary } of nodes) {
        found.push(`${colorScheme} ${id}: ${target.join(' ')} ${failureSummary ?? ''}`);
      }
    }
  }
  return found;
}

/** Colours fade into each other; in between they are neither. A change may take frames to begin. */
async function settled(): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let calm = 0; calm < 4; ) {
    await frame();
    const fading = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      );
    calm = fading.length === 0 ? calm + 1 : 0;
    await Promise.all(fading.map((animation) => animation.finished.catch(() => undefined)));
  }
}
