import { postgresStore, sqliteStore } from '../../src/journal/index.ts';
import { compare, type Entry } from '../harness/blocks.ts';
import { times } from '../harness/figure.ts';
import { atLeast } from '../harness/goal.ts';
import { rateBars, rateTable } from '../harness/rates.ts';
import type { Answer, Bench } from '../harness/suite.ts';
import { MAX_PLAN_STEPS, peers } from './peers.ts';
import { rawChain } from './raw-chain.ts';
import { rawCompareAndSet, rawInsert } from './raw-sqlite.ts';
import { wayfoldAppenders } from './wayfold.ts';

const LIMIT = 'node:sqlite by hand, the same fact (the limit)';
const UNCHAINED = 'node:sqlite by hand, no digest and no hash';
const BARE = 'node:sqlite, bare INSERT';
const SQLITE = '**Wayfold, SQLite**';
const POSTGRES = '**Wayfold, PostgreSQL**';

const GOAL = 0.9;
const BLOCK = 100;
/** A write-ahead log that is still growing is slower; after a thousand pages SQLite begins again at its start. */
const WARM_UP = 12;

/** One writer, which waits for each append to be on the disk before it begins the next. */
export async function durableAppends(bench: Bench): Promise<Answer> {
  const { directory, postgresUrl, quick } = bench;
  const blocks = quick ? 10 : 150;
  const entries: Entry[] = [
    { name: LIMIT, open: async () => rawChain(`${directory}/one-chain.db`) },
    { name: UNCHAINED, open: async () => rawCompareAndSet(`${directory}/one-raw.db`) },
    { name: BARE, open: async () => rawInsert(`${directory}/one-bare.db`) },
    { name: SQLITE, open: async () => wayfoldAppenders(sqliteStore(`${directory}/one.db`), 1) },
    {
      name: POSTGRES,
      open: async () => wayfoldAppenders(postgresStore({ url: postgresUrl, schema: 'one' }), 1),
    },
    ...peers(bench, 'one', 1),
  ];
  bench.progress(`durable appends, one writer: ${entries.length} contenders, ${blocks} blocks each`);
  const comparison = await compare(entries, {
    blocks,
    operations: BLOCK,
    warmUpBlocks: quick ? 1 : WARM_UP,
  });
  const limit = comparison.timings.get(LIMIT)?.median ?? Number.NaN;
  const ours = comparison.timings.get(SQLITE)?.median ?? Number.NaN;
  const goal = atLeast('one writer, SQLite, of node:sqlite by hand', limit / ours, GOAL, times);
  return {
    question: 'How many durable appends a second does one writer get?',
    method: [
      `One writer adds steps to a plan, about 300 bytes of JSON each, and waits until each is on disk. ${blocks} blocks of ${BLOCK} appends each.`,
      '- **node:sqlite by hand**: WAL, `synchronous=FULL`, one connection, prepared statements; an append is `BEGIN IMMEDIATE`, read the last fact, compare, insert one row (seq, UUID, time, type, version, JSON, SHA-256 of the JSON, SHA-256 over the fact before and this one), `COMMIT`. The second line omits both hashes, the third also the transaction and the comparison.',
      '- **Wayfold**: `journal.append([fact], { expectedSeq })`. It does more than the hand-written baseline: canonical JSON, the hash of each fact stored with the previous one to detect a lost last fact, many journals in one file, forks, group commit.',
      '- **Emmett**: `appendToStream` of one event with the expected version.',
      `- **LangGraph**: one \`put\` a step. The checkpoints were recorded from a graph that adds one step at a time; a plan grows to ${MAX_PLAN_STEPS} steps, then a new thread begins. A running graph also stores the writes of each step in another transaction, which is not counted here.`,
    ],
    table: rateTable(
      entries.map(({ name }) => name),
      comparison,
      {
        unit: 'appends',
        compared: { column: 'of the limit', cell: (perAppend) => times(limit / perAppend) },
        goals: new Map([[SQLITE, goal]]),
      },
    ),
    plot: rateBars(
      'one-writer',
      entries.map(({ name }) => name),
      comparison,
      'appends a second, one writer',
    ),
    goals: [goal],
    notes: [
      'The SQLite contenders write to the disk themselves; the PostgreSQL ones talk to a server on this machine over TCP, and the server writes.',
      "LangGraph's SQLite saver asks for better-sqlite3 12, which crashes on this version of Node when a statement is garbage-collected; an override makes it use 13 here.",
      'LangGraph writes its whole state with every step, so its figure depends on how long plans get. Checkpoints of the write-ahead log happen in some blocks only: they are part of the spread.',
    ],
  };
}
