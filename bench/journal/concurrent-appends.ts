import { postgresStore, sqliteStore } from '../../src/journal/index.ts';
import { compare, type Entry } from '../harness/blocks.ts';
import { times } from '../harness/figure.ts';
import { atLeast } from '../harness/goal.ts';
import { rateBars, rateTable } from '../harness/rates.ts';
import type { Answer, Bench } from '../harness/suite.ts';
import { CONNECTIONS, PEERS, peers } from './peers.ts';
import { rawBatches, rawCompareAndSet } from './raw-sqlite.ts';
import { wayfoldAppenders, wayfoldAppendersOnOneJournal } from './wayfold.ts';

const APPENDERS = 64;
const LIMIT = `node:sqlite by hand, ${APPENDERS} rows a commit (the limit)`;
const ONE_BY_ONE = 'node:sqlite by hand, one row a commit';
const SQLITE = '**Wayfold, SQLite, a journal each**';
const SQLITE_SHARED = '**Wayfold, SQLite, one journal**';
const POSTGRES = '**Wayfold, PostgreSQL, a journal each**';
const POSTGRES_SHARED = '**Wayfold, PostgreSQL, one journal**';

const GOAL = 10;
const BLOCK = APPENDERS * 16;

/** Many appenders in one process, each waiting for its own appends to be on the disk. */
export async function concurrentAppends(bench: Bench): Promise<Answer> {
  const { directory, postgresUrl, quick } = bench;
  const blocks = quick ? 4 : 30;
  const sqlite = (name: string) => sqliteStore(`${directory}/${name}.db`);
  const postgres = (schema: string) => postgresStore({ url: postgresUrl, schema });
  const entries: Entry[] = [
    { name: LIMIT, open: async () => rawBatches(`${directory}/many-raw.db`, APPENDERS) },
    { name: ONE_BY_ONE, open: async () => rawCompareAndSet(`${directory}/many-one.db`) },
    { name: SQLITE_SHARED, open: async () => wayfoldAppendersOnOneJournal(sqlite('shared'), APPENDERS) },
    { name: SQLITE, open: async () => wayfoldAppenders(sqlite('separate'), APPENDERS) },
    {
      name: POSTGRES_SHARED,
      open: async () => wayfoldAppendersOnOneJournal(postgres('shared'), APPENDERS),
    },
    { name: POSTGRES, open: async () => wayfoldAppenders(postgres('separate'), APPENDERS) },
    ...peers(bench, 'many', APPENDERS),
  ];
  bench.progress(
    `durable appends, ${APPENDERS} appenders: ${entries.length} contenders, ${blocks} blocks each`,
  );
  const comparison = await compare(entries, { blocks, operations: BLOCK, warmUpBlocks: quick ? 1 : 8 });
  const median = (name: string) => comparison.timings.get(name)?.median ?? Number.NaN;
  const bestPeer = Math.min(...PEERS.map(median).filter(Number.isFinite));
  const goals = new Map(
    [SQLITE_SHARED, SQLITE].map((name) => [
      name,
      atLeast(`${APPENDERS} appenders, ${name}, beside the best peer`, bestPeer / median(name), GOAL, times),
    ]),
  );
  return {
    question: `How many durable appends a second do ${APPENDERS} appenders in one process get?`,
    method: [
      `${APPENDERS} appenders work at the same time, each waiting for its own append before the next one. ${blocks} blocks of ${BLOCK} appends each. Steps and appends are those of the previous question.`,
      `- **one journal**: all ${APPENDERS} append to it, each after the current last fact. **A journal each**: with the expected seq, as one writer would.`,
      `- **Peers**: a stream or a thread for each appender; ${CONNECTIONS} connections to PostgreSQL (10 and 30 made no difference, 64 was slower). Emmett refuses concurrent appends to one stream.`,
      `- **node:sqlite by hand**: ${APPENDERS} rows in every transaction, as if all appenders always arrived at the same moment; and with one row per transaction, which is what ${APPENDERS} callers of a synchronous library get. Both without digest and hash.`,
    ],
    table: rateTable(
      entries.map(({ name }) => name),
      comparison,
      {
        unit: 'appends',
        compared: { column: 'of the best peer', cell: (perAppend) => times(bestPeer / perAppend) },
        goals,
      },
    ),
    plot: rateBars(
      'many-writers',
      entries.map(({ name }) => name),
      comparison,
      'appends a second, 64 appenders',
    ),
    goals: [...goals.values()],
    notes: [
      'Wayfold shares one commit among all waiting appends. The peers commit each append separately; PostgreSQL then combines concurrent flushes.',
      'With a journal each, the SQLite store writes a commit of many journals as one row, and moves its facts to their places later, many at once.',
    ],
  };
}
