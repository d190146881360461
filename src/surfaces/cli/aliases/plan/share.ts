import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { SharedFiles } from '../../../../machine/shared-plans/shared-files.ts';
import { type SyncResult, sharePlan } from '../../../../machine/shared-plans/sync-plan.ts';
import { selectedPlan, thisProject } from '../../config/plan-choice.ts';
import { storeName } from '../../config/store-location.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { pluralize } from '../../terminal/text/pluralize.ts';

/** Shares a plan with the other clones of the repository, and syncs it with theirs. */
export async function share(invocation: Invocation, named: string | undefined): Promise<undefined> {
  const { output } = invocation;
  const planId = await selectedPlan(invocation, named);
  const root = thisProject();
  const { plan: _, ...result } = await withStore(invocation, { create: true }, (store) =>
    sharePlan({ store, planId, root, storeName: storeName(invocation.location) }),
  );
  const folder = relative('', new SharedFiles(root, planId).folder);
  if (output.json) return void (await output.value({ plan_id: planId, folder, ...wire(result) }));
  const { written, received, clones, conflicts, unreadable, renamed, ahead } = result;
  await output.line(
    `Plan ${planId} is shared in ${folder} by ${pluralize(clones, 'clone')}: ${written} written, ${received} read.`,
  );
  for (const { stepId, field, values } of conflicts) {
    const sides = values.map(({ value, by }) => `${JSON.stringify(value)} (${by})`).join(' or ');
    await output.line(`Changed on several sides: ${stepId ?? 'the plan'}, ${field}: ${sides}.`);
  }
  if (conflicts.length > 0)
    await output.line('The latest value is used. Change the field to resolve the conflict.');
  for (const [before, now] of Object.entries(renamed))
    await output.line(
      `${before} is now ${now}: another clone used the same id. ${before} still means it here.`,
    );
  for (const { clone, date } of ahead)
    output.note(`The clock of clone ${clone} is ahead: it has written ${date}. Correct that clock.`);
  for (const line of unreadable) output.note(`Skipped, because it cannot be read: ${line}`);
  if (!existsSync(join(root, '.git')))
    output.note('There is no git repository here. Share the folder in another way to reach others.');
  else if (written > 0) await output.line(`Commit ${folder} to send it with the repository.`);
}

function wire({ conflicts, ...result }: Omit<SyncResult, 'plan'>): object {
  return {
    ...result,
    conflicts: conflicts.map(({ stepId, ...conflict }) => ({ step_id: stepId ?? null, ...conflict })),
  };
}
