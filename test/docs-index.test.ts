import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const INDEX = 'docs/README.md';

test('every page of the documentation is linked from its index', () => {
  const reached = new Set<string>([INDEX]);
  for (const page of reached) for (const next of pagesLinkedBy(page)) reached.add(next);
  // The API reference is made when the package is, and has an index of its own.
  const pages = globSync('docs/**/*.md', { cwd: root }).filter((page) => !page.startsWith('docs/api/'));
  expect(pages.filter((page) => !reached.has(page))).toEqual([]);
});

test('the index lists every page that is not about one error or part of another page', () => {
  const named = new Set(pagesLinkedBy(INDEX));
  const pages = globSync('docs/*.md', { cwd: root }).filter((page) => page !== INDEX);
  expect(pages.filter((page) => !named.has(page))).toEqual([]);
});

/** A link to a folder leads to every page in it. */
function pagesLinkedBy(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/\]\(([^()\s#]+)[^()\s]*\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return [];
    const target = join(dirname(page), link);
    if (!existsSync(join(root, target))) return [];
    if (statSync(join(root, target)).isDirectory()) return globSync(`${target}/*.md`, { cwd: root });
    return target.endsWith('.md') ? [target] : [];
  });
}
