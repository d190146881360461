import { type FactStore, memoryStore, sqliteStore } from '../../src/journal/index.ts';
import { atOnce } from '../harness/at-once.ts';
import { type Contender, compare, type Entry } from '../harness/blocks.ts';
import { figure, times } from '../harness/figure.ts';
import { atMost, goalCell } from '../harness/goal.ts';
import type { Answer, Bench } from '../harness/suite.ts';
import { guidanceAt, openTalk, type TalkJournal, talker, writeTalk } from './talk.ts';

const LIMIT = 'the same appends alone, SQLite (the limit)';
const ONE = '**Wayfold, SQLite**';
const LIMIT_MANY = 'the same appends alone, SQLite, 16 sessions at once';
const MANY = '**Wayfold, SQLite, 16 sessions at once**';
const MEMORY = '**Wayfold, memory**';

const MAX_RATIO = 1.25;
const SESSIONS = 16;
const HISTORY = 100;
const BLOCK = 64;
/** A write-ahead log that is still growing is slower; after a thousand pages SQLite begins again at its start. */
const WARM_UP = 12;
const TTL_MS = 60_000;

/** A planner that costs nothing, on a disk that does. */
export async function passRate(bench: Bench): Promise<Answer> {
  const { directory, quick } = bench;
  const blocks = quick ? 5 : 100;
  const sqlite = (name: string) => sqliteStore(`${directory}/${name}.db`);
  const rows: readonly { readonly limit?: string; readonly entry: Entry }[] = [
    { limit: LIMIT, entry: { name: LIMIT, open: () => sessions(sqlite('appends'), 1, appender) } },
    { limit: LIMIT, entry: { name: ONE, open: () => sessions(sqlite('passes'), 1, talker) } },
    {
      limit: LIMIT_MANY,
      entry: { name: LIMIT_MANY, open: () => sessions(sqlite('appends-at-once'), SESSIONS, appender) },
    },
    {
      limit: LIMIT_MANY,
      entry: { name: MANY, open: () => sessions(sqlite('passes-at-once'), SESSIONS, talker) },
    },
    { entry: { name: MEMORY, open: () => sessions(memoryStore(), 1, talker) } },
  ];
  bench.progress(`passes a second: ${rows.length} contenders, ${blocks} blocks each`);
  const { timings, missing } = await compare(
    rows.map(({ entry }) => entry),
    { blocks, operations: BLOCK, warmUpBlocks: quick ? 1 : WARM_UP },
  );
  const median = (name: string) => timings.get(name)?.median ?? Number.NaN;
  const goals = new Map(
    rows.flatMap(({ limit, entry: { name } }) => {
      if (limit === undefined || limit === name) return [];
      const subject = `a pass against its appends alone, ${name.replaceAll('*', '')}`;
      return [[name, atMost(subject, median(name) / median(limit), MAX_RATIO, times)] as const];
    }),
  );
  return {
    question: 'How many passes a second does a trivial planner get?',
    method: [
      `A person gives guidance, and the harness runs a planner that proposes \`sleep\`. That is three appends, one after the other, each on the disk before the next: the guidance, the claim of the pass, and the output with the record that the pass is settled. ${blocks} blocks of ${BLOCK} passes each.`,
      '- **The same appends alone**: the same facts to the same store with `journal.append(facts, { expectedSeq })`, without a harness.',
      `- **${SESSIONS} sessions at once**: each has a journal and a harness, all in one process and one file; concurrent appends share a transaction and one disk flush.`,
    ],
    table: {
      columns: ['', 'passes/s', 'p10 to p90', 'µs each', 'of its appends alone', 'goal'],
      rows: rows.map(({ limit = '', entry: { name } }) => {
        const timing = timings.get(name);
        if (timing === undefined) return [name, `not run: ${missing.get(name)}`];
        const goal = goals.get(name);
        return [
          name,
          perSecond(timing.median),
          `${perSecond(timing.at(0.9))} to ${perSecond(timing.at(0.1))}`,
          figure(timing.median),
          limit === '' ? '' : times(timing.median / median(limit)),
          goal ? goalCell(goal) : '',
        ];
      }),
    },
    goals: [...goals.values()],
    notes: [
      'A pass that calls a model waits for it a thousand times longer than for anything measured here.',
    ],
  };
}

function perSecond(microseconds: number): string {
  return figure(1_000_000 / microseconds);
}

type Session = (journal: TalkJournal) => {
  plan(passes: number): Promise<void>;
  close(): Promise<void>;
};

async function sessions(store: FactStore, count: number, open: Session): Promise<Contender> {
  const opened: ReturnType<Session>[] = [];
  for (let i = 0; i < count; i++) {
    const journal = openTalk(store, `talk:${i}`);
    await writeTalk(journal, HISTORY);
    opened.push(open(journal));
  }
  return {
    run: (passes) =>
      atOnce(
        opened.map(
          ({ plan }) =>
            () =>
              plan(1),
        ),
        passes,
      ),
    close: async () => {
      for (const { close } of opened) await close();
      await store.close();
    },
  };
}

/** What a pass leaves in the journal, without the pass. */
const appender: Session = (journal) => {
  let head = HISTORY;
  const append = async (facts: Parameters<TalkJournal['append']>[0]) => {
    const result = await journal.append(facts, { expectedSeq: head });
    if (!result.ok) throw new RangeError(`the head is ${result.head}, not ${head}`);
    head = result.head;
  };
  return {
    plan: async (passes) => {
      for (let i = 0; i < passes; i++) {
        await append([guidanceAt(head)]);
        const target = head;
        const until = new Date(Date.now() + TTL_MS).toISOString();
        await append([{ type: 'claimed', work: 'plan', target, worker: 'worker-1', until }]);
        await append([
          { type: 'sleep' },
          { type: 'pass_settled', triggers: { guidance: target }, outcome: 'committed' },
        ]);
      }
    },
    close: async () => {},
  };
};
