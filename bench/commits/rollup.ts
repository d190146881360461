import { buildTrajectory } from '../../src/planners/commits/index.ts';
import type { CardIndex } from '../../src/planners/commits/trajectory/card-index.ts';
import { compare, type Entry } from '../harness/blocks.ts';
import { exactly, figure, times } from '../harness/figure.ts';
import { atLeast, type Goal, goalCell } from '../harness/goal.ts';
import type { Answer, Bench } from '../harness/suite.ts';
import { cardIndex } from './card-index.ts';
import { type GitHistory, git, gitHistory } from './git-history.ts';

const LIMITS = { blockSize: 8, maxRawSteps: 6, maxChunks: 3 };
/** What a rollup shows raw at most, at one end of the path. */
const SHOWN = LIMITS.maxRawSteps + LIMITS.blockSize - 1;
const WAYFOLD = '**Wayfold**, once indexed';
const GIT = 'git merge-base + git log';
const GIT_LEAST = 'git merge-base + rev-list --count + log -n';

/** What led to a commit, in a history of any length. */
export async function rollups(bench: Bench): Promise<Answer> {
  const history = await gitHistory(bench);
  const cards = await cardIndex(bench);
  const lengths = [100, 10_000, history.commits - 1].filter((steps) => steps < history.commits);
  const goals: Goal[] = [];
  const rows: string[][] = [];
  for (const steps of lengths) {
    const base = await history.before(steps);
    bench.progress(`rollups of ${exactly(steps)} steps`);
    const { timings, missing } = await compare(contenders(history, cards, base, steps), {
      blocks: bench.quick ? 3 : 7,
      operations: 1,
      warmUpBlocks: 1,
    });
    const ours = timings.get(WAYFOLD)?.median ?? Number.NaN;
    for (const name of [WAYFOLD, GIT_LEAST, GIT]) {
      const timing = timings.get(name);
      if (timing === undefined) {
        rows.push([`${exactly(steps)} steps: ${name}`, `not run: ${missing.get(name)}`]);
        continue;
      }
      const faster = timing.median / ours;
      const goal =
        name === WAYFOLD
          ? undefined
          : atLeast(`a rollup of ${exactly(steps)} steps beside ${name}`, faster, 1, times);
      if (goal) goals.push(goal);
      const spread = `${figure(timing.at(0.1) / 1000)} to ${figure(timing.at(0.9) / 1000)}`;
      rows.push([
        `${exactly(steps)} steps: ${name}`,
        figure(timing.median / 1000),
        spread,
        name === WAYFOLD ? '' : times(faster),
        goal ? goalCell(goal) : '',
      ]);
    }
  }
  return {
    question: `How long does a rollup take in a history of ${exactly(history.commits)} commits?`,
    method: [
      `The steps from a base to the tip of one line of ${exactly(history.commits)} commits, for bases of different ages. Blocks of ${LIMITS.blockSize}, ${LIMITS.maxRawSteps} raw steps, ${LIMITS.maxChunks} chunks. Milliseconds.`,
      [
        '- **Wayfold**: `buildTrajectory` on an index in memory.',
        `- **${GIT_LEAST}**: the minimum with git: the common ancestor, the number of steps, and the newest ${SHOWN} of them, without the oldest steps and the blocks in between.`,
        `- **${GIT}**: the common ancestor, and every step of the path.`,
      ].join('\n'),
    ],
    table: { columns: ['', 'ms', 'p10 to p90', 'Wayfold is faster', 'goal'], rows },
    goals,
    notes: [
      'Git starts a process for each command, a few milliseconds each, and reads its commit graph from disk every time. Wayfold has already read the history; the next question measures how long that takes.',
      'The repository is packed and has a commit graph, which makes git several times faster here.',
    ],
  };
}

function contenders(
  { directory, tip }: GitHistory,
  cards: CardIndex,
  base: string,
  steps: number,
): readonly Entry[] {
  const repeated = (work: () => Promise<void>) => async () => ({
    run: async (operations: number) => {
      for (let i = 0; i < operations; i++) await work();
    },
    close: async () => {},
  });
  const check = (found: number) => {
    if (found !== steps) throw new RangeError(`${found} steps instead of ${steps}`);
  };
  return [
    {
      name: WAYFOLD,
      operations: 200,
      open: repeated(async () => {
        const { meta } = await buildTrajectory({ cards, base, tip, ...LIMITS });
        check(meta.uniqueStepsCount);
      }),
    },
    {
      name: GIT_LEAST,
      open: repeated(async () => {
        const lca = await git(directory, 'merge-base', base, tip);
        check(Number(await git(directory, 'rev-list', '--count', '--first-parent', `${lca}..${tip}`)));
        await git(
          directory,
          'log',
          '-n',
          String(SHOWN),
          '--first-parent',
          '--format=%h %s',
          `${lca}..${tip}`,
        );
      }),
    },
    {
      name: GIT,
      open: repeated(async () => {
        const lca = await git(directory, 'merge-base', base, tip);
        const log = await git(directory, 'log', '--first-parent', '--format=%h %s', `${lca}..${tip}`);
        check(log.split('\n').length);
      }),
    },
  ];
}
