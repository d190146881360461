import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { indexFromGit } from '../../src/planners/commits/index.ts';
import type { CardIndex } from '../../src/planners/commits/trajectory/card-index.ts';
import { bytes, exactly, figure } from '../harness/figure.ts';
import { atMost, goalCell } from '../harness/goal.ts';
import type { Answer, Bench } from '../harness/suite.ts';
import { gitHistory } from './git-history.ts';

/** An index, and what it took to make it. */
interface Indexed {
  readonly cards: CardIndex;
  readonly seconds: number;
  /** What git alone takes to write the same. */
  readonly gitSeconds: number;
  readonly memory: number;
}

let made: Promise<Indexed> | undefined;

/** The index that rollups are asked of. It is made once a run. */
export async function cardIndex(bench: Bench): Promise<CardIndex> {
  return (await indexed(bench)).cards;
}

/** How long it takes to index a history, and how much memory. */
export async function indexing(bench: Bench): Promise<Answer> {
  const { commits } = await gitHistory(bench);
  const { cards, seconds, gitSeconds, memory } = await indexed(bench);
  const each = memory / cards.size;
  const goal = atMost('memory of an indexed commit', each, 500, bytes);
  return {
    question: `What does it take to index ${exactly(commits)} commits?`,
    method: [
      'One pass over `git log --first-parent`, while git prints it: `indexFromGit`, with the subject and body of every commit. Memory is the growth of heap and buffers, after a garbage collection.',
    ],
    table: {
      columns: ['', 'here', 'goal'],
      rows: [
        ['commits', exactly(cards.size), ''],
        ['seconds', figure(seconds), ''],
        ['seconds of `git log` alone', figure(gitSeconds), ''],
        ['commits/s', exactly(Number((cards.size / seconds).toPrecision(3))), ''],
        ['memory', bytes(memory), ''],
        ['memory of a commit', bytes(each), goalCell(goal)],
      ],
    },
    goals: [goal],
    notes: ['`git log` alone is the same command with its output discarded.'],
  };
}

function indexed(bench: Bench): Promise<Indexed> {
  made ??= measure(bench);
  return made;
}

async function measure(bench: Bench): Promise<Indexed> {
  const { directory, commits } = await gitHistory(bench);
  bench.progress(`an index of ${exactly(commits)} commits`);
  const collectGarbage = garbageCollector();
  collectGarbage();
  const before = memoryInUse();
  const started = performance.now();
  const cards = await indexFromGit(directory);
  // Depths are settled by the first question.
  cards.depth(0);
  const seconds = (performance.now() - started) / 1000;
  collectGarbage();
  const memory = memoryInUse() - before;
  return { cards, seconds, memory, gitSeconds: await timeOfGit(directory) };
}

async function timeOfGit(directory: string): Promise<number> {
  const started = performance.now();
  const args = ['-C', directory, 'log', '-z', '--first-parent', '--format=%H%x00%P%x00%s%x00%b'];
  const env = { ...process.env, GIT_FLUSH: '0' };
  await once(spawn('git', args, { stdio: 'ignore', env }), 'close');
  return (performance.now() - started) / 1000;
}

function memoryInUse(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new TypeError('this Node hides its garbage collector');
  return () => collect();
}
