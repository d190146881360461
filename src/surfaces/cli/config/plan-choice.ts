import type { FactStore } from '../../../journal/store.ts';
import { branchesByPlan, chosenPlan } from '../../../machine/branch-plan.ts';
import { SharedFiles, sharedPlans } from '../../../machine/shared-plans/shared-files.ts';
import { projectRoot } from '../agents/project-root.ts';
import { type Invocation, withStore } from '../invocation.ts';
import { storeExists, storeName } from './store-location.ts';

/** The project of the current directory. */
export function thisProject(): string {
  return projectRoot(process.cwd());
}

/** The selected plan: the one named, that of `WAYFOLD_PLAN`, that of the branch if it has one, or `default`. */
export async function selectedPlan(invocation: Invocation, named: string | undefined): Promise<string> {
  const root = thisProject();
  let opened: FactStore | undefined;
  try {
    return await chosenPlan(named, {
      root,
      env: invocation.env,
      store: async () => {
        if (!storeExists(invocation.location)) return undefined;
        const { openStore } = await import('./store-location.ts');
        opened = await openStore(invocation.location, { create: false });
        return opened;
      },
    });
  } finally {
    await opened?.close();
  }
}

/** Whether a plan is shared with other clones; then it can be read even without a store. */
export function isShared(planId: string): boolean {
  return new SharedFiles(thisProject(), planId).exist;
}

/** Syncs a plan with other clones, if it is shared. */
export async function syncShared(
  { location }: Pick<Invocation, 'location'>,
  store: FactStore,
  planId: string,
): Promise<void> {
  if (!isShared(planId)) return;
  const { syncPlan } = await import('../../../machine/shared-plans/sync-plan.ts');
  await syncPlan({ store, planId, root: thisProject(), storeName: storeName(location) });
}

/** Syncs these plans, or all shared ones, before the store is opened. */
export async function syncBefore(
  invocation: Invocation,
  planIds = sharedPlans(thisProject()),
): Promise<void> {
  const shared = planIds.filter(isShared);
  if (shared.length === 0) return;
  await withStore(invocation, { create: true }, async (store) => {
    for (const planId of shared) await syncShared(invocation, store, planId);
  });
}

/** The branch of each plan that belongs to one. */
export function planBranches(): ReadonlyMap<string, string> {
  return branchesByPlan(thisProject());
}
