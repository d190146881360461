import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { keepsByType } from '../src/host/kept-facts.ts';
import { createRegistry } from '../src/host/registry.ts';
import { builtInModules } from '../src/planners/built-in.ts';

it('the documentation lists the fields that every type of fact keeps when it is erased', () => {
  const text = readFileSync(new URL('../docs/journal.md', import.meta.url), 'utf8');
  const [, rest = ''] = text.split('### What stays in force');
  const [section = ''] = rest.split('\n## ');
  const rows = [...section.matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm)].map(([, type, fields = '']) => [
    type,
    [...fields.matchAll(/`([\w.]+)`/g)].map(([, field]) => field),
  ]);
  const declared = [...keepsByType(createRegistry(builtInModules()))].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  expect(rows).toEqual(declared);
});
