import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { PlanningError } from './error.ts';
import { askGit, findCommit, git } from './git.ts';

const ANOTHER_WORKTREE = /failed to read \S*worktrees\//;
const ADD_AGAIN = 5;
const ADD_AGAIN_MS = 20;

/** The root of the git work tree that a path lies in, a linked one too. */
export async function workTreeRoot(path: string): Promise<string> {
  const directory = resolve(path);
  const answer = await askGit(directory, ['rev-parse', '--is-inside-work-tree', '--show-toplevel']);
  const [inside, root] = answer.ok ? answer.text.split('\n') : [];
  if (inside === 'true' && root) return root;
  if (!answer.ok && !(await isInRepository(directory))) throw outside(directory, 'work tree', answer.reason);
  throw new PlanningError('no-work-tree', {
    expected: `${directory} to lie in a git work tree`,
    actual: 'a place in a repository where nothing is checked out',
    fix: 'Name a directory of a work tree; a bare repository gets one with `git worktree add`.',
  });
}

/** A directory in which git finds a repository, a bare one too. Enough to read history. */
export async function repositoryAt(path: string): Promise<string> {
  const directory = resolve(path);
  const answer = await askGit(directory, ['rev-parse', '--git-dir']);
  if (answer.ok) return directory;
  throw outside(directory, 'repository', answer.reason);
}

async function isInRepository(directory: string): Promise<boolean> {
  return (await askGit(directory, ['rev-parse', '--git-dir'])).ok;
}

function outside(directory: string, what: string, actual: string): PlanningError {
  return new PlanningError('no-work-tree', {
    expected: `${directory} to lie in a git ${what}`,
    actual,
    fix: 'Name a directory of a repository, or make one with `git init`.',
  });
}

/** A checkout of one commit for one attempt. */
export interface Checkout {
  readonly directory: string;
  /** Undefined for a repository without a commit: then the directory is empty. */
  readonly commit: string | undefined;
}

/**
 * Lets work happen in a temporary detached worktree, which is gone afterwards in every case. A base commit that the
 * repository does not have is stood in for by its HEAD.
 */
export async function inDetachedWorktree<Value>(
  root: string,
  base: string,
  work: (checkout: Checkout) => Promise<Value>,
): Promise<Value> {
  const commit = (await findCommit(root, base)) ?? (await findCommit(root, 'HEAD'));
  const parent = await temporaryDirectory();
  const directory = join(parent, 'worktree');
  try {
    if (commit === undefined) await mkdir(directory);
    else await addWorktree(root, directory, commit);
    return await work({ directory, commit });
  } finally {
    await rm(parent, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => undefined);
    // Afterwards: git refuses a worktree that is damaged, but not one that is gone.
    if (commit !== undefined) await askGit(root, ['worktree', 'remove', '--force', '--force', directory]);
  }
}

/** Git reads the files of all worktrees for it, and fails on one that another plan is just making or removing. */
async function addWorktree(root: string, directory: string, commit: string): Promise<void> {
  const add = ['worktree', 'add', '--detach', '--quiet', directory, commit];
  for (let again = 0; again < ADD_AGAIN; again++) {
    const answer = await askGit(root, add);
    if (answer.ok) return;
    if (!ANOTHER_WORKTREE.test(answer.reason)) break;
    await setTimeout(ADD_AGAIN_MS * 2 ** again);
  }
  await git(root, add);
}

async function temporaryDirectory(): Promise<string> {
  try {
    return await realpath(await mkdtemp(join(tmpdir(), 'wayfold-planning-')));
  } catch (cause) {
    throw new PlanningError('git-failed', {
      expected: `a directory for a checkout in ${tmpdir()}`,
      actual: cause instanceof Error ? cause.message : String(cause),
      fix: 'Make room there, or set TMPDIR to a directory that can be written.',
      cause,
    });
  }
}
