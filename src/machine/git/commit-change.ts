import { bounded, onOneLine } from '../bounded-text.ts';
import type { Environment } from '../program-environment.ts';
import { askGit, git, gitFailed, runGit } from './git.ts';

/** How much of a diff is kept; the commit itself has all of it. */
const MAX_DIFF_LENGTH = 60_000;
const MAX_TRIED = 100;
const MAX_FILES = 500;

/** A file that a change touches. Line counts are missing for binary files. */
export interface ChangedFile {
  readonly path: string;
  readonly added?: number;
  readonly removed?: number;
}

/**
 * Commits a tree on top of a commit, without a checkout, and resolves to the hash. No hook runs and nothing is
 * signed.
 */
export async function commitTree(
  root: string,
  {
    tree,
    parents,
    message,
  }: { readonly tree: string; readonly parents: readonly string[]; readonly message: string },
): Promise<string> {
  const args = ['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-F', '-'];
  const { exitCode, stdout, stderr } = await runGit(root, args, {
    env: await identityIn(root),
    // Git accepts none of these.
    input: message.replaceAll('\0', ''),
  });
  if (exitCode === 0) return stdout.trim();
  throw gitFailed(args, bounded(onOneLine(stderr), 300));
}

/** Points a branch at a commit, replacing an existing one. */
export async function setBranch(root: string, branch: string, commit: string): Promise<void> {
  await git(root, ['update-ref', `refs/heads/${branch}`, commit]);
}

/**
 * Creates a branch of this name at a commit, or adds a number to the name: a branch that somebody has committed to,
 * or has checked out, stays unchanged. `before` is the commit that was set here last. Resolves to its name.
 */
export async function offerBranch(
  root: string,
  name: string,
  commit: string,
  before: string | undefined,
): Promise<string> {
  const checkedOut = new Set((await git(root, ['worktree', 'list', '--porcelain'])).split('\n'));
  for (let number = 1; ; number++) {
    const branch = number === 1 ? name : `${name}-${number}`;
    const ref = `refs/heads/${branch}`;
    const found = await askGit(root, ['rev-parse', '--verify', '--quiet', ref]);
    const named = found.ok ? found.text.trim() : undefined;
    if (named === commit) return branch;
    if (named !== undefined && (named !== before || checkedOut.has(`branch ${ref}`))) continue;
    const set = await askGit(root, ['update-ref', ref, commit, named ?? '0'.repeat(commit.length)]);
    if (set.ok) return branch;
    if (number >= MAX_TRIED) throw gitFailed(['update-ref', ref], set.reason);
  }
}

/** Removes a branch if it still points at this commit. */
export async function removeBranch(root: string, branch: string, commit: string): Promise<void> {
  await removeRefs(root, [{ ref: `refs/heads/${branch}`, commit }]);
}

/** Adds a git note of this name to a commit. An existing one stays unchanged. */
export async function addNote(root: string, ref: string, commit: string, text: string): Promise<void> {
  const args = ['notes', `--ref=${ref}`, 'add', '-F', '-', commit];
  await runGit(root, args, { env: await identityIn(root), input: text });
}

/** A commit, and a ref for it. */
export interface NamedCommit {
  readonly ref: string;
  readonly commit: string;
}

/** Removes refs that still point at these commits. */
export async function removeRefs(root: string, refs: readonly NamedCommit[]): Promise<void> {
  for (const { ref, commit } of refs) await askGit(root, ['update-ref', '-d', ref, commit]);
}

/** The tree of a commit. */
export async function treeOf(root: string, commit: string): Promise<string> {
  return (await git(root, ['rev-parse', '--verify', '--end-of-options', `${commit}^{tree}`])).trim();
}

/** What a commit changes, as a unified diff that may be truncated, and by file. */
export async function changeBetween(
  root: string,
  base: string,
  commit: string,
): Promise<{ readonly diff: string; readonly files: readonly ChangedFile[] }> {
  const plain = ['--no-color', '--no-ext-diff', '--no-textconv', '--no-renames'];
  const diff = await git(root, ['diff', ...plain, base, commit]);
  const listed = await git(root, ['diff', ...plain, '--numstat', '-z', base, commit]);
  const files = listed.split('\0').flatMap((line) => {
    const [, added, removed, path] = /^(\d+|-)\t(\d+|-)\t(.+)$/s.exec(line) ?? [];
    if (path === undefined) return [];
    return [{ path, ...(added !== '-' && { added: Number(added), removed: Number(removed) }) }];
  });
  return {
    diff: cut(diff.toWellFormed(), `git diff ${base.slice(0, 10)} ${commit.slice(0, 10)}`),
    files: files.slice(0, MAX_FILES),
  };
}

function cut(diff: string, command: string): string {
  if (diff.length <= MAX_DIFF_LENGTH) return diff;
  const kept = bounded(diff, MAX_DIFF_LENGTH);
  return `${kept.slice(0, kept.lastIndexOf('\n'))}\n[The diff is longer. See all of it with: ${command}]`;
}

/** Commits also work for users who have not configured a name. */
async function identityIn(root: string): Promise<Environment> {
  const { ok } = await askGit(root, ['config', 'user.email']);
  if (ok) return {};
  const [name, email] = ['Wayfold', 'wayfold@localhost'];
  return {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
  };
}
