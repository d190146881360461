import { DatabaseSync } from 'node:sqlite';
import { type FactStore, openJournal, postgresStore, sqliteStore } from '../../src/journal/index.ts';
import { type Contender, compare, type Entry } from '../harness/blocks.ts';
import { exactly, figure, times } from '../harness/figure.ts';
import { atLeast } from '../harness/goal.ts';
import { rateBars, rateTable } from '../harness/rates.ts';
import type { Answer, Bench } from '../harness/suite.ts';
import { historyFile, historyLength, JOURNAL, payloadBytes, planFacts, writeHistory } from './history.ts';
import { CONNECTIONS, EMMETT } from './peers.ts';

const LIMIT = 'node:sqlite by hand (the limit)';
const SQLITE = '**Wayfold, SQLite**';
const POSTGRES = '**Wayfold, PostgreSQL**';
const GOAL = 300_000;

/** All facts of a long journal, first to last, each parsed. */
export async function replay(bench: Bench): Promise<Answer> {
  const { postgresUrl, quick } = bench;
  const file = await historyFile(bench);
  const facts = historyLength(bench);
  const onServer = facts / 10;
  const blocks = quick ? 2 : 7;
  const entries: Entry[] = [
    { name: LIMIT, open: async () => byHand(file) },
    { name: SQLITE, open: async () => pageByPage(sqliteStore(file)) },
    {
      name: POSTGRES,
      operations: onServer,
      open: async () => {
        const store = postgresStore({ url: postgresUrl, schema: 'replay' });
        await writeHistory(store, onServer);
        return pageByPage(store);
      },
    },
    { name: EMMETT, operations: onServer, open: () => emmettStream(postgresUrl, onServer) },
  ];
  bench.progress(`replay: ${entries.length} contenders, ${blocks} times each`);
  const comparison = await compare(entries, { blocks, operations: facts, warmUpBlocks: 1 });
  const limit = comparison.timings.get(LIMIT)?.median ?? Number.NaN;
  const ours = comparison.timings.get(SQLITE)?.median ?? Number.NaN;
  const goal = atLeast(
    'replay from SQLite, facts/s',
    1_000_000 / ours,
    GOAL,
    (value) => `${figure(value)}/s`,
  );
  return {
    question: 'How many facts a second does a replay read?',
    method: [
      `A journal of ${exactly(facts)} facts (${figure(payloadBytes())} bytes of payload on average: steps added, started and finished) is read from the first fact to the last, ${blocks} times, each fact parsed into an object. The file is in the system's cache.`,
      '- **Wayfold**: `for await (const page of journal.facts().pages())`.',
      '- **node:sqlite by hand**: one statement over the same rows of the same file, iterated, `JSON.parse` of the payload.',
      `- **PostgreSQL**: ${exactly(onServer)} facts, read by Wayfold in pages, and by Emmett with \`readStream\`, which returns them all at once.`,
    ],
    table: rateTable(
      entries.map(({ name }) => name),
      comparison,
      {
        unit: 'facts',
        compared: { column: 'of the limit', cell: (perFact) => times(limit / perFact) },
        goals: new Map([[SQLITE, goal]]),
      },
    ),
    plot: rateBars(
      'replay',
      entries.map(({ name }) => name),
      comparison,
      'facts a second',
    ),
    goals: [goal],
    notes: [
      'LangGraph is missing: it does not replay but loads the newest checkpoint. The next question compares that approach.',
    ],
  };
}

function pageByPage(store: FactStore): Contender {
  const journal = openJournal(store, JOURNAL);
  return {
    run: async (facts) => {
      let seen = 0;
      for await (const page of journal.facts().pages()) seen += page.length;
      assertAll(seen, facts);
    },
    close: () => store.close(),
  };
}

function byHand(file: string): Contender {
  const db = new DatabaseSync(file, { readOnly: true });
  const rows = db.prepare(
    // Behind the root of the first branch, the only one.
    'SELECT place & 0xffffffff, id, ts, type, v, payload FROM facts WHERE place > (1 << 32) ORDER BY place',
  );
  rows.setReturnArrays(true);
  return {
    run: async (facts) => {
      let seen = 0;
      let last: object | undefined;
      for (const row of rows.iterate()) {
        const [seq, id, ts, type, v, payload] = row as unknown as unknown[];
        last = { seq, id, ts, type, v, payload: JSON.parse(String(payload)) };
        seen += last ? 1 : 0;
      }
      assertAll(seen, facts);
    },
    close: async () => db.close(),
  };
}

async function emmettStream(url: string, facts: number): Promise<Contender> {
  const { openEmmett } = await import('./emmett.ts');
  const { store, close } = await openEmmett(url, CONNECTIONS);
  const stream = `plan-${crypto.randomUUID()}`;
  for (const batch of planFacts(facts)) {
    const events = batch.map(({ type, ...data }) => ({ type, data }));
    await store.appendToStream(stream, events);
  }
  return {
    run: async (wanted) => {
      const { events } = await store.readStream(stream);
      assertAll(events.length, wanted);
    },
    close,
  };
}

function assertAll(seen: number, wanted: number): void {
  if (seen !== wanted) throw new RangeError(`read ${seen} facts of ${wanted}`);
}
