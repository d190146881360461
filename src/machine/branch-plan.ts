import { createHash } from 'node:crypto';
import { openJournal } from '../journal/journal.ts';
import type { FactStore } from '../journal/store.ts';
import { DEFAULT_PLAN, journalOf, planIdOf } from '../plan-tools/plan/plan-id.ts';
import { branchesOf, currentBranch, formerNames } from './git/branches.ts';
import { GitError } from './git/error.ts';
import { SharedFiles } from './shared-plans/shared-files.ts';

/** The name for the plan of the checked-out branch. No plan can have this name. */
const BRANCH_PLAN = '@branch';

const MAX_SLUG_LENGTH = 40;

/** The plan of a branch: a unique name for every branch, whatever characters it contains. */
export function planOfBranch(branch: string): string {
  const slug = branch
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, MAX_SLUG_LENGTH);
  const hash = createHash('sha256').update(branch).digest('hex').slice(0, 4);
  return slug === branch ? `branch-${slug}` : `branch-${slug}-${hash}`.replace('--', '-');
}

/** The branch of each plan that follows one. */
export function branchesByPlan(root: string): ReadonlyMap<string, string> {
  // A branch without a commit is not listed.
  const branches = [...new Set([...branchesOf(root), currentBranch(root) ?? []].flat())];
  const former = branches.flatMap((branch) =>
    lostNames(root, branch, branches).map((name) => [name, branch] as const),
  );
  const named = branches.map((branch) => [branch, branch] as const);
  return new Map([...former, ...named].map(([name, branch]) => [planOfBranch(name), branch]));
}

/**
 * The plan to use: the named one, or else that of `WAYFOLD_PLAN`, or else that of the branch if one was started, or
 * else `default`.
 */
export async function chosenPlan(
  named: string | undefined,
  { root, env, store }: PlanChoice,
): Promise<string> {
  const wanted = named ?? (env.WAYFOLD_PLAN?.trim() || undefined);
  if (wanted !== undefined && wanted !== BRANCH_PLAN) return planIdOf(wanted);
  const branch = currentBranch(root);
  if (branch === undefined) {
    if (wanted === BRANCH_PLAN) throw noBranch(root);
    return DEFAULT_PLAN;
  }
  const begun = await begunFor(branch, root, store);
  return begun ?? (wanted === BRANCH_PLAN ? planOfBranch(branch) : DEFAULT_PLAN);
}

/** The plan that was started for a branch, under its current or a former name. */
async function begunFor(
  branch: string,
  root: string,
  store: PlanChoice['store'],
): Promise<string | undefined> {
  const hasBegun = async (plan: string) => {
    if (new SharedFiles(root, plan).exist) return true;
    const opened = await store();
    return opened !== undefined && (await openJournal(opened, journalOf(plan)).head()) > 0;
  };
  const plan = planOfBranch(branch);
  if (await hasBegun(plan)) return plan;
  for (const name of lostNames(root, branch)) {
    const former = planOfBranch(name);
    if (await hasBegun(former)) return former;
  }
  return undefined;
}

/** Former names of a branch that no other branch has now. */
function lostNames(root: string, branch: string, branches?: readonly string[]): readonly string[] {
  const names = formerNames(root, branch);
  if (names.length === 0) return names;
  const used = new Set(branches ?? branchesOf(root));
  return names.filter((name) => !used.has(name));
}

/** What the choice of a plan depends on. */
export interface PlanChoice {
  /** The root of the project. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The store of the project, if there is one. */
  readonly store: () => Promise<FactStore | undefined>;
}

function noBranch(root: string): GitError {
  return new GitError('no-branch', {
    message: 'No branch is checked out here. Check one out, or name a plan.',
    expected: `a branch that is checked out in ${root}`,
    actual: 'none',
    fix: 'Check one out, or name a plan.',
  });
}
