import { parseTasks } from '../../src/planners/tasks/parse/parse-tasks.ts';
import { compare, type Entry } from '../harness/blocks.ts';
import { figure, times } from '../harness/figure.ts';
import { atMost, goalCell } from '../harness/goal.ts';
import type { Answer, Bench } from '../harness/suite.ts';

const KIB = 1024;
const MAX_RATIO = 1.5;

const TEXTS: readonly (readonly [name: string, piece: string])[] = [
  [
    'prose',
    'Read the spec at https://example.com/v1.2/spec.pdf, e.g. the part on sessions. Then write the tests, and then run `npm test -- --run`. Is the timeout 3.5 s? ',
  ],
  [
    'a list',
    '- Add the login form in src/login.tsx\n  - with a "remember me" box\n- [ ] Run `npm run check`\n2. Deploy v2.0.1\n',
  ],
  ['one long word', 'abcdefghij'],
];

/** What a byte costs in a short text and in one that is a thousand times as long. */
export async function parsing(bench: Bench): Promise<Answer> {
  const blocks = bench.quick ? 3 : 15;
  const rows: string[][] = [];
  const goals = [];
  for (const [name, piece] of TEXTS) {
    bench.progress(`parsing ${name}`);
    const [short, long] = [textOf(piece, KIB), textOf(piece, KIB * KIB)];
    const entries: Entry[] = [
      { name: 'short', operations: KIB, open: async () => parser(short) },
      { name: 'long', operations: 1, open: async () => parser(long) },
    ];
    const { timings } = await compare(entries, { blocks, operations: 1, warmUpBlocks: 2 });
    const perShort = (timings.get('short')?.median ?? Number.NaN) / KIB;
    const perLong = (timings.get('long')?.median ?? Number.NaN) / (KIB * KIB);
    const goal = atMost(
      `parsing ${name}, 1 MiB against 1 KiB, per byte`,
      perLong / perShort,
      MAX_RATIO,
      times,
    );
    goals.push(goal);
    rows.push([
      name,
      figure(perShort * 1000),
      figure(perLong * 1000),
      times(perLong / perShort),
      goalCell(goal),
    ]);
  }
  return {
    question: 'Does the parser stay linear?',
    method: [
      'A text of 1 KiB parsed 1,024 times, and one of 1 MiB parsed once: the same work if every byte costs the same. Median of alternating blocks.',
    ],
    table: { columns: ['text', 'ns a byte, 1 KiB', 'ns a byte, 1 MiB', 'ratio', 'goal'], rows },
    goals,
    notes: [
      'The short text stays in the CPU caches and leaves no garbage to collect, which explains part of the ratio.',
    ],
  };
}

function textOf(piece: string, bytes: number): string {
  return piece.repeat(Math.ceil(bytes / piece.length)).slice(0, bytes);
}

function parser(text: string) {
  return {
    run: async (times: number) => {
      for (let i = 0; i < times; i++) parseTasks(text);
    },
    close: async () => {},
  };
}
