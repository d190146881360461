import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { memoryStore, openJournal } from '../../src/journal/index.ts';
import { FAULTS } from './all-faults.ts';
import { Choices } from './choices.ts';
import { auditEffects, type Effect } from './effects.ts';
import { operationOf } from './operation.ts';
import { exitCodeOf, reportTable } from './report-table.ts';
import { Tally } from './tally.ts';
import { Writer } from './writer.ts';
import { auditWritten } from './written-journal.ts';

const effect = (more: Partial<Effect> = {}): Effect => ({
  deed: 'task 1',
  key: 'k1',
  pid: 1,
  at: 100,
  ...more,
});

function audited(effects: readonly Effect[], times: number, killed: readonly [number, number][] = []) {
  const tally = new Tally('test');
  tally.acknowledged = 1;
  auditEffects(
    effects,
    { recorded: new Map([['task 1', { times, at: 200 }]]), killed: new Map(killed) },
    tally,
  );
  return tally.report();
}

describe('effects compared with the record', () => {
  it('are sound if done once and recorded once', () => {
    expect(audited([effect()], 1)).toMatchObject({ persisted: 1, repeated: 0, problems: [] });
  });

  it('are sound if repeated after the worker died', () => {
    const effects = [effect(), effect({ pid: 2, at: 160 })];
    expect(audited(effects, 1, [[1, 150]])).toMatchObject({ persisted: 1, repeated: 1, problems: [] });
  });

  it.each([
    ['never recorded', [effect()], 0, { lost: 1 }],
    ['recorded twice', [effect()], 2, { duplicated: 1 }],
    ['taken from a worker that lives', [effect(), effect({ pid: 2, at: 160 })], 1, { duplicated: 1 }],
    ['done again after it was recorded', [effect({ at: 300 })], 1, { duplicated: 1 }],
    ['recorded and done by nobody', [], 1, {}],
    ['done without being asked for', [effect(), effect({ deed: 'task 2', key: 'k2' })], 1, {}],
  ] as const)('%s are not sound', (_, effects, times, counted) => {
    const report = audited(effects, times);
    expect(report).toMatchObject(counted);
    expect(report.problems).not.toEqual([]);
  });

  it('repeated under another key are not sound', () => {
    const effects = [effect(), effect({ pid: 2, at: 160, key: 'k2' })];
    expect(audited(effects, 1, [[1, 150]])).toMatchObject({ duplicated: 1 });
  });
});

describe('a journal compared with its acknowledgements', () => {
  async function written(operations: readonly number[], acknowledged: readonly number[]) {
    const journal = openJournal(memoryStore(), 'j');
    for (const n of operations) await journal.append(operationOf('w', n).facts);
    const writer = new Writer({ store: '', journal: 'j', by: 'w' });
    let head = 0;
    for (const n of acknowledged) {
      const size = operationOf('w', n).facts.length;
      head += size;
      writer.told.push({ n, head, size });
    }
    const tally = new Tally('test');
    await auditWritten(journal, [writer], tally);
    return tally.report();
  }

  it('is sound with everything once and in place', async () => {
    expect(await written([0, 1, 2], [0, 1, 2])).toMatchObject({
      acknowledged: 3,
      persisted: 3,
      problems: [],
    });
  });

  it('has lost an acknowledged operation that is missing', async () => {
    expect(await written([0, 1], [0, 1, 2])).toMatchObject({ lost: 1, acknowledged: 3, persisted: 2 });
  });

  it('reports a duplicate operation', async () => {
    expect(await written([0, 1, 1], [0, 1])).toMatchObject({ duplicated: 2 });
  });

  it('reports an operation without an acknowledgement', async () => {
    expect((await written([0, 1], [0])).problems).toEqual(['1 acknowledged, 2 persisted']);
  });
});

it('the same seed makes the same choices, and another one others', () => {
  const made = (seed: string) => {
    const choices = new Choices(seed);
    return Array.from({ length: 20 }, () => choices.between(0, 1000));
  };
  expect(made('a')).toEqual(made('a'));
  expect(made('a')).not.toEqual(made('b'));
});

it('a run exits with 1 if anything is not sound', () => {
  const calm = new Tally('calm').report();
  expect(exitCodeOf([calm, { fault: 'left-out', skipped: 'no disk', problems: [] }])).toBe(0);
  expect(exitCodeOf([calm, { fault: 'broken', problems: ['lost: 1'] }])).toBe(1);
});

it('docs/faults.md names every fault, with a run of each', () => {
  const page = readFileSync(new URL('../../docs/faults.md', import.meta.url), 'utf8');
  const names = FAULTS.map(({ name }) => name);
  const injected = [...page.matchAll(/^\| `([a-z-]+)` +\|/gm)].map(([, name]) => name);
  expect(injected.filter((name) => name?.includes('-') || names.includes(name ?? ''))).toEqual(names);
  const run = [...page.matchAll(/^\| ([a-z-]+) +\| +\d+ \|/gm)].map(([, name]) => name);
  expect(run).toEqual(names);
});

it('a report describes what is not sound', () => {
  const table = reportTable([
    { ...new Tally('calm').report(), seconds: 1 },
    { fault: 'left-out', skipped: 'no disk', problems: [] },
    { fault: 'broken', problems: ['lost: 1'] },
  ]);
  expect(table).toMatch(/\| calm .*\| sound /);
  expect(table).toMatch(/\| left-out .*\| skipped /);
  expect(table).toMatch(/\| broken .*\| 1 problem /);
});
