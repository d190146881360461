import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { programEnvironment } from '../program-environment.ts';

/** What `HEAD` contains if git stores its references in another format: then git is asked. */
const ELSEWHERE = '.invalid';
/** An agent waits for its hooks, and they for this. */
const GIT_MS = 1000;

/**
 * The branch that is checked out in a work tree; `undefined` outside of one, or on a detached HEAD. Read from files
 * where possible: starting git takes as long as the rest of a hook.
 */
export function currentBranch(root: string): string | undefined {
  const directory = gitDirectory(root);
  const [, found] = /^ref: refs\/heads\/(.+)$/m.exec(textOf(join(directory, 'HEAD'))) ?? [];
  const branch =
    found?.trim() === ELSEWHERE
      ? asked(root, ['symbolic-ref', '--quiet', '--short', 'HEAD'])[0]
      : found?.trim();
  return branch ?? branchAtWork(directory);
}

/** The branch that git returns to after a rebase or bisect. */
function branchAtWork(directory: string): string | undefined {
  const files = [join('rebase-merge', 'head-name'), join('rebase-apply', 'head-name'), 'BISECT_START'];
  const [name] = files.flatMap((file) => textOf(join(directory, file)).trim() || []);
  // It may have started at a commit.
  if (name === undefined || name === 'detached HEAD' || /^[0-9a-f]{40,64}$/.test(name)) return undefined;
  return name.replace(/^refs\/heads\//, '');
}

/** The local branches of a repository. */
export function branchesOf(root: string): readonly string[] {
  const shared = sharedDirectory(root);
  if (isInTables(shared)) return asked(root, ['for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads']);
  const packed = textOf(join(shared, 'packed-refs')).matchAll(/^[0-9a-f]+ refs\/heads\/(.+)$/gm);
  const names = [...packed].map(([, name = '']) => name.trim());
  return [...new Set([...names, ...looseBranches(join(shared, 'refs', 'heads'))])];
}

/** Former names of a branch, the latest first, as far as its log goes back. */
export function formerNames(root: string, branch: string): readonly string[] {
  const shared = sharedDirectory(root);
  const log = isInTables(shared)
    ? asked(root, ['log', '--walk-reflogs', '--format=%gs', `refs/heads/${branch}`, '--'])
        .toReversed()
        .join('\n')
    : textOf(join(shared, 'logs', 'refs', 'heads', branch));
  const renamed = [...log.matchAll(/Branch: renamed refs\/heads\/(.+) to refs\/heads\/.+$/gm)];
  return renamed.map(([, name = '']) => name).toReversed();
}

/** The git directory of this work tree. */
function gitDirectory(root: string): string {
  const git = join(root, '.git');
  if (statSync(git, { throwIfNoEntry: false })?.isDirectory()) return git;
  const [, place] = /^gitdir: (.+)$/m.exec(textOf(git)) ?? [];
  return place === undefined ? git : resolve(root, place.trim());
}

/** The git directory that all work trees of the repository share. */
function sharedDirectory(root: string): string {
  const own = gitDirectory(root);
  return resolve(own, textOf(join(own, 'commondir')).trim() || '.');
}

function isInTables(directory: string): boolean {
  return existsSync(join(directory, 'reftable'));
}

/** The lines of git's output; none if it fails. */
function asked(root: string, args: readonly string[]): readonly string[] {
  try {
    const text = execFileSync('git', ['-C', root, '-c', 'log.showSignature=false', ...args], {
      env: { ...programEnvironment(process.env, { kind: 'git' }), GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: GIT_MS,
      encoding: 'utf8',
    });
    return text.split('\n').flatMap((line) => line.trim() || []);
  } catch {
    // There is no such branch, or no git.
    return [];
  }
}

function looseBranches(folder: string, before = ''): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory()
        ? looseBranches(join(folder, entry.name), `${before}${entry.name}/`)
        : [`${before}${entry.name}`],
    );
  } catch {
    // All of them are packed.
    return [];
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // A missing file contains nothing.
    return '';
  }
}
