import { execa } from 'execa';
import { bounded, onOneLine } from '../bounded-text.ts';
import type { Environment } from '../program-environment.ts';
import { programEnvironment } from '../program-environment.ts';
import { GitError } from './error.ts';

/**
 * The environment for git: it asks nobody, fetches nothing, and speaks English. In a partial clone it would
 * otherwise fetch missing objects, with whatever program the repository names.
 */
export const GIT_ENVIRONMENT = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: '',
  LC_ALL: 'C',
} as const;

/** Git settings by key. */
export type GitSettings = ReadonlyMap<string, string>;

/** A repository may name programs for git to run: these are always disabled. */
export const NO_PROGRAMS: GitSettings = new Map([
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['log.showSignature', 'false'],
  ['submodule.recurse', 'false'],
]);

/** The arguments of git before the command. */
export function gitArguments(directory: string): readonly string[] {
  return ['-C', directory, ...[...NO_PROGRAMS].flatMap(([key, value]) => ['-c', `${key}=${value}`])];
}

/** The output of git. */
export type GitAnswer =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

/** How a git call ended. */
export interface GitEnding {
  /** `undefined` if it was killed. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs git in a directory, whatever its exit code. */
export async function runGit(
  directory: string,
  args: readonly string[],
  { env = {}, input }: { readonly env?: Environment; readonly input?: string } = {},
): Promise<GitEnding> {
  const { exitCode, stdout, stderr, code, shortMessage } = await execa(
    'git',
    [...gitArguments(directory), ...args],
    {
      env: { ...programEnvironment(process.env, { kind: 'git' }), ...GIT_ENVIRONMENT, ...env },
      extendEnv: false,
      reject: false,
      ...(input === undefined ? { stdin: 'ignore' as const } : { input }),
    },
  );
  if (code === 'ENOENT') throw gitFailed(args, 'git is not installed', 'Install git.');
  return { exitCode, stdout, stderr: stderr || (exitCode === 0 ? '' : (shortMessage ?? '')) };
}

/** Calls git in a directory. */
export async function askGit(
  directory: string,
  args: readonly string[],
  env: Environment = {},
): Promise<GitAnswer> {
  const { exitCode, stdout, stderr } = await runGit(directory, args, { env });
  if (exitCode === 0) return { ok: true, text: stdout };
  return { ok: false, reason: bounded(onOneLine(stderr || 'no reason'), 300) };
}

/** The output of git; throws if it fails. */
export async function git(directory: string, args: readonly string[], env?: Environment): Promise<string> {
  const answer = await askGit(directory, args, env);
  if (answer.ok) return answer.text;
  throw gitFailed(args, answer.reason);
}

/** The full hash of the commit that a revision names. */
export async function resolveCommit(directory: string, revision: string): Promise<string> {
  const hash = await findCommit(directory, revision);
  if (hash !== undefined) return hash;
  const repository = await askGit(directory, ['rev-parse', '--git-dir']);
  if (!repository.ok) throw notIn('repository', directory, repository.reason);
  const isEmpty = revision === 'HEAD';
  throw new GitError('unknown-revision', {
    summary: isEmpty
      ? `The repository at ${directory} has no commits.`
      : `The repository at ${directory} has no commit ${JSON.stringify(revision)}.`,
    fix: isEmpty ? 'Commit something first.' : 'Name a commit, a branch or a tag; see `git log --oneline`.',
  });
}

/** The full hash of the commit that a revision names, if there is one. */
export async function findCommit(directory: string, revision: string): Promise<string | undefined> {
  if (revision === '' || revision.includes('\0')) return undefined;
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const answer = await askGit(directory, args);
  return answer.ok ? answer.text.trim() : undefined;
}

/** The error for a directory outside of the required one. */
export function notIn(what: 'repository' | 'work tree', directory: string, actual: string): GitError {
  return new GitError('no-work-tree', {
    summary: `${directory} is not in a git ${what}: ${actual}.`,
    fix: 'Name a directory of a repository, or create one with `git init`.',
  });
}

export function gitFailed(
  args: readonly string[],
  reason: string,
  fix = reason.includes('promisor remote')
    ? 'Planning fetches nothing: check the commit out once yourself, so that the partial clone has its files.'
    : 'Run the command yourself to see more.',
): GitError {
  return new GitError('git-failed', {
    summary: `git ${args.join(' ')} failed: ${reason}.`,
    fix,
  });
}
