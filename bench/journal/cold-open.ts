import { openJournal, sqliteStore } from '../../src/journal/index.ts';
import { foldJournal } from '../../src/kernel/index.ts';
import { type Contender, compare, type Entry } from '../harness/blocks.ts';
import { exactly, figure, times } from '../harness/figure.ts';
import { atLeast, goalCell } from '../harness/goal.ts';
import type { Answer, Bench } from '../harness/suite.ts';
import { historyFile, historyLength, JOURNAL, type PlanFact } from './history.ts';

const REPLAY = 'replay, page by page';
const SNAPSHOT = '**from the snapshot**';
const GOAL = 100;
/** A snapshot lags by so many facts at most before the kernel saves the next one. */
const LAG = 499;
const FOLD = { name: 'progress', version: 1 };

/** How far a plan has come: what a surface would show of it. */
interface Progress {
  readonly steps: number;
  readonly finished: number;
  readonly running: Readonly<Record<string, string>>;
}

const NOTHING: Progress = { steps: 0, finished: 0, running: {} };

function evolve(progress: Progress, fact: PlanFact): Progress {
  switch (fact.type) {
    case 'step_added':
      return { ...progress, steps: progress.steps + 1 };
    case 'step_started':
      return { ...progress, running: { ...progress.running, [fact.stepId]: fact.worker } };
    case 'step_finished': {
      const { [fact.stepId]: _, ...running } = progress.running;
      return { ...progress, finished: progress.finished + 1, running };
    }
    default:
      return fact satisfies never;
  }
}

/** From a closed store to the state at the head of a long journal. */
export async function coldOpen(bench: Bench): Promise<Answer> {
  const file = await historyFile(bench);
  const facts = historyLength(bench);
  const blocks = bench.quick ? 3 : 7;
  await saveSnapshot(file, facts - LAG);
  const entries: Entry[] = [
    { name: REPLAY, open: async () => opening(() => replayed(file), facts) },
    { name: SNAPSHOT, operations: 10, open: async () => opening(() => fromSnapshot(file), facts) },
  ];
  bench.progress(`opening a journal of ${exactly(facts)} facts`);
  const { timings } = await compare(entries, { blocks, operations: 1, warmUpBlocks: 1 });
  const [replaying, loading] = [timings.get(REPLAY), timings.get(SNAPSHOT)];
  if (replaying === undefined || loading === undefined)
    throw new RangeError('both are Wayfold: none can be missing');
  const ratio = replaying.median / loading.median;
  const goal = atLeast('opening from a snapshot, beside a replay', ratio, GOAL, times);
  const milliseconds = (share: number, timing: typeof replaying) => figure(timing.at(share) / 1000);
  const row = (timing: typeof replaying) => [
    milliseconds(0.5, timing),
    `${milliseconds(0.1, timing)} to ${milliseconds(0.9, timing)}`,
  ];
  return {
    question: `How long does it take to open a journal of ${exactly(facts)} facts?`,
    method: [
      `From a closed store to the folded state at the last fact: open the file, load, fold, close. The fold counts steps and keeps those that are running. ${blocks} blocks; the file is in the system's cache.`,
      `- **Replay**: every fact through the fold, in pages.`,
      `- **From the snapshot**: the kernel's \`foldJournal\`. The newest snapshot is ${LAG} facts old, the maximum before the kernel saves the next one.`,
    ],
    table: {
      columns: ['', 'ms', 'p10 to p90', 'faster', 'goal'],
      rows: [
        [REPLAY, ...row(replaying), times(1), ''],
        [SNAPSHOT, ...row(loading), times(ratio), goalCell(goal)],
      ],
    },
    goals: [goal],
    notes: [
      'The snapshot holds a small state. A larger one takes longer to parse, in proportion to its size.',
    ],
  };
}

function opening(open: () => Promise<{ progress: Progress; head: number }>, facts: number): Contender {
  return {
    run: async (operations) => {
      for (let i = 0; i < operations; i++) {
        const { progress, head } = await open();
        if (head !== facts || progress.steps !== Math.ceil(facts / 3)) {
          throw new RangeError(`${progress.steps} steps at ${head} of ${facts} facts`);
        }
      }
    },
    close: async () => {},
  };
}

async function replayed(file: string, to?: number): Promise<{ progress: Progress; head: number }> {
  const store = sqliteStore(file);
  let progress = NOTHING;
  let head = 0;
  const reading = openJournal(store, JOURNAL).facts(to === undefined ? {} : { to });
  for await (const page of reading.pages()) {
    for (const fact of page) {
      // This journal holds what history.ts wrote.
      progress = evolve(progress, fact as unknown as PlanFact);
      head = fact.seq;
    }
  }
  await store.close();
  return { progress, head };
}

async function fromSnapshot(file: string): Promise<{ progress: Progress; head: number }> {
  const store = sqliteStore(file);
  const { folded, head } = await foldJournal<Progress, PlanFact, Progress>(openJournal(store, JOURNAL), {
    ...FOLD,
    fold: (events, from = NOTHING) => events.reduce(evolve, from),
    snapshot: (progress) => progress,
  });
  await store.close();
  return { progress: folded, head };
}

async function saveSnapshot(file: string, seq: number): Promise<void> {
  const { progress } = await replayed(file, seq);
  const store = sqliteStore(file);
  await openJournal(store, JOURNAL).saveSnapshot({ ...FOLD, seq, state: progress });
  await store.close();
}
