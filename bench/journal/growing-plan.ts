import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type FactStore, openJournal, postgresStore, sqliteStore } from '../../src/journal/index.ts';
import { atOnce } from '../harness/at-once.ts';
import { postgresPool, schemaSize } from '../harness/postgres-pool.ts';
import type { Bench } from '../harness/suite.ts';
import type { OpenSaver } from './langgraph.ts';
import { CONNECTIONS } from './peers.ts';
import { stepAt } from './plan.ts';
import { stepAdded } from './wayfold.ts';

/** Where to measure, and when it gets unreasonable. */
export interface Milestones {
  readonly steps: readonly number[];
  readonly mostBytes: number;
  readonly longestMs: number;
}

/** What the store took, beyond what an empty one takes, when the plan had so many steps. */
export interface Growth {
  readonly bytesAt: ReadonlyMap<number, number>;
  readonly stopped?: { readonly steps: number; readonly bytes: number };
}

/** Appends that meet share a commit, which is quicker and stores the same. */
const APPENDERS = 50;
const LOOK_EVERY = 100;

export async function growWayfoldSqlite(bench: Bench, milestones: Milestones): Promise<Growth> {
  const file = `${bench.directory}/growing.db`;
  const store = sqliteStore(file);
  try {
    return await growWayfold(store, milestones, async () => checkpointedSize(file));
  } finally {
    await store.close();
  }
}

export async function growWayfoldPostgres(bench: Bench, milestones: Milestones): Promise<Growth> {
  const schema = 'growing';
  const store = postgresStore({ url: bench.postgresUrl, schema });
  const pool = postgresPool(bench.postgresUrl, 1);
  try {
    // The first use makes the tables.
    await store.usage();
    return await growWayfold(store, milestones, () => schemaSize(pool, schema));
  } finally {
    await pool.end();
    await store.close();
  }
}

async function growWayfold(
  store: FactStore,
  { steps }: Milestones,
  measure: () => Promise<number>,
): Promise<Growth> {
  const journal = openJournal(store, 'plan');
  const empty = await measure();
  const bytesAt = new Map<number, number>();
  let appended = 0;
  const add = async () => void (await journal.append([stepAdded(stepAt(appended++))]));
  for (const milestone of steps) {
    await atOnce(
      Array.from({ length: APPENDERS }, () => add),
      milestone - appended,
    );
    bytesAt.set(milestone, (await measure()) - empty);
  }
  return { bytesAt };
}

type PlanValue = 'reduced' | 'delta';

export async function growLangGraphSqlite(
  { directory }: Bench,
  milestones: Milestones,
  value: PlanValue,
): Promise<Growth> {
  const { openSqliteSaver } = await import('./langgraph.ts');
  return await growLangGraph(openSqliteSaver(`${directory}/growing-${value}.db`), milestones, value);
}

export async function growLangGraphPostgres(
  { postgresUrl }: Bench,
  milestones: Milestones,
  value: PlanValue,
): Promise<Growth> {
  const { openPostgresSaver } = await import('./langgraph.ts');
  const options = { schema: `growing_${value}`, connections: CONNECTIONS };
  return await growLangGraph(await openPostgresSaver(postgresUrl, options), milestones, value);
}

async function growLangGraph(
  { saver, size, close }: OpenSaver,
  { steps, mostBytes, longestMs }: Milestones,
  value: PlanValue,
): Promise<Growth> {
  const { runPlanGraph } = await import('./langgraph.ts');
  const bytesAt = new Map<number, number>();
  let stopped: Growth['stopped'];
  try {
    const start = performance.now();
    let empty = 0;
    await runPlanGraph(saver, {
      value,
      steps: Math.max(...steps) + 1,
      watch: async (appended) => {
        // It is asked before the step is stored: the first time there is none, and the last of a milestone is in later.
        const stored = appended - 1;
        if (stored === 0) empty = await size();
        if (!steps.includes(stored) && stored % LOOK_EVERY !== 0) return 'go on';
        const grown = (await size()) - empty;
        if (steps.includes(stored)) bytesAt.set(stored, grown);
        if (grown < mostBytes && performance.now() - start < longestMs) return 'go on';
        stopped = { steps: stored, bytes: grown };
        return 'enough';
      },
    });
  } finally {
    await close();
  }
  return stopped ? { bytesAt, stopped } : { bytesAt };
}

/** The size of a database file once its write-ahead log is in it. */
function checkpointedSize(file: string): number {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  return statSync(file).size;
}
