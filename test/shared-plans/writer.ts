import { sqliteStore } from '../../src/journal/sqlite/sqlite-store.ts';
import { syncPlan } from '../../src/machine/shared-plans/sync-plan.ts';
import { openPlan } from '../../src/plan-tools/plan/open-plan.ts';

/** Adds steps to a shared plan, and says which ones were acknowledged, until it is killed. */
const [, , root = '', name = ''] = process.argv;
const store = sqliteStore({ file: `${root}/.wayfold/wayfold.db` });
await syncPlan({ store, planId: 'default', root });
const { section } = openPlan(store, 'default');
for (let i = 0; ; i++) {
  const title = `${name} ${i}`;
  await section.tool('planning_add_step').call({ steps: [{ title }] });
  process.stdout.write(`${title}\n`);
  await syncPlan({ store, planId: 'default', root });
}
