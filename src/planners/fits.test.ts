import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { builtInModules } from './built-in.ts';

/** First lines of people, and the planners that a sensible person would choose for each. */
const Line = z.object({ text: z.string(), planner: z.string(), alsoFine: z.array(z.string()) });
const lines = readFileSync(new URL('fixtures/first-lines.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => Line.parse(JSON.parse(line)));

it.each(lines)('suits best: $text', ({ text, planner, alsoFine }) => {
  const fits = builtInModules().flatMap(({ id, fits }) =>
    fits === undefined ? [] : [{ id, fit: fits(text) }],
  );
  const [best] = fits.toSorted((a, b) => b.fit - a.fit);
  expect([planner, ...alsoFine]).toContain(best?.id);
});
