import { localUser } from '../../../../host/local-user.ts';
import { type ImportFormat, importPlan } from '../../../../plan-tools/plan-files.ts';
import { planIdOf } from '../../../../plan-tools/plan-id.ts';
import { toWire } from '../../../../plan-tools/wire.ts';
import { fileText } from '../../files/file-text.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { replaceableAt } from './change.ts';
import { openPlan } from './open-plan.ts';
import { progressText } from './plan-view.ts';

export interface ImportCommandOptions {
  readonly file: string;
  readonly plan: string | undefined;
  readonly format?: ImportFormat;
  readonly objective?: string;
  readonly tag?: string;
  readonly replace?: boolean;
}

export async function importFrom(invocation: Invocation, options: ImportCommandOptions): Promise<undefined> {
  const { file, plan: named, format, objective, tag, replace = false } = options;
  const { output } = invocation;
  planIdOf(named);
  const text = await fileText(file, invocation);
  await withStore(invocation, { create: true }, async (store) => {
    const open = await openPlan(store, named);
    const expectedVersion = replaceableAt(open, replace);
    const { planId } = open;
    const { plan, version } = await importPlan(open.section, text, format, {
      objective,
      tag,
      expectedVersion,
      by: localUser(),
    });
    if (output.json) await output.value({ plan_id: planId, version, plan: toWire(plan) });
    else await output.line(`Imported plan ${planId}: ${plan.objective} (${progressText(plan)}).`);
  });
  return undefined;
}
