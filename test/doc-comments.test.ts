import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';

const root = fileURLToPath(new URL('..', import.meta.url));
const { exports } = z
  .object({ exports: z.record(z.string(), z.union([z.string(), z.object({ default: z.string() })])) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
const indexes = Object.values(exports).flatMap((target) =>
  typeof target === 'string'
    ? []
    : [target.default.replace(/^\.\/dist\/(.*)\.js$/, (_, file: string) => `src/${file}.ts`)],
);

/** The names a folder's index passes on, each with the file that declares it. */
function publicNames(index: string): { name: string; file: string }[] {
  const source = readFileSync(join(root, index), 'utf8');
  return [...source.matchAll(/export (?:type )?\{([^}]*)\} from '([^']+)'/g)].flatMap(
    ([, names = '', from = '']) =>
      names
        .split(',')
        .map((name) => name.trim().replace(/^type /, ''))
        .filter((name) => name !== '')
        .map((name) => ({ name, file: join(dirname(index), from) })),
  );
}

/** Whether every declaration of the name, a type and a value alike, has a doc comment right before one of them. */
function isDocumented({ name, file }: { name: string; file: string }): boolean {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const declaration = new RegExp(
    `^export (?:declare |abstract |async )*(?:interface|type|class|const|function\\*?) ${name}\\b`,
  );
  const places = lines.flatMap((line, at) => (declaration.test(line) ? [at] : []));
  return places.length === 0 || places.some((at) => lines[at - 1]?.trim().endsWith('*/'));
}

test.each(indexes)('every name of %s has a doc comment', (index) => {
  const names = publicNames(index);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !isDocumented(name)).map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
});
