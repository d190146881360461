import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const here = fileURLToPath(new URL('.', import.meta.url));
const docs = fileURLToPath(new URL('../docs/', import.meta.url));

/** Everything here but tests, and what programs import. */
const programs = globSync('*.ts', { cwd: here })
  .filter((file) => !file.endsWith('.test.ts') && file !== 'scripted-model.ts')
  .toSorted();

test.each(programs)('%s opens with what it shows and how to run it', (file) => {
  const [comment = ''] = /^\/\*\*.*?\*\/\n/s.exec(sourceOf(file)) ?? [];
  const way = file.endsWith('-planner.ts')
    ? `wayfold up --planner examples/${file}`
    : `Run it: node examples/${file}`;
  expect(comment.replaceAll(/\s*\n \*\s*/g, ' ')).toContain(way);
});

test('every program is in the list, and every one in the list is there', () => {
  const listed = [...readFileSync(join(here, 'README.md'), 'utf8').matchAll(/^\| \[(.+?)\]/gm)];
  expect(listed.map(([, file = '']) => file).toSorted()).toEqual(programs);
});

test.each(['planner', 'store', 'executor', 'repair-domain', 'backend'])(
  'the page about a %s of your own shows the program that is run here',
  (subject) => {
    const page = readFileSync(join(docs, 'extending', `${subject}.md`), 'utf8');
    const [, shown] = /^```ts no-run\n(.*?)^```$/ms.exec(page) ?? [];
    expect(shown).toBe(sourceOf(`own-${subject}.ts`).replace(/^\/\*\*.*?\*\/\n/s, ''));
  },
);

function sourceOf(file: string): string {
  return readFileSync(join(here, file), 'utf8');
}
