import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileJson, mutatedJson } from './hostile-json.ts';
import { damaged, hostileText, longTexts } from './hostile-text.ts';
import { answerOrRefusal, holdsFor } from './law.ts';
import { READERS } from './readers.ts';

const DEEP = 100_000;
const deepTexts = [
  '['.repeat(DEEP),
  `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
  `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
  `${'<a>'.repeat(DEEP)}${'</a>'.repeat(DEEP)}`,
  '> '.repeat(DEEP / 10),
];

describe.each(READERS)('$name', ({ samples, values = [], read }) => {
  it('is parsed correctly', async () => {
    const outcomes = await Promise.all(samples.map((sample) => answerOrRefusal(() => read(sample))));
    expect(outcomes.map(({ type }) => type)).toContain('result');
  });

  it('is parsed or refused, whatever it contains', async () => {
    const anything = [hostileText, hostileJson, damaged(...samples)];
    await holdsFor(fc.oneof(...anything, ...(values.length > 0 ? [mutatedJson(...values)] : [])), read);
  });

  it('is parsed or refused, however long and deep it is', async () => {
    for (const [, text] of longTexts(20_000)) await answerOrRefusal(() => read(text));
    for (const text of deepTexts) await answerOrRefusal(() => read(text));
    for (const value of values) {
      const deep = JSON.stringify(value).replace(/^\{/, `{"deep":${deepTexts[1]},`);
      await answerOrRefusal(() => read(deep));
    }
  });
});
