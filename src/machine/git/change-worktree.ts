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
  /** The commit that it starts from. */
  readonly base: string;
  /** Settings with which git runs no program that the repository's configuration names. */
  readonly settings: GitSettings;
  /** Keeps files that are missing now as they are in the base, so that they are not part of the change. */
  hideMissing(): Promise<void>;
  /** The tree of all current files. It depends on nothing that git keeps in the checkout itself. */
  writeTree(): Promise<string>;
}

/**
 * Runs work in a temporary worktree of a commit, which is removed afterwards. `key` identifies the work: remains of
 * an earlier attempt, and of dead processes, are removed first.
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
    // A branch created in the checkout is part of the work, and the work is identified by its commit.
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
  // Whoever works in the checkout can damage git's files there, so this uses an index outside of it.
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
