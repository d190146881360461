import { createHarness } from '../../src/harness/index.ts';
import { memoryStore } from '../../src/journal/index.ts';
import { storeWith } from '../../test/store-with.ts';
import { type Contender, compare, type Entry } from '../harness/blocks.ts';
import { exactly, figure, times } from '../harness/figure.ts';
import { atMost, goalCell } from '../harness/goal.ts';
import type { Answer, Bench } from '../harness/suite.ts';
import { guidanceAt, openTalk, sleeper, writeTalk } from './talk.ts';

const MANY = 10_000;
const COUNTS = [1, 100, MANY];
const MAX_RATIO = 1;
const HISTORY = 1000;
const BLOCK = 20;

/** What a harness did in the ticks in which it was woken. */
interface Work {
  ticks: number;
  reads: number;
  plans: number;
}

/** Many facts come at once, and each of them wakes the harness. */
export async function wakeUps(bench: Bench): Promise<Answer> {
  const blocks = bench.quick ? 3 : 50;
  const works = new Map<number, Work>(COUNTS.map((wakes) => [wakes, { ticks: 0, reads: 0, plans: 0 }]));
  const entries: Entry[] = [...works].map(([wakes, work]) => ({
    name: exactly(wakes),
    open: () => wokenHarness(wakes, work),
  }));
  bench.progress(`up to ${exactly(MANY)} wake-ups in a tick`);
  const { timings } = await compare(entries, { blocks, operations: BLOCK, warmUpBlocks: 5 });

  const readsFor = (wakes: number) => perTick(works.get(wakes), 'reads');
  const goal = atMost(
    'reads of the journal for 10,000 wake-ups in a tick, of those for one',
    readsFor(MANY) / readsFor(1),
    MAX_RATIO,
    times,
  );
  const one = timings.get(exactly(1))?.median ?? Number.NaN;
  return {
    question: 'What do 10,000 wake-ups in a tick cost?',
    method: [
      `A person gives guidance. Then the harness is asked for a pass so many times in one tick (\`schedulePlan\`), and all callers wait until it is idle. ${blocks} blocks of ${BLOCK} ticks each, in memory. The goal is as many reads and calls as for one wake-up: one pass.`,
    ],
    table: {
      columns: [
        'wake-ups in a tick',
        'reads of the journal',
        'calls of the planner',
        'µs a tick',
        'of one wake-up',
        'goal (reads)',
      ],
      rows: [...works].map(([wakes, work]) => {
        const median = timings.get(exactly(wakes))?.median ?? Number.NaN;
        return [
          exactly(wakes),
          exactly(perTick(work, 'reads')),
          exactly(perTick(work, 'plans')),
          figure(median),
          times(median / one),
          wakes === MANY ? goalCell(goal) : '',
        ];
      }),
    },
    goals: [goal],
    notes: [],
  };
}

function perTick(work: Work | undefined, what: 'reads' | 'plans'): number {
  return work ? work[what] / work.ticks : Number.NaN;
}

async function wokenHarness(wakes: number, work: Work): Promise<Contender> {
  const memory = memoryStore();
  const store = storeWith(memory, {
    read: (journal, range) => {
      work.reads += 1;
      return memory.read(journal, range);
    },
  });
  const journal = openTalk(store);
  await writeTalk(journal, HISTORY);
  const harness = createHarness({
    journal,
    planner: {
      ...sleeper,
      plan: (input, context) => {
        work.plans += 1;
        return sleeper.plan(input, context);
      },
    },
  });
  await harness.runPlanningPass();
  work.reads = 0;
  work.plans = 0;
  return {
    run: async (ticks) => {
      for (let i = 0; i < ticks; i++) {
        await journal.append([guidanceAt(work.ticks)]);
        work.ticks += 1;
        for (let wake = 0; wake < wakes; wake++) harness.schedulePlan();
        await harness.idle();
      }
    },
    close: () => harness.close(),
  };
}
