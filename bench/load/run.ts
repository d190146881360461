/**
 * Many sessions of all planners at once, on one machine: `node bench/load/run.ts [--sessions 1000] [--store sqlite|postgres]
 * [--workers 1,2,4] [--rate 20] [--seconds 30] [--write]`. It starts PostgreSQL and the workers itself, prints a table, and
 * ends with 1 when a journal is not as it must be. `--write` puts the table into docs/load.md.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { startPostgres } from '../../test/postgres-server.ts';
import { figure } from '../harness/figure.ts';
import { markdownTable } from '../harness/table.ts';
import { type LoadResult, loadRun } from './load-run.ts';
import { postgresPlace, type StorePlace, sqlitePlace } from './place.ts';
import { PLANNER_IDS } from './turns.ts';

const PAGE = new URL('../../docs/load.md', import.meta.url);
const BLOCK = /(<!-- measured -->\n)[\s\S]*?(<!-- end -->)/;
const SHOWN_FINDINGS = 20;

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '1000' },
    store: { type: 'string', multiple: true, default: ['sqlite', 'postgres'] },
    workers: { type: 'string', default: '1,2,4' },
    rate: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '30' },
    'warm-up': { type: 'string', default: '0' },
    planner: { type: 'string', multiple: true, default: [...PLANNER_IDS] },
    write: { type: 'boolean', default: false },
  },
});
const sessions = Number(values.sessions);
const rate = Number(values.rate);
const seconds = Number(values.seconds);
const warmUp = Number(values['warm-up']);
const planners = PLANNER_IDS.filter((id) => values.planner.includes(id));

const before = loadavg().map(figure).join(', ');
const results: LoadResult[] = [];
const postgres = values.store.includes('postgres') ? await startPostgres() : undefined;
try {
  for (const type of values.store) {
    for (const workers of values.workers.split(',').map(Number)) {
      console.error(`… ${type}, ${workers} ${workers === 1 ? 'worker' : 'workers'}`);
      const place: StorePlace =
        type === 'postgres' && postgres ? postgresPlace(postgres.url) : await sqlitePlace();
      try {
        const result = await loadRun(place, {
          sessions,
          workers,
          rate,
          seconds,
          planners,
          warmUp,
          patienceMs: 600_000,
        });
        results.push(result);
        console.error(rowOf(result).join(' | '));
        for (const finding of result.findings.slice(0, SHOWN_FINDINGS)) console.error(`  ${finding}`);
      } finally {
        await place.remove();
      }
    }
  }
} finally {
  await postgres?.remove();
}

const text = `${tableOf(results)}\n\n${circumstances()}\n`;
console.log(text);
if (values.write) {
  const page = await readFile(PAGE, 'utf8');
  await writeFile(
    PAGE,
    page.replace(BLOCK, (_, begin: string, end: string) => `${begin}\n${text}\n${end}`),
  );
}
process.exitCode = results.some((result) => result.findings.length > 0) ? 1 : 0;

function tableOf(all: readonly LoadResult[]): string {
  const columns = [
    'store',
    'workers',
    'all at once: plans',
    'facts',
    'p99',
    `at ${rate}/s: p50`,
    'p99',
    'CPU of a plan',
    'of its git',
    'memory of all workers',
    'of a session',
    'CAS conflicts',
    'lost or doubled',
  ];
  return markdownTable({ columns, rows: all.map(rowOf) });
}

function rowOf({
  store,
  plan,
  atOnce,
  steady,
  cpuOfPlan,
  idleBytes,
  peakBytes,
  conflicts,
  findings,
}: LoadResult): readonly string[] {
  return [
    store === 'sqlite' ? 'SQLite' : 'PostgreSQL',
    String(plan.workers),
    `${figure(atOnce.plansPerSecond)}/s`,
    `${figure(atOnce.factsPerSecond)}/s`,
    time(atOnce.ms.at(0.99)),
    time(steady.ms.median),
    time(steady.ms.at(0.99)),
    time(cpuOfPlan.ownMs),
    time(cpuOfPlan.programsMs),
    `${figure(peakBytes / 2 ** 20)} MiB`,
    `${figure((peakBytes - idleBytes) / plan.sessions / plan.workers / 1024)} KiB`,
    String(conflicts),
    String(findings.length),
  ];
}

function time(ms: number): string {
  return ms < 1000 ? `${figure(ms)} ms` : `${figure(ms / 1000)} s`;
}

function circumstances(): string {
  const [cpu] = cpus();
  return `${sessions} sessions, a fifth of each planner. ${cpu?.model.trim() ?? 'Unknown processor'}, ${availableParallelism()} cores, shared by workers, database and the program that measures. Load before it began: ${before} (1, 5, 15 minutes). Node ${process.versions.node}.`;
}
