import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openJournal } from '../journal/journal.ts';
import type { FactStore } from '../journal/store.ts';
import { DEFAULT_PLAN, journalOf, planIdOf } from '../plan-tools/plan-id.ts';
import { GitError } from './git/error.ts';
import { SharedFiles } from './shared-plans/shared-files.ts';

/** What stands for the plan of the branch that is checked out, where a plan is named. No plan can be called so. */
const BRANCH_PLAN = '@branch';

const LONGEST_SLUG = 40;

/** The plan that follows a branch: a name of its own for every branch, whatever characters that has. */
export function planOfBranch(branch: string): string {
  const slug = branch
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, LONGEST_SLUG);
  const hash = createHash('sha256').update(branch).digest('hex').slice(0, 4);
  return slug === branch ? `branch-${slug}` : `branch-${slug}-${hash}`.replace('--', '-');
}

/** The branch that is checked out in a work tree; undefined outside of one, or where none is. */
export function currentBranch(root: string): string | undefined {
  const [, branch] = /^ref: refs\/heads\/(.+)$/m.exec(textOf(join(gitDirectory(root), 'HEAD'))) ?? [];
  return branch?.trim();
}

/** The local branches of a repository. */
function branchesOf(root: string): readonly string[] {
  const own = gitDirectory(root);
  // A work tree beside the first one has its branches there.
  const shared = resolve(own, textOf(join(own, 'commondir')).trim() || '.');
  const packed = textOf(join(shared, 'packed-refs')).matchAll(/^[0-9a-f]+ refs\/heads\/(.+)$/gm);
  const names = [...packed].map(([, name = '']) => name.trim());
  return [...new Set([...names, ...looseBranches(join(shared, 'refs', 'heads'))])];
}

/** The branch that each of the plans follows which follow one. */
export function branchesByPlan(root: string): ReadonlyMap<string, string> {
  return new Map(branchesOf(root).map((branch) => [planOfBranch(branch), branch]));
}

/**
 * The plan that is meant: the one that is named, else the one of `WAYFOLD_PLAN`, else that of the branch where one was begun,
 * else `default`.
 */
export async function chosenPlan(
  named: string | undefined,
  { root, env, store }: PlanChoice,
): Promise<string> {
  const wanted = named ?? (env.WAYFOLD_PLAN?.trim() || undefined);
  const branch = currentBranch(root);
  if (wanted === BRANCH_PLAN) {
    if (branch === undefined) throw noBranch(root);
    return planOfBranch(branch);
  }
  if (wanted !== undefined || branch === undefined) return planIdOf(wanted);
  const plan = planOfBranch(branch);
  if (new SharedFiles(root, plan).exist) return plan;
  const opened = await store();
  const hasBegun = opened !== undefined && (await openJournal(opened, journalOf(plan)).head()) > 0;
  return hasBegun ? plan : DEFAULT_PLAN;
}

/** What the choice of a plan depends on. */
export interface PlanChoice {
  /** The root of the project. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The store of the project, if there is one. */
  readonly store: () => Promise<FactStore | undefined>;
}

/** Where git keeps what belongs to this work tree. */
function gitDirectory(root: string): string {
  const git = join(root, '.git');
  if (statSync(git, { throwIfNoEntry: false })?.isDirectory()) return git;
  const [, place] = /^gitdir: (.+)$/m.exec(textOf(git)) ?? [];
  return place === undefined ? git : resolve(root, place.trim());
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
    // What is not there says nothing.
    return '';
  }
}

function noBranch(root: string): GitError {
  return new GitError('no-branch', {
    message: 'No branch is checked out here. Check one out, or name a plan.',
    expected: `a branch that is checked out in ${root}`,
    actual: 'none',
    fix: 'Check one out, or name a plan.',
  });
}
