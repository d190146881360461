import { setTimeout } from 'node:timers/promises';
import { bounded, onOneLine } from '../bounded-text.ts';
import { commitTree } from './commit-change.ts';
import { askGit, git, gitFailed, runGit } from './git.ts';

/** The outcome of a merge. A conflict has changed nothing. */
export type MergeOutcome =
  | { readonly type: 'merged'; readonly head: string }
  | { readonly type: 'conflict'; readonly files: readonly string[]; readonly reason: string };

const MAX_ATTEMPTS = 8;
const FIRST_WAIT_MS = 50;
const MAX_FILES = 100;

const MOVED = /not possible to fast-forward|diverging branches|cannot lock ref/i;
const BUSY = /index\.lock|another git process/i;
const IN_THE_WAY = /would be overwritten by merge:\n(?<files>(?:\t.*\n?)+)/;

/** Merges into a work tree run one after the other. */
const turns = new Map<string, Promise<unknown>>();

/**
 * Merges a commit into what is checked out in a work tree. A commit that is already merged is not merged again,
 * even if the process that did it died before it could report. Git first merges outside of the work tree, so that a
 * conflict touches nothing, and uncommitted changes stay.
 */
export async function mergeCommit(root: string, commit: string, message: string): Promise<MergeOutcome> {
  const before = turns.get(root) ?? Promise.resolve();
  const merging = before.catch(() => undefined).then(() => merge(root, commit, message));
  turns.set(root, merging);
  try {
    return await merging;
  } finally {
    if (turns.get(root) === merging) turns.delete(root);
  }
}

async function merge(root: string, commit: string, message: string): Promise<MergeOutcome> {
  let reason = '';
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (attempt > 0) await setTimeout(FIRST_WAIT_MS * 2 ** (attempt - 1));
    const head = (await git(root, ['rev-parse', '--verify', 'HEAD^{commit}'])).trim();
    if (await isAncestor(root, commit, head)) return { type: 'merged', head };
    const target = await mergedBeside(root, head, { commit, message });
    if (typeof target !== 'string') return target;
    const { exitCode, stderr } = await runGit(root, [
      'merge',
      ...['--ff-only', '--no-autostash', '--no-stat', '--quiet'],
      target,
    ]);
    if (exitCode === 0) return { type: 'merged', head: target };
    reason = bounded(onOneLine(stderr), 300);
    if (!MOVED.test(stderr) && !BUSY.test(stderr)) return inTheWay(stderr);
  }
  return { type: 'conflict', files: [], reason };
}

async function isAncestor(root: string, commit: string, of: string): Promise<boolean> {
  return (await askGit(root, ['merge-base', '--is-ancestor', commit, of])).ok;
}

/** The commit that the work tree should move to. */
async function mergedBeside(
  root: string,
  head: string,
  { commit, message }: { readonly commit: string; readonly message: string },
): Promise<string | Extract<MergeOutcome, { type: 'conflict' }>> {
  if (await isAncestor(root, head, commit)) return commit;
  const args = ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', head, commit];
  const { exitCode, stdout, stderr } = await runGit(root, args);
  const [tree = '', ...files] = stdout.split('\0').filter((part) => part !== '');
  if (exitCode === 0) return await commitTree(root, { tree, parents: [head, commit], message });
  if (exitCode === 1 && tree !== '') {
    const reason = 'Both sides have changed the same lines since.';
    return { type: 'conflict', files: [...new Set(files)].slice(0, MAX_FILES), reason };
  }
  throw gitFailed(args, bounded(onOneLine(stderr), 300), 'Git 2.38 or later is needed to merge.');
}

function inTheWay(stderr: string): MergeOutcome {
  const { files = '' } = IN_THE_WAY.exec(stderr)?.groups ?? {};
  const paths = files.split('\n').flatMap((line) => line.trim() || []);
  const reason =
    paths.length > 0 ? 'Changes that are not committed are in the way.' : bounded(onOneLine(stderr), 300);
  return { type: 'conflict', files: paths.slice(0, MAX_FILES), reason };
}
