import type { Entry } from '../harness/blocks.ts';
import type { Bench } from '../harness/suite.ts';

export const EMMETT = 'Emmett, PostgreSQL';
export const LANGGRAPH_SQLITE = 'LangGraph SqliteSaver';
export const LANGGRAPH_POSTGRES = 'LangGraph PostgresSaver';
export const PEERS = [EMMETT, LANGGRAPH_SQLITE, LANGGRAPH_POSTGRES];

/** On two cores 10, 20 and 30 were within the noise of each other, and 64 was slower. */
export const CONNECTIONS = 20;
/** A thread's plan grows to so many steps, then a new thread begins. */
export const MAX_PLAN_STEPS = 100;

/**
 * Those who also keep the steps of a plan, each waiting for the disk as Wayfold does. They are loaded when they are
 * opened: one that cannot be installed here is a row that says so.
 */
export function peers({ directory, postgresUrl }: Bench, question: string, appenders: number): Entry[] {
  const checkpoints = { appenders, longest: MAX_PLAN_STEPS };
  return [
    {
      name: EMMETT,
      open: async () => {
        const { emmettAppenders, openEmmett } = await import('./emmett.ts');
        return emmettAppenders(await openEmmett(postgresUrl, CONNECTIONS), appenders);
      },
    },
    {
      name: LANGGRAPH_SQLITE,
      open: async () => {
        const { openSqliteSaver } = await import('./langgraph.ts');
        const { putCheckpoints } = await import('./langgraph-puts.ts');
        return putCheckpoints(openSqliteSaver(`${directory}/${question}-langgraph.db`), checkpoints);
      },
    },
    {
      name: LANGGRAPH_POSTGRES,
      open: async () => {
        const { openPostgresSaver } = await import('./langgraph.ts');
        const { putCheckpoints } = await import('./langgraph-puts.ts');
        const schema = `langgraph_${question}`;
        const saver = await openPostgresSaver(postgresUrl, { schema, connections: CONNECTIONS });
        return putCheckpoints(saver, checkpoints);
      },
    },
  ];
}
