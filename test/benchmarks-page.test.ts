import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withAnswers } from '../bench/harness/page.ts';
import { withFigures } from '../bench/harness/readme-figures.ts';
import type { Answer } from '../bench/harness/suite.ts';

const answer = (question: string, value: string): Answer => ({
  question,
  method: ['So.'],
  table: { columns: ['', 'here'], rows: [['x', value]] },
  goals: [],
  notes: [],
});
const PAGE = ['# Page', '## One', '### A?', 'Old.', '### B?', 'Kept.', '## Two', '### C?', 'Last.'].join(
  '\n\n',
);
const put = (title: string, ...answers: readonly Answer[]) =>
  withAnswers(`${PAGE}\n`, { suite: { name: title, title, questions: [] }, answers }, 'Then.');

it('gives README.md its figures', () => {
  const [readme, page] = ['README.md', 'docs/benchmarks.md'].map((name) =>
    readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'),
  ) as [string, string];
  expect(withFigures(readme, page)).toBe(readme);
  const faster = page.replace(/(?<=SQLite, one journal\*\*.*)\b[\d.]+x/, '15.6x');
  expect(withFigures(readme, faster)).toContain('16x the best peer');
});

it('replaces an answer', () => {
  const text = put('One', answer('A?', '1'));
  expect(text).toContain('\n\n### B?');
  expect(text).not.toContain('Old.');
  expect([...text.matchAll(/^#+ .*|Kept.|Then.|Last./gm)].map(([line]) => line)).toEqual([
    '# Page',
    '## One',
    '### A?',
    'Then.',
    '### B?',
    'Kept.',
    '## Two',
    '### C?',
    'Last.',
  ]);
});

it('adds a new answer at the end of its section', () => {
  const headings = (text: string) => [...text.matchAll(/^###? .*/gm)].map(([line]) => line);
  expect(headings(put('One', answer('D?', '1')))).toEqual([
    '## One',
    '### A?',
    '### B?',
    '### D?',
    '## Two',
    '### C?',
  ]);
  expect(headings(put('Two', answer('D?', '1'))).slice(-2)).toEqual(['### C?', '### D?']);
  expect(put('Two', answer('D?', '1'))).not.toContain('\n\n\n');
  expect(put('One', answer('D?', '1'), answer('D?', '2'))).not.toContain('\n\n\n');
});
