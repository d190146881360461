import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const REQUIRED_SECTIONS = ['What happened', 'Why', 'What to do'];

const pages = globSync('docs/errors/*.md', { cwd: root }).filter((page) => basename(page) !== 'README.md');
const codes = await errorCodes();

test('there are error codes to check', () => {
  expect(codes.length).toBeGreaterThan(0);
});

test('every error code has its page in docs/errors', () => {
  const written = pages.map((page) => basename(page, '.md'));
  expect(codes.filter((code) => !written.includes(code)).map((code) => `docs/errors/${code}.md`)).toEqual([]);
});

test('every page in docs/errors belongs to an error code', () => {
  expect(pages.filter((page) => !codes.includes(basename(page, '.md')))).toEqual([]);
});

test('every error page has its code as the title and explains what happened, why and what to do', () => {
  const incomplete = pages.flatMap((page) => {
    const lines = readFileSync(join(root, page), 'utf8').split('\n');
    const missing = [
      `# ${basename(page, '.md')}`,
      ...REQUIRED_SECTIONS.map((section) => `## ${section}`),
    ].filter((heading) => !lines.includes(heading));
    return missing.length === 0 ? [] : [`${page} lacks ${missing.join(', ')}`];
  });
  expect(incomplete).toEqual([]);
});

async function errorCodes(): Promise<string[]> {
  const modules = globSync('src/**/error.ts', { cwd: root });
  const found = await Promise.all(
    modules.map(async (path) => {
      const exported: Record<string, unknown> = await import(pathToFileURL(join(root, path)).href);
      return Object.entries(exported)
        .filter(([name]) => name.endsWith('_ERROR_CODES'))
        .flatMap(([, listed]) => (isObject(listed) ? Object.keys(listed) : []));
    }),
  );
  return [...new Set(found.flat())].toSorted();
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
