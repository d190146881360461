import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { firstPage, type Page, referencePages } from '../scripts/api-reference.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const made: string[] = [];

afterEach(() => {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true });
});

describe('the reference of this package', () => {
  const pages = referencePages(root);

  test.each(pages)('$name: exactly the exported names have a heading', ({ name, text }) => {
    const headings = [...text.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading);
    expect(headings.toSorted()).toEqual(exportedNames(name).toSorted());
  });

  test.each(pages)('$name: every name is explained', ({ text }) => {
    const [, ...entries] = text.split(/^### /m);
    const unexplained = entries.filter((entry) => /^.+\n\n.+\n\n```/.test(entry));
    expect(unexplained.map((entry) => entry.split('\n')[0])).toEqual([]);
  });

  test('the first page links to every name', () => {
    const first = firstPage(pages);
    const missing = pages.flatMap(({ file, names }) =>
      names.filter((name) => !first.includes(`[\`${name}\`](${file}#${name.toLowerCase()})`)),
    );
    expect(missing).toEqual([]);
  });
});

describe('a page', () => {
  test('shows a class without bodies and private members', () => {
    const page = pageOf({
      'src/box/index.ts': "/** Boxes. */\n\n// Kinds of boxes\n\nexport { Box } from './box.ts';\n",
      'src/box/box.ts': [
        '/** Holds one thing; see {@link Lid}. */',
        'export class Box<T> {',
        '  #thing: T;',
        '  readonly size: number = 1;',
        '',
        '  private constructor(thing: T) {',
        '    this.#thing = thing;',
        '  }',
        '',
        '  /** Makes one. */',
        '  static async of<T>(thing: T): Promise<Box<T>> {',
        '    return new Box(thing);',
        '  }',
        '',
        '  get thing(): T {',
        '    return this.#thing;',
        '  }',
        '}',
        '',
      ].join('\n'),
    });
    expect(page.text).toBe(
      [
        '# example/box',
        'Boxes.',
        '## Kinds of boxes',
        '### Box',
        'Class in `src/box/box.ts:2`',
        'Holds one thing; see `Lid`.',
        [
          '```typescript',
          'class Box<T> {',
          '  readonly size: number;',
          '  /** Makes one. */',
          '  static of<T>(thing: T): Promise<Box<T>>;',
          '  get thing(): T;',
          '}',
          '```\n',
        ].join('\n'),
      ].join('\n\n'),
    );
  });

  test('shows every overload of a function, and both meanings of a name that is a type and a value', () => {
    const page = pageOf({
      'src/box/index.ts': "export { Lid, open } from './all.ts';\n",
      'src/box/all.ts': "export { Lid } from './lid.ts';\nexport { unlock as open } from './lid.ts';\n",
      'src/box/lid.ts': [
        "/** A lid. */\nexport const Lid = z.enum(['on', 'off']);",
        'export type Lid = z.infer<typeof Lid>;',
        '/** Opens. */\nexport function unlock(lid: Lid): void;',
        'export function unlock(lid: Lid, force: boolean): void;',
        'export function unlock(lid: Lid, force = false): void {\n  lift(lid, force);\n}\n',
      ].join('\n\n'),
    });
    expect(page.names).toEqual(['Lid', 'open']);
    expect(page.text).toContain("const Lid = z.enum(['on', 'off']);\ntype Lid = z.infer<typeof Lid>;\n```");
    expect(page.text).toContain(
      '\nfunction unlock(lid: Lid): void;\nfunction unlock(lid: Lid, force: boolean): void;\n```',
    );
  });

  test('cannot be generated for an unknown name', () => {
    const files = { 'src/box/index.ts': "export { gone } from './box.ts';\n", 'src/box/box.ts': '' };
    expect(() => pageOf(files)).toThrow('src/box/box.ts exports no gone');
  });
});

/** The names of `wayfold/journal`, taken from the text of its index. */
function exportedNames(module: string): string[] {
  const index = /"\.\/dist\/([^"]*\bindex)\.js"/;
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [, path] = index.exec(JSON.stringify(exports[module.replace('wayfold', '.')])) ?? [];
  const text = readFileSync(join(root, 'src', `${path}.ts`), 'utf8');
  return [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) =>
        name
          .trim()
          .replace(/^type /, '')
          .replace(/^.* as /, ''),
      )
      .filter((name) => name !== ''),
  );
}

/** The one page of a package that consists of these files. */
function pageOf(files: Readonly<Record<string, string>>): Page {
  const directory = mkdtempSync(join(tmpdir(), 'wayfold-reference-'));
  made.push(directory);
  const manifest = { name: 'example', exports: { './box': { default: './dist/box/index.js' } } };
  for (const [path, text] of Object.entries({ ...files, 'package.json': JSON.stringify(manifest) })) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  const [page] = referencePages(directory);
  if (page === undefined) throw new Error('no page was made');
  return page;
}
