import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isAlive } from '../process-alive.ts';
import { askGit, type GitSettings, git, runGit } from './git.ts';
import { settingsAsVariables } from './git-programs.ts';
import { checkedOut, removeWorktree, temporaryDirectory } from './worktree.ts';

const PREFIX = 'wayfold-change-';
/** Git keeps it with the worktree, so that whoever comes after a crash knows whose it was. */
const REASON = /^wayfold (\S+) (\d+) (\S+)$/;

/** A checkout in which a change is made. */
export interface ChangeWorktree {
  readonly directory: string;
  /** The commit that it begins with. */
  readonly base: string;
  /** With these, git runs no program in it that the configuration of the repository names. */
  readonly settings: GitSettings;
  /** Leaves files that are missing now as they are in the base: they are no part of the change. */
  hideMissing(): Promise<void>;
  /** The tree of everything that is there now. It depends on nothing that git keeps in the checkout itself. */
  writeTree(): Promise<string>;
}

/**
 * Lets work happen in a temporary worktree of a commit, which is gone afterwards. `key` names the work: what an earlier
 * attempt at it left behind is taken away first, and so is what processes left behind that are dead.
 */
export async function inChangeWorktree<Value>(
  root: string,
  { key, base }: { readonly key: string; readonly base: string },
  work: (worktree: ChangeWorktree) => Promise<Value>,
): Promise<Value> {
  await removeLeftOvers(root, key);
  const parent = await temporaryDirectory(PREFIX);
  const directory = join(parent, 'worktree');
  try {
    const settings = await checkedOut(root, directory, base, `wayfold ${key} ${process.pid} ${hostname()}`);
    return await work(await changeWorktree(root, { parent, directory, base, settings }));
  } finally {
    await removeWorktree(root, directory);
  }
}

async function changeWorktree(
  root: string,
  {
    parent,
    directory,
    base,
    settings,
  }: {
    readonly parent: string;
    readonly directory: string;
    readonly base: string;
    readonly settings: GitSettings;
  },
): Promise<ChangeWorktree> {
  // Whoever works in the checkout can break what git keeps there: the index is another one, outside of it.
  const gitDir = (await git(root, ['rev-parse', '--absolute-git-dir'])).trim();
  const env = {
    ...settingsAsVariables(settings, process.env),
    GIT_INDEX_FILE: join(parent, 'index'),
    GIT_DIR: gitDir,
    GIT_WORK_TREE: directory,
  };
  await git(directory, ['read-tree', base], env);
  return {
    directory,
    base,
    settings,
    async hideMissing() {
      const missing = await git(directory, ['ls-files', '--deleted', '-z'], env);
      if (missing === '') return;
      await runGit(directory, ['update-index', '-z', '--skip-worktree', '--stdin'], { env, input: missing });
    },
    async writeTree() {
      await git(directory, ['add', '--all', '.'], env);
      return (await git(directory, ['write-tree'], env)).trim();
    },
  };
}

async function removeLeftOvers(root: string, key: string): Promise<void> {
  for (const { directory, reason } of await lockedWorktrees(root)) {
    const [, owner, pid, host] = REASON.exec(reason) ?? [];
    if (owner === undefined || !basename(dirname(directory)).startsWith(PREFIX)) continue;
    // Whoever begins this work anew has the claim on it.
    const isLeft = owner === key || (host === hostname() && !isAlive(Number(pid)));
    if (isLeft) await removeWorktree(root, directory);
  }
}

async function lockedWorktrees(
  root: string,
): Promise<readonly { readonly directory: string; readonly reason: string }[]> {
  const answer = await askGit(root, ['worktree', 'list', '--porcelain']);
  if (!answer.ok) return [];
  return answer.text.split('\n\n').flatMap((entry) => {
    const [, directory] = /^worktree (.+)$/m.exec(entry) ?? [];
    const [, reason] = /^locked (.+)$/m.exec(entry) ?? [];
    return directory === undefined || reason === undefined ? [] : [{ directory, reason }];
  });
}
