import { renderPlanningPrompt } from '../../src/planners/commits/agent/prompt.ts';
import { PlanningAgentRequest } from '../../src/planners/commits/index.ts';
import { compare, type Entry } from '../harness/blocks.ts';
import { bytes, figure, times } from '../harness/figure.ts';
import { atMost, goalCell } from '../harness/goal.ts';
import type { Answer, Bench } from '../harness/suite.ts';

const SIZES = [1, 4, 16, 64] as const;
const GOAL = 2;

/** Whether a prompt of many inputs takes longer than its share. */
export async function prompts(bench: Bench): Promise<Answer> {
  bench.progress('rendering prompts');
  const requests = SIZES.map((size) => ({ size, fields: fieldsOf(size) }));
  const entries: Entry[] = requests.map(({ size, fields }) => ({
    name: String(size),
    operations: Math.ceil(256 / size),
    open: async () => ({
      run: async (operations) => {
        for (let i = 0; i < operations; i++) renderPlanningPrompt(new PlanningAgentRequest(fields));
      },
      close: async () => {},
    }),
  }));
  const { timings } = await compare(entries, {
    blocks: bench.quick ? 3 : 15,
    operations: 1,
    warmUpBlocks: 2,
  });
  const measured = requests.map(({ size, fields }) => ({
    size: JSON.stringify(fields).length,
    microseconds: timings.get(String(size))?.median ?? Number.NaN,
  }));
  const perByte = ({ size, microseconds }: (typeof measured)[number]) => microseconds / size;
  const [first, last] = [measured[0], measured.at(-1)];
  const growth = first && last ? perByte(last) / perByte(first) : Number.NaN;
  const goal = atMost('time for a byte of a large request, beside a small one', growth, GOAL, times);
  return {
    question: 'Does a prompt of more inputs take more than its share?',
    method: [
      'A request is checked and rendered: one base, inspirations with metrics, files, highlights and trajectories, constraints. Each row has four times the inputs of the previous one; the part shown in the prompt is bounded.',
    ],
    table: {
      columns: ['', 'ms', 'ns/byte', 'beside the first', 'goal'],
      rows: measured.map((row, i) => [
        `request of ${bytes(row.size)}`,
        figure(row.microseconds / 1000),
        figure(perByte(row) * 1000),
        first ? times(perByte(row) / perByte(first)) : '',
        i === measured.length - 1 ? goalCell(goal) : '',
      ]),
    },
    goals: [goal],
    notes: [],
  };
}

function fieldsOf(size: number) {
  const many = (count: number, text: string) =>
    Array.from({ length: count * size }, (_, i) => `${text} ${i}`);
  const commit = (name: string) => ({
    commitHash: name,
    subject: `Subject of ${name}`,
    changeSummary: 'What it changed, and why. '.repeat(20),
    keyFiles: many(4, 'src/some/file.ts'),
    highlights: many(2, 'Something that stands out'),
    metrics: many(3, 'metric').map((metric, i) => ({ name: metric, value: i, summary: 'as measured' })),
    trajectory: many(5, '- 0123456789ab A step that was made'),
  });
  return {
    base: commit('base'),
    inspirations: Array.from({ length: 4 }, (_, i) => commit(`inspiration-${i}`)),
    goal: 'Make parsing 2x faster',
    constraints: many(3, 'A rule that must hold'),
    acceptanceCriteria: many(3, 'A check that must pass'),
  };
}
