import { dirname, join, posix } from 'node:path';
import { type GitSettings, git, gitFailed, runGit } from '../../../../machine/git/git.ts';
import { settingsAsVariables } from '../../../../machine/git/git-programs.ts';
import { isPattern, pathInRepository, pathsNamedBy } from './protected-paths.ts';

/** The measuring files, as they are in a commit that no candidate made. */
export interface ProtectedFiles {
  /** The commit with the original files. */
  readonly from: string;
  /** Files, folders and patterns. */
  readonly paths: readonly string[];
}

const LINK = '120000';
/** Links may lead to other links. */
const MAX_LINKS = 5;

/**
 * The paths that no candidate may change: those that were named, those that evaluators use, and the targets of links
 * among them.
 */
export async function protectedPaths(
  root: string,
  commit: string,
  { evaluators, protect }: { readonly evaluators: readonly string[]; readonly protect: readonly string[] },
): Promise<readonly string[]> {
  const listed = await git(root, ['ls-tree', '-r', '-z', '--full-tree', commit]);
  const links = new Set<string>();
  const files = new Set<string>();
  for (const entry of listed.split('\0')) {
    const [, mode, path] = /^(\d+) \S+ \S+\t(.+)$/s.exec(entry) ?? [];
    if (path === undefined) continue;
    files.add(path);
    if (mode === LINK) links.add(path);
  }
  const paths = new Set([...protect, ...pathsNamedBy(evaluators, { files, repository: root })]);
  for (const path of [...paths]) {
    let at = path;
    for (let i = 0; i < MAX_LINKS && links.has(at); i++) {
      const target = await git(root, ['cat-file', 'blob', `${commit}:${at}`]);
      at = pathInRepository(posix.join('/', posix.dirname(at), target), '/') ?? '';
      if (at !== '') paths.add(at);
    }
  }
  return [...paths];
}

/** The protected files that differ between two commits, according to git. */
export async function changedProtected(
  root: string,
  { from, paths }: ProtectedFiles,
  to: string,
): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  const plain = ['--no-ext-diff', '--no-textconv', '--no-renames'];
  const names = await git(root, ['diff', ...plain, '--name-only', '-z', from, to, '--', ...pathspecs(paths)]);
  return names.split('\0').filter(Boolean);
}

/**
 * Returns a function that restores protected files in a checkout, because the measured code may have changed them, even
 * during an evaluation. Git uses an index outside the checkout that only this process writes.
 */
export async function restoring(
  root: string,
  { from, paths }: ProtectedFiles,
  { directory, settings }: { readonly directory: string; readonly settings: GitSettings },
): Promise<() => Promise<void>> {
  if (paths.length === 0) return async () => {};
  const gitDir = (await git(root, ['rev-parse', '--absolute-git-dir'])).trim();
  const env = {
    ...settingsAsVariables(settings, process.env),
    GIT_INDEX_FILE: join(dirname(directory), 'protected-index'),
    GIT_DIR: gitDir,
    GIT_WORK_TREE: directory,
  };
  await git(directory, ['read-tree', from], env);
  const files = await git(directory, ['ls-files', '-z', '--', ...pathspecs(paths)], env);
  if (files === '') return async () => {};
  const args = ['checkout-index', '--force', '--index', '-z', '--stdin'];
  return async () => {
    const { exitCode, stderr } = await runGit(root, args, { env, input: files });
    if (exitCode !== 0) throw gitFailed(args, stderr);
  };
}

function pathspecs(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => [
    `:(top,literal)${path}`,
    ...(isPattern(path) ? [`:(top,glob)${path}`, `:(top,glob)${path}/**`] : []),
  ]);
}
