/**
 * Many sessions of all planners at once, on one machine: `node bench/load/run.ts [--sessions 1000]
 * [--store sqlite|postgres|restate] [--workers 1,2,4] [--rate 20] [--seconds 30] [--warm-up 0] [--by-planner] [--runs 1]
 * [--write]`. It starts PostgreSQL, Restate and the workers itself, prints a table and whatever it finds, and ends with 1
 * when a journal is not as it must be. `--write` puts the table into docs/load.md.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { startPostgres } from '../../test/postgres-server.ts';
import { startRestate } from '../../test/restate-server.ts';
import { figure } from '../harness/figure.ts';
import { markdownTable } from '../harness/table.ts';
import { type LoadResult, loadRun } from './load-run.ts';
import { postgresPlace, restatePlace, type StorePlace, type StoreType, sqlitePlace } from './place.ts';
import { PLANNER_IDS, type PlannerId } from './turns.ts';

const PAGE = new URL('../../docs/load.md', import.meta.url);
const BLOCK = /(<!-- measured -->\n)[\s\S]*?(<!-- end -->)/;
const STORE_NAMES: Readonly<Record<StoreType, string>> = {
  sqlite: 'SQLite',
  postgres: 'PostgreSQL',
  restate: 'PostgreSQL, Restate',
};

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '1000' },
    store: { type: 'string', multiple: true, default: ['sqlite', 'postgres', 'restate'] },
    workers: { type: 'string', default: '1,2,4' },
    rate: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '30' },
    'warm-up': { type: 'string', default: '0' },
    planner: { type: 'string', multiple: true, default: [...PLANNER_IDS] },
    'by-planner': { type: 'boolean', default: false },
    runs: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
});
const sessions = Number(values.sessions);
const rate = Number(values.rate);
const seconds = Number(values.seconds);
const warmUp = Number(values['warm-up']);
const runs = Number(values.runs);
const planners = PLANNER_IDS.filter((id) => values.planner.includes(id));
const groups: readonly (readonly PlannerId[])[] = values['by-planner']
  ? planners.map((id) => [id])
  : [planners];

const before = loadavg().map(figure).join(', ');
const results: LoadResult[] = [];
const isWanted = (type: StoreType) => values.store.includes(type);
const postgres = isWanted('postgres') || isWanted('restate') ? await startPostgres() : undefined;
const restate = isWanted('restate') ? await startRestate() : undefined;
try {
  for (const { type, group, workers } of rows()) {
    console.error(`… ${STORE_NAMES[type]}, ${nameOf(group)}, ${workers} workers`);
    const place = await placeOf(type);
    try {
      const plan = { sessions, workers, rate, seconds, planners: group, warmUp, patienceMs: 600_000 };
      const result = await loadRun(place, plan);
      results.push(result);
      console.error(rowOf(result).join(' | '));
      for (const finding of result.findings) console.error(`  ${finding}`);
    } finally {
      await place.remove();
    }
  }
} finally {
  await restate?.remove();
  await postgres?.remove();
}

const text = `${tableOf(results)}\n\n${circumstances()}\n`;
console.log(text);
for (const finding of results.flatMap((result) => result.findings)) console.log(finding);
if (values.write) {
  const page = await readFile(PAGE, 'utf8');
  await writeFile(
    PAGE,
    page.replace(BLOCK, (_, begin: string, end: string) => `${begin}\n${text}\n${end}`),
  );
}
process.exitCode = results.some((result) => result.findings.length > 0) ? 1 : 0;

function* rows(): Generator<{ type: StoreType; group: readonly PlannerId[]; workers: number }> {
  for (let run = 0; run < runs; run++) {
    for (const type of ['sqlite', 'postgres', 'restate'] as const) {
      if (!isWanted(type)) continue;
      for (const group of groups) {
        for (const workers of values.workers.split(',').map(Number)) yield { type, group, workers };
      }
    }
  }
}

async function placeOf(type: StoreType): Promise<StorePlace> {
  if (postgres === undefined) return await sqlitePlace();
  if (type === 'sqlite') return await sqlitePlace();
  return restate && type === 'restate'
    ? await restatePlace(postgres.url, restate)
    : postgresPlace(postgres.url);
}

function tableOf(all: readonly LoadResult[]): string {
  const columns = [
    'store',
    'planners',
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
    STORE_NAMES[store],
    nameOf(plan.planners ?? PLANNER_IDS),
    String(plan.workers),
    `${figure(atOnce.plansPerSecond)}/s`,
    `${figure(atOnce.factsPerSecond)}/s`,
    time(atOnce.ms.at(0.99)),
    time(steady.ms.median),
    time(steady.ms.at(0.99)),
    time(cpuOfPlan.ownMs),
    time(cpuOfPlan.programsMs),
    `${figure(peakBytes / 2 ** 20)} MiB`,
    `${figure((peakBytes - idleBytes) / plan.sessions / 1024)} KiB`,
    String(conflicts),
    String(findings.length),
  ];
}

function nameOf(group: readonly PlannerId[]): string {
  return group.length === PLANNER_IDS.length ? 'all' : group.join(', ');
}

function time(ms: number): string {
  return ms < 1000 ? `${figure(ms)} ms` : `${figure(ms / 1000)} s`;
}

function circumstances(): string {
  const [cpu] = cpus();
  return `${sessions} sessions, as many of each planner. ${cpu?.model.trim() ?? 'Unknown processor'}, ${availableParallelism()} cores, shared by workers, database, engine and the program that measures. Load before it began: ${before} (1, 5, 15 minutes). Node ${process.versions.node}.`;
}
