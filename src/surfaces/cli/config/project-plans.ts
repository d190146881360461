import { chosenPlan } from '../../../machine/branch-plan.ts';
import { SharedFiles } from '../../../machine/shared-plans/shared-files.ts';
import type { PlanSync } from '../../../machine/shared-plans/sync-plan.ts';
import type { SharedPlans } from '../../http/server-options.ts';
import type { ReopeningStore } from '../../http/store/reopening-store.ts';
import { projectRoot } from '../agents/project-root.ts';
import { type StoreLocation, storeName } from './store-location.ts';

/** The default plan of a project, by its current branch, and how plans are synced with other clones. */
export function projectPlans(
  place: ReopeningStore,
  {
    plan,
    env,
    location,
  }: {
    readonly plan?: string | undefined;
    readonly env: NodeJS.ProcessEnv;
    readonly location: StoreLocation;
  },
): SharedPlans {
  const root = projectRoot(process.cwd());
  let sync: PlanSync | undefined;
  return {
    usualPlan: () => chosenPlan(plan, { root, env, store: () => place.existing() }),
    async syncPlan(planId) {
      if (!new SharedFiles(root, planId).exist) return;
      const store = await place.store();
      sync ??= new (await import('../../../machine/shared-plans/sync-plan.ts')).PlanSync(
        root,
        storeName(location),
      );
      await sync.sync(store, planId);
    },
  };
}
