import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readModule } from '../scripts/public-names.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Raise it only for a name that the documentation teaches; what the package itself needs is imported from its file. */
const MAX_NAMES = 337;

/** A planner of the harness and the handler of tasks; a session of an agent's tools and one of a host. */
const TWO_MEANINGS = ['Planner', 'Session'];

const { exports } = z
  .object({ exports: z.record(z.string(), z.union([z.string(), z.object({ default: z.string() })])) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

const names = Object.entries(exports).flatMap(([subpath, target]) => {
  if (typeof target === 'string') return [];
  const [, file] = /^\.\/dist\/(.*)\.js$/.exec(target.default) ?? [];
  return readModule(root, `src/${file}.ts`).sections.flatMap(({ entries }) =>
    entries.map(({ name, declarations }) => ({ subpath, name, declaredIn: declarations[0]?.file })),
  );
});

test('a name means the same in every import of the package', () => {
  const meanings = Map.groupBy(names, ({ name }) => name);
  const ambiguous = [...meanings].filter(
    ([, places]) => new Set(places.map(({ declaredIn }) => declaredIn)).size > 1,
  );
  expect(ambiguous.map(([name]) => name).toSorted()).toEqual(TWO_MEANINGS);
});

test('no import exports a name twice', () => {
  const places = Map.groupBy(names, ({ subpath, name }) => `${subpath} ${name}`);
  expect([...places].filter(([, found]) => found.length > 1).map(([place]) => place)).toEqual([]);
});

test(`at most ${MAX_NAMES} names are exported`, () => {
  expect(names.length).toBeGreaterThan(0);
  expect(names.length).toBeLessThanOrEqual(MAX_NAMES);
});

test('an index only re-exports names, so that each can be found where it is declared', () => {
  const own = Object.values(exports).flatMap((target) => {
    if (typeof target === 'string') return [];
    const [, file] = /^\.\/dist\/(.*)\.js$/.exec(target.default) ?? [];
    const text = readFileSync(join(root, `src/${file}.ts`), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    return /^(?!export (?:type )?\{|\s|\}|\/\/|$)/m.test(text) ? [`src/${file}.ts`] : [];
  });
  expect(own).toEqual([]);
});
