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

/** The root of the git work tree that a path lies in, a linked one too. */
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

/** A directory in which git finds a repository, a bare one too. Enough to read history. */
export async function repositoryAt(path: string): Promise<string> {
  const directory = named(path);
  const answer = await askGit(directory, ['rev-parse', '--git-dir']);
  if (answer.ok) return directory;
  throw notIn('repository', directory, answer.reason);
}

async function isInRepository(directory: string): Promise<boolean> {
  return (await askGit(directory, ['rev-parse', '--git-dir'])).ok;
}

/** A path as a directory to ask git in. A blank one would be the current directory, which nobody named. */
function named(path: unknown): string {
  if (typeof path !== 'string' || path.trim() === '' || path.includes('\0'))
    throw notIn('repository', 'a path', shown(path));
  if (isKernelPlace(path)) throw notIn('repository', path, 'a view of the kernel');
  return resolve(path);
}

/** A checkout of one commit for one attempt. */
export interface Checkout {
  readonly directory: string;
  /** Undefined for a repository without a commit: then the directory is empty. */
  readonly commit: string | undefined;
  /** With these, git runs no program in it that the configuration of the repository names. */
  readonly settings: GitSettings;
}

/**
 * Lets work happen in a temporary detached worktree, which is gone afterwards in every case. A base commit that the
 * repository does not have is stood in for by its HEAD. Files are as they were committed: no filter changes them. `key`
 * names the work, if it may be begun again: what an earlier attempt at it left behind is taken away first.
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
 * Makes a detached worktree, `locked` where git is to leave it alone for that reason. In two steps: only in a worktree that
 * exists does git say what is configured there.
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
  // Told as what it is a part of: whoever runs a reset to see more loses what they have not committed.
  throw gitFailed(['worktree', 'add', '--detach', directory, commit], answer.reason);
}

/** Git reads the files of all worktrees for it, and fails on one that another plan is just making or removing. */
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

/** A new directory that only this user can look into. */
export async function temporaryDirectory(prefix = 'wayfold-planning-'): Promise<string> {
  try {
    return await realpath(await mkdtemp(join(tmpdir(), prefix)));
  } catch (cause) {
    throw new GitError('git-failed', {
      summary: `No directory for a checkout can be made in ${tmpdir()}: ${causeText(cause)}.`,
      fix: 'Free some space there, or set TMPDIR to a directory that can be written.',
      cause,
    });
  }
}
