import { monitorEventLoopDelay } from 'node:perf_hooks';
import { PlanningAgentRequest } from '../../src/planners/commits/index.ts';
import { readPlanOutput } from '../../src/planners/commits/plan/plan-from-output.ts';
import { bytes, figure } from '../harness/figure.ts';
import { atMost, goalCell } from '../harness/goal.ts';
import type { Answer, Bench } from '../harness/suite.ts';

/** What is read: each of these so often that it is over a megabyte. */
const OUTPUTS = [
  { name: 'small objects', unit: '{"a": 1, "b": "xyz"}\n' },
  { name: 'summaries of plans', unit: '{"plan_summary": "abc"}\n' },
  { name: 'objects that never end', unit: '{"plan_summary": "abc", ' },
  { name: 'quotes and brackets', unit: '{"a"b[' },
] as const;
const LENGTH = 1_100_000;
const MAX_WAIT_MS = 100;

/** How long others wait while a very long answer is searched for a plan. */
export async function longAnswers(bench: Bench): Promise<Answer> {
  const request = new PlanningAgentRequest({ base: { commitHash: 'base' }, goal: 'Make parsing 2x faster' });
  const rows: { name: string; size: number; ms: number; waitedMs: number }[] = [];
  for (const { name, unit } of OUTPUTS) {
    bench.progress(`reading ${name}`);
    const output = unit.repeat(Math.ceil(LENGTH / unit.length));
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const start = performance.now();
    await readPlanOutput({ request, output, mode: 'lenient' });
    const ms = performance.now() - start;
    delay.disable();
    rows.push({ name, size: output.length, ms, waitedMs: delay.max / 1e6 });
  }
  const longest = Math.max(...rows.map(({ waitedMs }) => waitedMs));
  const goal = atMost('longest wait of others, ms', longest, MAX_WAIT_MS, figure);
  return {
    question: 'Does a very long answer keep others waiting?',
    method: [
      'An answer that is no plan is searched for the parts of one, in a thread of its own. The wait is the longest delay of the event loop of the thread that serves requests, in the meantime.',
    ],
    table: {
      columns: ['', 'ms', 'longest wait of others, ms', 'goal'],
      rows: rows.map(({ name, size, ms, waitedMs }, i) => [
        `${name}, ${bytes(size)}`,
        figure(ms),
        figure(waitedMs),
        i === rows.length - 1 ? goalCell(goal) : '',
      ]),
    },
    goals: [goal],
    notes: [],
  };
}
