import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findNamedPlanners } from '../scripts/planner-names.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wayfold-names-'));
  given({
    'src/planners/trip/module.ts': "export default definePlanner({ id: 'trip' });",
    'src/planners/plan/module.ts': "export default definePlanner({ id: 'plan-tools' });",
  });
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test.each([
  ['compares an id', "export const isTrip = (id: string) => id === 'trip';"],
  ['switches over ids', "export const f = (id: string) => { switch (id) { case 'trip': return 1; } };"],
  ['knows how its journals are called', "export const id = 'trip:default';"],
  ['builds the name of a journal', ['export const id = (x: string) => `trip:$', '{x}`;'].join('')],
  ['imports its folder', "export { a } from '../../planners/trip/module.ts';"],
  ['imports its folder later', "export const load = () => import('../../planners/trip/module.ts');"],
  ['imports a type of it', "import type { A } from '../../planners/trip/module.ts'; export type B = A;"],
  ['knows an id that is not the name of a folder', "export const id = 'plan-tools';"],
])('a surface that %s is reported', (_, source) => {
  given({ 'src/surfaces/http/routes.ts': source });
  expect(findNamedPlanners(root)).toMatchObject([{ file: 'src/surfaces/http/routes.ts', line: 1 }]);
});

test.each([
  'src/planners/tasks/module.ts',
  'src/surfaces/mcp/aliases/trip-tools.ts',
  'web/src/panels/trip/globe.tsx',
  'src/surfaces/http/routes.test.ts',
])('%s may name a planner', (file) => {
  given({ [file]: "export const id = 'trip';" });
  expect(findNamedPlanners(root)).toEqual([]);
});

test('words that only contain the name of a planner do not count', () => {
  given({ 'src/sessions/title.ts': "export const title = 'A trip to the sea'; export const kind = 'plan';" });
  expect(findNamedPlanners(root)).toEqual([]);
});

function given(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
