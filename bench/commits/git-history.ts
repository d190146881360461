import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Bench } from '../harness/suite.ts';

const run = promisify(execFile);
const BATCH = 5000;

/** A repository with one long line of commits, as git likes it best: packed, with a commit graph. */
export interface GitHistory {
  readonly directory: string;
  readonly commits: number;
  readonly root: string;
  readonly tip: string;
  /** The commit so many steps before the tip. */
  before(steps: number): Promise<string>;
}

let made: Promise<GitHistory> | undefined;

/** The history that all questions are asked about. It is made once a run. */
export function gitHistory(bench: Bench): Promise<GitHistory> {
  made ??= make(bench);
  return made;
}

async function make({ directory: parent, quick, progress }: Bench): Promise<GitHistory> {
  const commits = quick ? 20_000 : 1_000_000;
  const directory = join(parent, 'history');
  progress(`a repository of ${commits} commits`);
  await mkdir(directory);
  await git(directory, 'init', '--quiet', '--initial-branch=main');
  await importCommits(directory, commits);
  await git(directory, 'commit-graph', 'write', '--reachable');
  const [root, tip] = [
    await git(directory, 'rev-list', '--max-parents=0', 'main'),
    await git(directory, 'rev-parse', 'main'),
  ];
  return { directory, commits, root, tip, before: (steps) => git(directory, 'rev-parse', `main~${steps}`) };
}

async function importCommits(directory: string, commits: number): Promise<void> {
  const child = spawn('git', ['-C', directory, 'fast-import', '--quiet'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = once(child, 'close');
  for (let from = 1; from <= commits; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, commits - from + 1) }, (_, i) => commitText(from + i));
    if (!child.stdin.write(batch.join(''))) await once(child.stdin, 'drain');
  }
  child.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`git fast-import ended with ${code}`);
}

function commitText(number: number): string {
  const message = `Make the parser ${number % 7} percent faster in case ${number}\n\nHeaders of kind ${number % 100} are kept.`;
  const person = `Ada <ada@example.org> ${1_000_000_000 + number * 60} +0000`;
  const parent = number === 1 ? '' : `from :${number - 1}\n`;
  return `commit refs/heads/main\nmark :${number}\ncommitter ${person}\ndata ${message.length}\n${message}\n${parent}\n`;
}

/** What git printed. */
export async function git(directory: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await run('git', ['-C', directory, ...args], { maxBuffer: 1024 * 1024 * 1024 });
  return stdout.trim();
}
