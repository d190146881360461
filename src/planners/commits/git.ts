import { execa } from 'execa';
import { bounded, onOneLine } from './bounded-text.ts';
import { programEnvironment } from './environment.ts';
import { PlanningError } from './error.ts';

/** Git as it is called here: it asks nobody, fetches no large files, and speaks English. */
export const GIT_ENVIRONMENT = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_LFS_SKIP_SMUDGE: '1',
  LC_ALL: 'C',
} as const;

/** A repository may name programs for git to run on the way: none of them are. */
export const NO_PROGRAMS = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false'] as const;

/** How git answered. */
export type GitAnswer =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

/** Asks git in a directory. */
export async function askGit(directory: string, args: readonly string[], input?: string): Promise<GitAnswer> {
  const result = await execa('git', ['-C', directory, ...NO_PROGRAMS, ...args], {
    env: programEnvironment(process.env, GIT_ENVIRONMENT),
    extendEnv: false,
    reject: false,
    ...(input === undefined ? { stdin: 'ignore' as const } : { input }),
  });
  if (!result.failed) return { ok: true, text: result.stdout };
  if (result.code === 'ENOENT') throw gitFailed(args, 'no program of that name', 'Install git.');
  return { ok: false, reason: bounded(onOneLine(result.stderr || result.shortMessage || 'no reason'), 300) };
}

/** What git printed; a refusal is an error. */
export async function git(directory: string, args: readonly string[], input?: string): Promise<string> {
  const answer = await askGit(directory, args, input);
  if (answer.ok) return answer.text;
  throw gitFailed(args, answer.reason, 'Run the command yourself to see more.');
}

/** The full hash of the commit that a revision names. */
export async function resolveCommit(directory: string, revision: string): Promise<string> {
  const hash = await findCommit(directory, revision);
  if (hash !== undefined) return hash;
  throw new PlanningError('unknown-revision', {
    expected: `a commit of the repository at ${directory}`,
    actual: JSON.stringify(revision),
    fix: 'Name a commit, a branch or a tag; see `git log --oneline`.',
  });
}

export async function findCommit(directory: string, revision: string): Promise<string | undefined> {
  if (revision === '' || revision.includes('\0')) return undefined;
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const answer = await askGit(directory, args);
  return answer.ok ? answer.text.trim() : undefined;
}

export function gitFailed(args: readonly string[], reason: string, fix: string): PlanningError {
  return new PlanningError('git-failed', {
    expected: `git ${args.join(' ')} to succeed`,
    actual: reason,
    fix,
  });
}
