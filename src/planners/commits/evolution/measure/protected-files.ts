import { dirname, join, posix } from 'node:path';
import { type GitSettings, git, gitFailed, runGit } from '../../../../machine/git/git.ts';
import { settingsAsVariables } from '../../../../machine/git/git-programs.ts';
import { isPattern, pathInRepository, pathsNamedBy } from './protected-paths.ts';

/** What measures candidates, as it is in a commit that no candidate made. */
export interface ProtectedFiles {
  /** The commit that has them as they belong. */
  readonly from: string;
  /** Files, folders and patterns. */
  readonly paths: readonly string[];
}

const LINK = '120000';
/** A link may lead to another one. */
const MOST_LINKS = 5;

/** The paths that no candidate may change: those that were named, those that evaluators name, and where links among them lead. */
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
    for (let i = 0; i < MOST_LINKS && links.has(at); i++) {
      const target = await git(root, ['cat-file', 'blob', `${commit}:${at}`]);
      at = pathInRepository(posix.join('/', posix.dirname(at), target), '/') ?? '';
      if (at !== '') paths.add(at);
    }
  }
  return [...paths];
}

/** The protected files that differ between two commits, as git says it. */
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
 * A function that puts protected files in a checkout back as they belong. What is measured may have changed them, also
 * while an evaluator ran it. Git looks into an index outside of the checkout, which only this process writes.
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
