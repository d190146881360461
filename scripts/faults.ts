/**
 * `npm run faults [-- --rounds N] [--seed S] [NAME…]`: injects faults and says what became of what was acknowledged. Exits
 * with 1 when something was lost, is there twice, or is otherwise not as it must be.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FAULTS } from '../test/faults/all-faults.ts';
import type { Fault } from '../test/faults/fault.ts';
import { exitCodeOf, reportTable, type TableRow } from '../test/faults/report-table.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now()) },
    list: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const unknown = positionals.filter((name) => !FAULTS.some((fault) => fault.name === name));
if (values.list) {
  for (const { name, injects } of FAULTS) console.log(`${name.padEnd(18)} ${injects}`);
} else if (!Number.isInteger(rounds) || rounds < 1 || unknown.length > 0) {
  console.error(
    unknown.length > 0 ? `There is no fault ${unknown.join(', ')}.` : '--rounds takes a whole number.',
  );
  console.error(`Faults: ${FAULTS.map(({ name }) => name).join(' ')}`);
  process.exitCode = 2;
} else {
  const chosen = FAULTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const rows: TableRow[] = [];
  for (const fault of chosen) rows.push(await rowOf(fault));
  console.log(`\nseed ${values.seed}\n\n${reportTable(rows)}`);
  process.exitCode = exitCodeOf(rows);
}

async function rowOf(fault: Fault): Promise<TableRow> {
  const { name } = fault;
  const skipped = fault.cannotRun?.();
  if (skipped !== undefined) {
    console.error(`${name}: skipped. ${skipped}`);
    // Where everything can be had, nothing is left out unseen.
    return { fault: name, skipped, problems: process.env.CI ? [`skipped: ${skipped}`] : [] };
  }
  const directory = mkdtempSync(join(tmpdir(), `wayfold-${name}-`));
  const started = performance.now();
  try {
    const report = await fault.run({ rounds, seed: values.seed, directory });
    for (const problem of report.problems) console.error(`${name}: ${problem}`);
    const row = { ...report, seconds: (performance.now() - started) / 1000 };
    console.error(
      `${name}: ${row.problems.length === 0 ? 'sound' : 'NOT SOUND'}, ${row.seconds.toFixed(1)} s`,
    );
    return row;
  } catch (error) {
    console.error(`${name}:`, error);
    return { fault: name, problems: [`ended with ${error}`] };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
