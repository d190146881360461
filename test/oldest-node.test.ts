import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

test('no regular expression has inline flags, which Node 22 cannot parse', () => {
  const sources = globSync('src/**/*.ts', { cwd: root });
  const found = sources.filter((path) => /\(\?[ims]*-?[ims]+:/.test(readFileSync(join(root, path), 'utf8')));
  expect(sources.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});
