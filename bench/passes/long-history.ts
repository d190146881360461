import { compare, type Entry } from '../harness/blocks.ts';
import { exactly, figure, times } from '../harness/figure.ts';
import { atMost, goalCell } from '../harness/goal.ts';
import type { Answer, Bench } from '../harness/suite.ts';
import { longTalk } from './long-talk.ts';

const SHORT = 1000;
const LONG = 1_000_000;
const MAX_RATIO = 1.2;
const BLOCK = 50;
const WARM_UP = 5;
const FACTS_A_PASS = 4;

/** A pass in a short conversation and in one that has gone on for years. */
export async function longHistory(bench: Bench): Promise<Answer> {
  const { quick, directory } = bench;
  const blocks = quick ? 3 : 80;
  const warmUpBlocks = quick ? 1 : WARM_UP;
  const long = quick ? LONG / 100 : LONG;
  const stores = [
    { store: 'memory', file: () => ({}) },
    { store: 'SQLite', file: (facts: number) => ({ file: `${directory}/talk-${facts}.db` }) },
  ];
  const firstPasses = new Map<string, number>();
  const entries: Entry[] = stores.flatMap(({ store, file }) =>
    [SHORT, long].map((facts) => {
      const name = `${store}, ${exactly(facts)} facts`;
      return {
        name,
        open: () => longTalk({ facts, ...file(facts) }, (ms) => firstPasses.set(name, ms)),
      };
    }),
  );
  bench.progress(`passes after ${exactly(SHORT)} and after ${exactly(long)} facts`);
  const { timings, missing } = await compare(entries, { blocks, operations: BLOCK, warmUpBlocks });

  const median = (store: string, facts: number) =>
    timings.get(`${store}, ${exactly(facts)} facts`)?.median ?? Number.NaN;
  const goals = stores.map(({ store }) =>
    atMost(
      `a pass after ${exactly(long)} facts against one after ${exactly(SHORT)}, ${store}`,
      median(store, long) / median(store, SHORT),
      MAX_RATIO,
      times,
    ),
  );
  return {
    question: 'Does a pass cost more in a longer conversation?',
    method: [
      `A person gives guidance, and the harness runs a planner that looks at the last fact and proposes \`sleep\`. Before that the conversation has ${exactly(SHORT)} or ${exactly(long)} facts: messages, drafts, approvals, deliveries and bookkeeping. ${blocks} blocks of ${BLOCK} passes each, after ${warmUpBlocks} that are not counted; a pass adds ${FACTS_A_PASS} facts, so each conversation grows by ${exactly((blocks + warmUpBlocks) * BLOCK * FACTS_A_PASS)}.`,
      '- Each conversation has its own thread, so that collecting the garbage of a long history slows down only that one.',
      '- In memory only computation counts. With SQLite every append waits for the disk.',
      '- **First pass**: a new harness reads the whole conversation.',
    ],
    table: {
      columns: ['', 'µs a pass', 'p10 to p90', `of ${exactly(SHORT)} facts`, 'goal', 'first pass'],
      rows: stores.flatMap(({ store }, at) =>
        [SHORT, long].map((facts) => {
          const name = `${store}, ${exactly(facts)} facts`;
          const timing = timings.get(name);
          if (timing === undefined) return [name, `not run: ${missing.get(name)}`];
          const goal = goals[at];
          return [
            name,
            figure(timing.median),
            `${figure(timing.at(0.1))} to ${figure(timing.at(0.9))}`,
            times(timing.median / median(store, SHORT)),
            facts === long && goal ? goalCell(goal) : '',
            `${figure(firstPasses.get(name) ?? Number.NaN)} ms`,
          ];
        }),
      ),
    },
    goals,
    notes: [
      'A planner that reads all facts in every pass has that cost in addition: it gets a view, not a copy.',
      'With a long history, full garbage collections are rarer and take longer. They happen in a few blocks: they are part of the spread, not of the median.',
    ],
  };
}
