import { join } from 'node:path';
import { askGit, type GitSettings, git, runGit } from './git.ts';
import { settingsAsVariables } from './git-programs.ts';
import { removeWorktree } from './remove-worktree.ts';
import { lockReason, removeLeftOvers } from './stale-worktrees.ts';
import { checkedOut, temporaryDirectory } from './worktree.ts';

const PREFIX = 'wayfold-change-';

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
  const branches = new Set(
    (await git(root, ['for-each-ref', '--format=%(refname)', 'refs/heads'])).split('\n'),
  );
  try {
    const settings = await checkedOut(root, directory, base, lockReason(key));
    return await work(await changeWorktree(root, { parent, directory, base, settings }));
  } finally {
    const begun = await askGit(directory, ['symbolic-ref', '--quiet', 'HEAD']);
    await removeWorktree(root, directory);
    // A branch that was begun in the checkout is part of the work, and the work is known by its commit.
    if (begun.ok && !branches.has(begun.text.trim()))
      await askGit(root, ['update-ref', '-d', begun.text.trim()]);
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
