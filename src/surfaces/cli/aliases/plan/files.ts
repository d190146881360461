import { localUser } from '../../../../host/local-user.ts';
import { type ImportFormat, importPlan } from '../../../../plan-tools/plan-files.ts';
import { toWire } from '../../../../plan-tools/wire.ts';
import { planMeant } from '../../config/chosen-plan.ts';
import { fileText } from '../../files/file-text.ts';
import { type WrittenFile, writeOutput } from '../../files/write-output.ts';
import type { Invocation } from '../../invocation.ts';
import { replaceableAt, withPlan } from './change.ts';
import { progressText } from './plan-text.ts';
import { withPlanSession } from './read.ts';

interface ImportOptions {
  readonly format?: ImportFormat;
  readonly objective?: string;
  readonly tag?: string;
  readonly replace?: boolean;
}

export async function importFrom(
  invocation: Invocation,
  file: string,
  named: string | undefined,
  { format, objective, tag, replace }: ImportOptions,
): Promise<undefined> {
  const { output } = invocation;
  await planMeant(invocation, named);
  const text = await fileText(file, invocation);
  await withPlan(invocation, named, { create: true }, async (opened) => {
    const expectedVersion = await replaceableAt(invocation, opened, replace);
    const { planId, section } = opened;
    const options = { objective, tag, expectedVersion, by: localUser() };
    const { plan, version } = await importPlan(section, text, format, options);
    if (output.json) await output.value({ plan_id: planId, version, plan: toWire(plan) });
    else await output.line(`Imported plan ${planId}: ${plan.objective} (${progressText(plan)}).`);
  });
}

export async function exportTo(
  invocation: Invocation,
  named: string | undefined,
  { format, ...file }: WrittenFile & { readonly format: 'md' | 'json' },
): Promise<undefined> {
  await withPlanSession(invocation, { named }, async ({ planId, version, session }) => {
    const { text } = await session.exported(format === 'md' ? 'markdown' : format, {});
    await writeOutput(invocation, text, file, {
      value: { plan_id: planId, version },
      line: `Exported plan ${planId} to`,
    });
  });
}
