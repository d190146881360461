import { readdirSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { localUser } from '../../../../host/local-user.ts';
import { timestamp } from '../../../../journal/clock.ts';
import { backlogExport } from '../../../../plan-tools/formats/backlog-export.ts';
import type { PlanFile } from '../../../../plan-tools/formats/backlog-plan.ts';
import {
  type ExportFormat,
  exportPlan,
  type ImportFormat,
  importPlan,
} from '../../../../plan-tools/plan-files.ts';
import { toWire } from '../../../../plan-tools/wire.ts';
import { planMeant } from '../../config/chosen-plan.ts';
import { CliError } from '../../error.ts';
import { atomicWrite } from '../../files/atomic-write.ts';
import { cannotRead, fileText } from '../../files/file-text.ts';
import { type WrittenFile, writeOutput } from '../../files/write-output.ts';
import type { Invocation } from '../../invocation.ts';
import { pluralize } from '../../terminal/pluralize.ts';
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
  const text = await planFiles(file, invocation);
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
  {
    format,
    ...file
  }: WrittenFile & { readonly format: 'md' | 'backlog' | Exclude<ExportFormat, 'markdown'> },
): Promise<undefined> {
  const at = timestamp(invocation.clock.now());
  await withPlanSession(invocation, { named }, async ({ planId, plan, version }) => {
    if (format === 'backlog') return await writeTasks(invocation, backlogExport(plan, at), file);
    const text = exportPlan(plan, format === 'md' ? 'markdown' : format, at);
    await writeOutput(invocation, text, file, {
      value: { plan_id: planId, version },
      line: `Exported plan ${planId} to`,
    });
  });
}

/** Writes the tasks of Backlog.md, each to a file of its own. */
async function writeTasks(
  { output }: Invocation,
  files: readonly PlanFile[],
  { output: folder, force = false }: WrittenFile,
): Promise<void> {
  if (folder === undefined) {
    throw new CliError('usage', {
      expected: '-o with the folder for the tasks, such as backlog/tasks',
      actual: 'no -o',
      fix: 'Name the folder: wayfold plan export --format backlog -o backlog/tasks',
    });
  }
  await mkdir(folder, { recursive: true });
  for (const { path, text } of files) await atomicWrite(join(folder, path), [text], { force });
  if (output.json) await output.value({ folder, files: files.map(({ path }) => path) });
  else await output.line(`Exported ${pluralize(files.length, 'task')} to ${folder}.`);
}

/** The text of a file; of the folder of another tool what that keeps there. */
async function planFiles(file: string, invocation: Invocation): Promise<string | readonly PlanFile[]> {
  if (file === '-' || !statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
    return await fileText(file, invocation);
  }
  const known = ['issues.jsonl', 'beads.jsonl', 'tasks/tasks.json', 'tasks.json'].map((name) =>
    join(file, name),
  );
  const single = known.find((name) => statSync(name, { throwIfNoEntry: false })?.isFile());
  if (single !== undefined) return await fileText(single, invocation);
  const folders = [file, join(file, 'tasks'), join(file, 'completed')];
  const paths = folders.flatMap(markdownIn);
  if (paths.length === 0) throw cannotRead(file, new Error(`no tasks of Backlog.md in ${file}`));
  return await Promise.all(paths.map(async (path) => ({ path, text: await fileText(path, invocation) })));
}

/** The tasks in a folder; what else stands there, such as a read-me, is none. */
function markdownIn(folder: string): readonly string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder)
    .filter((name) => / - .*\.md$/.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}
