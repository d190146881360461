import { statSync } from 'node:fs';
import {
  type BaseCheckpointSaver,
  DeltaValue,
  END,
  ReducedValue,
  START,
  StateGraph,
  StateSchema,
} from '@langchain/langgraph';
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import { z } from 'zod';
import { postgresPool, schemaSize } from '../harness/postgres-pool.ts';
import { type Step, stepAt } from './plan.ts';

export interface OpenSaver {
  readonly saver: BaseCheckpointSaver;
  /** Bytes on the disk. */
  size(): Promise<number>;
  close(): Promise<void>;
}

/** The saver turns the write-ahead log on; whether to wait for the disk is up to its user, so that is set here. */
export function openSqliteSaver(file: string): OpenSaver {
  const saver = SqliteSaver.fromConnString(file);
  saver.db.pragma('journal_mode = WAL');
  saver.db.pragma('synchronous = FULL');
  const size = async () => {
    saver.db.pragma('wal_checkpoint(TRUNCATE)');
    return statSync(file).size;
  };
  return { saver, size, close: async () => void saver.db.close() };
}

export async function openPostgresSaver(
  url: string,
  { schema, connections }: { schema: string; connections: number },
): Promise<OpenSaver> {
  const pool = postgresPool(url, connections);
  const saver = new PostgresSaver(pool, undefined, { schema });
  await saver.setup();
  return { saver, size: () => schemaSize(pool, schema), close: () => saver.end() };
}

export interface PlanRun {
  /** How the state keeps the plan: by the usual reducer, or by the beta value that stores what each step added. */
  readonly value: 'reduced' | 'delta';
  readonly steps: number;
  /** Looks on after each step, and may say that this is enough. */
  watch?(steps: number): Promise<'go on' | 'enough'>;
}

/** Runs a graph whose only node adds one step to the plan, until the plan is long enough. */
export async function runPlanGraph(
  saver: BaseCheckpointSaver,
  { value, steps, watch }: PlanRun,
): Promise<void> {
  const plan = z.array(z.custom<Step>()).default([]);
  const state = new StateSchema({
    plan:
      value === 'delta'
        ? new DeltaValue(plan, { reducer: (before, added) => before.concat(...added) })
        : new ReducedValue(plan, { reducer: (before, added) => before.concat(added) }),
  });
  const graph = new StateGraph(state)
    .addNode('extend', (now) => ({ plan: [stepAt(now.plan.length)] }))
    .addEdge(START, 'extend')
    .addConditionalEdges('extend', async (now) => {
      const appended = now.plan.length;
      const enough = (await watch?.(appended)) === 'enough';
      return enough || appended >= steps ? END : 'extend';
    })
    .compile({ checkpointer: saver });
  await graph.invoke(
    { plan: [] },
    { configurable: { thread_id: 'plan' }, recursionLimit: steps + 1, durability: 'sync' },
  );
}
