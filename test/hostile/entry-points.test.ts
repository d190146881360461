import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { EXPORT_FORMATS, IMPORT_FORMATS } from '../../src/plan-tools/formats/plan-files.ts';
import { TRIP_EXPORT_FORMATS } from '../../src/planners/trip/exchange/export-trip.ts';
import { TRIP_IMPORT_FORMATS } from '../../src/planners/trip/exchange/import-trip.ts';
import { ENTRY_POINTS, type EntryPoints } from './entry-points.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const namesOf = (kind: EntryPoints['kind']) =>
  ENTRY_POINTS.flatMap((each) => (each.kind === kind ? each.names : []));

/** That operations, tools, commands and fact schemas are all there is checked where each of them is tried. */
describe('the table of entry points', () => {
  it('names existing tests', () => {
    const missing = ENTRY_POINTS.map(({ test }) => test).filter((test) => !existsSync(`${ROOT}${test}`));
    expect(missing).toEqual([]);
  });

  it('names every test of this folder', () => {
    // What was erased is looked for on every way out.
    const here = readdirSync(`${ROOT}test/hostile`).filter((file) => /^(?!eras).*\.test\.ts$/.test(file));
    const named = new Set(ENTRY_POINTS.map(({ test }) => test));
    expect(here.filter((file) => !named.has(`test/hostile/${file}`))).toEqual(['entry-points.test.ts']);
  });

  it('contains no duplicates', () => {
    const all = ENTRY_POINTS.flatMap(({ kind, names }) => names.map((name) => `${kind}: ${name}`));
    expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([]);
  });

  it('has every import and export format', () => {
    expect(namesOf('reader')).toEqual(
      expect.arrayContaining([
        ...IMPORT_FORMATS.map((format) => `a plan in ${format}`),
        ...TRIP_IMPORT_FORMATS.map((format) => `a trip in ${format}`),
      ]),
    );
    expect(namesOf('export')).toEqual(
      expect.arrayContaining([
        ...EXPORT_FORMATS.map((format) => `plan ${format}`),
        ...TRIP_EXPORT_FORMATS.map((format) => `trip ${format}`),
      ]),
    );
  });

  it('covers every test that the threat model names', () => {
    const page = readFileSync(`${ROOT}docs/threat-model.md`, 'utf8');
    const named = [...page.matchAll(/`((?:src|test)\/[\w./-]+\.test\.ts)`/g)].map(([, file]) => file);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((file) => !existsSync(`${ROOT}${file}`))).toEqual([]);
  });
});
