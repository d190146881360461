import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openJournal, sqliteStore } from '../../src/journal/index.ts';
import { bytes, exactly, times } from '../harness/figure.ts';
import { atMost, goalCell } from '../harness/goal.ts';
import type { Answer, Bench } from '../harness/suite.ts';
import { historyFile, historyLength, JOURNAL } from './history.ts';

const EARLY = 10_000;
const GOAL = 1.2;

/** What is on the heap while a long journal streams by. */
export async function memory(bench: Bench): Promise<Answer> {
  const store = sqliteStore(await historyFile(bench));
  const facts = historyLength(bench);
  bench.progress('heap while a journal streams by');
  const collectGarbage = garbageCollector();
  // What the questions before have left behind is not this one's.
  collectGarbage();
  const heap = { early: 0, late: 0, highest: 0 };
  for await (const page of openJournal(store, JOURNAL).facts().pages()) {
    const seq = page.at(-1)?.seq ?? 0;
    heap.highest = Math.max(heap.highest, process.memoryUsage().heapUsed);
    if (seq === EARLY || seq === facts) {
      collectGarbage();
      heap[seq === EARLY ? 'early' : 'late'] = process.memoryUsage().heapUsed;
    }
  }
  await store.close();
  const goal = atMost(
    'heap at the end of a stream, beside its beginning',
    heap.late / heap.early,
    GOAL,
    times,
  );
  return {
    question: 'How much memory does it take to stream through a journal?',
    method: [
      `One pass over the journal of ${exactly(facts)} facts with \`journal.facts().pages()\`. The heap is measured after a garbage collection, with the page of that moment still held.`,
    ],
    table: {
      columns: ['', 'heap', 'beside the first', 'goal'],
      rows: [
        [`after ${exactly(EARLY)} facts`, bytes(heap.early), times(1), ''],
        [`after ${exactly(facts)} facts`, bytes(heap.late), times(heap.late / heap.early), goalCell(goal)],
        ['highest seen, garbage included', bytes(heap.highest), '', ''],
      ],
    },
    goals: [goal],
    notes: ['The heap includes the benchmark itself and the peers it has loaded.'],
  };
}

function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new TypeError('this Node hides its garbage collector');
  return () => collect();
}
