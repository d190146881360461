import { mkdir, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { causeText, shown } from '../../journal/error.ts';
import { isKernelPlace } from '../../journal/private-directory.ts';
import { GitError } from './error.ts';
import { askGit, findCommit, type GitSettings, git, gitFailed, NO_PROGRAMS, notIn } from './git.ts';
import { settingsAsVariables, settingsWithoutPrograms } from './git-programs.ts';
import { removeWorktree } from './remove-worktree.ts';
import { lockReason, removeLeftOvers } from './stale-worktrees.ts';

const ANOTHER_WORKTREE = /failed to read \S*worktrees\//;
const ADD_AGAIN = 5;
const ADD_AGAIN_MS = 20;

/** The root of the git work tree of a path, including linked ones. */
export async function workTreeRoot(path: string): Promise<string> {
  const directory = named(path);
  const answer = await askGit(directory, ['rev-parse', '--is-inside-work-tree', '--show-toplevel']);
  const [inside, root] = answer.ok ? answer.text.split('\n') : [];
  if (inside === 'true' && root) return root;
  if (!answer.ok && !(await isInRepository(directory))) throw notIn('work tree', directory, answer.reason);
  throw new GitError('no-work-tree', {
    summary: `${directory} is in a repository without a work tree.`,
    fix: 'Name a directory of a work tree; a bare repository gets one with `git worktree add`.',
  });
}

/** A directory in which git finds a repository, even a bare one. Enough to read history. */
export async function repositoryAt(path: string): Promise<string> {
  const directory = named(path);
  const answer = await askGit(directory, ['rev-parse', '--git-dir']);
  if (answer.ok) return directory;
  throw notIn('repository', directory, answer.reason);
}

async function isInRepository(directory: string): Promise<boolean> {
  return (await askGit(directory, ['rev-parse', '--git-dir'])).ok;
}

/** A path as a directory for git. A blank one would mean the current directory, which nobody named. */
function named(path: unknown): string {
  if (typeof path !== 'string' || path.trim() === '' || path.includes('\0'))
    throw notIn('repository', 'a path', shown(path));
  if (isKernelPlace(path)) throw notIn('repository', path, 'a file system of the kernel');
  return resolve(path);
}

/** A checkout of one commit for one attempt. */
export interface Checkout {
  readonly directory: string;
  /** `undefined` for a repository without commits: then the directory is empty. */
  readonly commit: string | undefined;
  /** Settings with which git runs no program that the repository's configuration names. */
  readonly settings: GitSettings;
}

/**
 * Runs work in a temporary detached worktree, which is always removed afterwards. If the repository lacks the base
 * commit, HEAD is used. Files are as committed: no filter changes them. `key` identifies work that may be
 * restarted: remains of an earlier attempt are removed first.
 */
export async function inDetachedWorktree<Value>(
  root: string,
  base: string,
  work: (checkout: Checkout) => Promise<Value>,
  { key }: { readonly key?: string } = {},
): Promise<Value> {
  await removeLeftOvers(root, key);
  const commit = (await findCommit(root, base)) ?? (await findCommit(root, 'HEAD'));
  const parent = await temporaryDirectory();
  const directory = join(parent, 'worktree');
  try {
    const settings =
      commit === undefined
        ? await emptyIn(directory)
        : await checkedOut(root, directory, commit, lockReason(key ?? 'checkout'));
    return await work({ directory, commit, settings });
  } finally {
    await removeWorktree(root, directory);
  }
}

async function emptyIn(directory: string): Promise<GitSettings> {
  await mkdir(directory);
  return NO_PROGRAMS;
}

/**
 * Creates a detached worktree, `locked` with a reason if git should leave it alone. In two steps: git reports the
 * configuration of a worktree only once it exists.
 */
export async function checkedOut(
  root: string,
  directory: string,
  commit: string,
  locked?: string,
): Promise<GitSettings> {
  await addWorktree(root, directory, commit, locked);
  const settings = await settingsWithoutPrograms(directory);
  const env = settingsAsVariables(settings, process.env);
  const answer = await askGit(directory, ['reset', '--hard', '--quiet'], env);
  if (answer.ok) return settings;
  // Reported as part of the whole: running a reset to see more would lose uncommitted changes.
  throw gitFailed(['worktree', 'add', '--detach', directory, commit], answer.reason);
}

/** Git reads the files of all worktrees for this, and fails on one that another plan is just creating or removing. */
async function addWorktree(
  root: string,
  directory: string,
  commit: string,
  locked: string | undefined,
): Promise<void> {
  const lock = locked === undefined ? [] : ['--lock', '--reason', locked];
  const add = ['worktree', 'add', '--detach', '--no-checkout', '--quiet', ...lock, directory, commit];
  const env = settingsAsVariables(await settingsWithoutPrograms(root), process.env);
  for (let again = 0; again < ADD_AGAIN; again++) {
    const answer = await askGit(root, add, env);
    if (answer.ok) return;
    if (!ANOTHER_WORKTREE.test(answer.reason)) break;
    await setTimeout(ADD_AGAIN_MS * 2 ** again);
  }
  await git(root, add, env);
}

/** A new directory that only this user can access. */
export async function temporaryDirectory(prefix = 'wayfold-planning-'): Promise<string> {
  try {
    return await realpath(await mkdtemp(join(tmpdir(), prefix)));
  } catch (cause) {
    throw new GitError('git-failed', {
      summary: `No directory for a checkout can be created in ${tmpdir()}: ${causeText(cause)}.`,
      fix: 'Free some space there, or set TMPDIR to a writable directory.',
      cause,
    });
  }
}
