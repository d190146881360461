import { type ExportFormat, exportPlan } from '../../../../plan-tools/plan-files.ts';
import { planIdOf } from '../../../../plan-tools/plan-id.ts';
import { atomicWrite } from '../../files/atomic-write.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { existingPlan } from './open-plan.ts';

export interface ExportCommandOptions {
  readonly plan: string | undefined;
  readonly format: 'md' | 'json';
  readonly output?: string;
  readonly force?: boolean;
}

const FORMATS: Readonly<Record<ExportCommandOptions['format'], ExportFormat>> = {
  md: 'markdown',
  json: 'json',
};

export async function exportTo(invocation: Invocation, options: ExportCommandOptions): Promise<undefined> {
  const { plan: named, format, output: file, force = false } = options;
  const { output } = invocation;
  planIdOf(named);
  const { planId, plan, session } = await withStore(invocation, { create: false }, (store) =>
    existingPlan(store, named),
  );
  const text = exportPlan(plan, FORMATS[format]);
  if (file === undefined) {
    await output.raw(text);
    return undefined;
  }
  await atomicWrite(file, [text], { force });
  if (output.json) await output.value({ plan_id: planId, version: session.version, file });
  else await output.line(`Exported plan ${planId} to ${file}.`);
  return undefined;
}
