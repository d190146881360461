import { Planner } from '../../src/planners/tasks/index.ts';
import { compare, type Entry } from '../harness/blocks.ts';
import { exactly, figure, times } from '../harness/figure.ts';
import { atMost, goalCell } from '../harness/goal.ts';
import type { Answer, Bench } from '../harness/suite.ts';

const SIZES = [10, 100, 1000, 10_000];
const MAX_RATIO = 1.5;
const OUTCOMES = 10_000;

/** An outcome comes in, and the next task goes out: in plans of every size. */
export async function dispatching(bench: Bench): Promise<Answer> {
  const outcomes = bench.quick ? OUTCOMES / 10 : OUTCOMES;
  const blocks = bench.quick ? 3 : 15;
  const entries: Entry[] = SIZES.map((size) => ({
    name: `${size}`,
    open: async () => ({ run: async (count: number) => workOff(size, count), close: async () => {} }),
  }));
  bench.progress('dispatching');
  const { timings } = await compare(entries, { blocks, operations: outcomes, warmUpBlocks: 2 });
  const first = timings.get(`${SIZES[0]}`)?.median ?? Number.NaN;
  const last = timings.get(`${SIZES.at(-1)}`)?.median ?? Number.NaN;
  const goal = atMost(
    'an outcome and the next dispatch, 10,000 tasks against 10',
    last / first,
    MAX_RATIO,
    times,
  );
  return {
    question: 'Does an outcome cost more in a longer plan?',
    method: [
      `${exactly(outcomes)} outcomes are processed, each with the dispatch of the next task: in plans of 10 tasks, one after the other, up to one plan of 10,000. Creating the plans is included: the total number of tasks is the same.`,
    ],
    table: {
      columns: ['tasks in the plan', 'µs an outcome', 'of a plan of 10', 'goal'],
      rows: SIZES.map((size) => {
        const median = timings.get(`${size}`)?.median ?? Number.NaN;
        return [
          exactly(size),
          figure(median),
          times(median / first),
          size === SIZES.at(-1) ? goalCell(goal) : '',
        ];
      }),
    },
    goals: [goal],
    notes: [
      'The summary at the end of a plan is part of its last outcome: plans of 10 tasks end a thousand times as often.',
    ],
  };
}

/** The same number of tasks in all, whatever the size of a plan. */
function workOff(size: number, count: number): void {
  for (let done = 0; done < count; done += size) {
    const planner = planOf(size);
    for (let nodeId = 1; nodeId <= Math.min(size, count - done); nodeId++) {
      planner.process({
        type: 'HandleExecutorEvent',
        event: { type: 'TaskCompleted', nodeId, result: 'done' },
      });
    }
  }
}

function planOf(size: number): Planner {
  const tasks = Array.from({ length: size }, (_, at) => ({ description: `task ${at + 1}` }));
  const planner = new Planner();
  planner.process({ type: 'Initialize', userInput: '', attachments: [], tasks });
  return planner;
}
