import { readdirSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { localUser } from '../../../../host/local-user.ts';
import { timestamp } from '../../../../journal/clock.ts';
import { toWire } from '../../../../plan-tools/calls/wire.ts';
import { backlogExport } from '../../../../plan-tools/formats/backlog-export.ts';
import type { PlanFile } from '../../../../plan-tools/formats/backlog-plan.ts';
import { leftOutLines } from '../../../../plan-tools/formats/import-omissions.ts';
import {
  type ExportFormat,
  exportPlan,
  type ImportFormat,
  importPlan,
} from '../../../../plan-tools/formats/plan-files.ts';
import { selectedPlan } from '../../config/plan-choice.ts';
import { CliError } from '../../error.ts';
import { atomicWrite } from '../../files/atomic-write.ts';
import { cannotRead, fileText } from '../../files/file-text.ts';
import { type WrittenFile, writeOutput } from '../../files/write-output.ts';
import type { Invocation } from '../../invocation.ts';
import { pluralize } from '../../terminal/text/pluralize.ts';
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
  await selectedPlan(invocation, named);
  const given = await planFiles(file, invocation);
  await withPlan(invocation, named, { create: true }, async (opened) => {
    const expectedVersion = await replaceableAt(invocation, opened, replace);
    const { planId, section } = opened;
    const options = { objective, tag: tag ?? given.tag, expectedVersion, by: localUser() };
    const result = await importPlan(section, given.text, format ?? given.format, options);
    const { plan, version, leftOut } = result;
    if (output.json)
      return await output.value({ plan_id: planId, version, plan: toWire(plan), left_out: leftOut });
    await output.line(`Imported plan ${planId}: ${plan.objective} (${progressText(plan)}).`);
    for (const line of leftOutLines(leftOut)) await output.line(line);
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

/** Writes the tasks of Backlog.md, each to its own file. */
async function writeTasks(
  { output }: Invocation,
  files: readonly PlanFile[],
  { output: folder, force = false }: WrittenFile,
): Promise<void> {
  if (folder === undefined) {
    throw new CliError('usage', {
      summary: 'Backlog.md tasks are files in a folder, and no folder is named.',
      fix: 'Name the folder: wayfold plan export --format backlog -o backlog/tasks',
    });
  }
  await mkdir(folder, { recursive: true });
  for (const { path, text } of files) await atomicWrite(join(folder, path), [text], { force });
  if (output.json) await output.value({ folder, files: files.map(({ path }) => path) });
  else await output.line(`Exported ${pluralize(files.length, 'task')} to ${folder}.`);
}

/** The input of an import, with hints from its location. */
interface GivenPlan {
  readonly text: string | readonly PlanFile[];
  readonly format?: ImportFormat | undefined;
  readonly tag?: string | undefined;
}

/** The text of a file, or of the plan inside another tool's folder. */
async function planFiles(file: string, invocation: Invocation): Promise<GivenPlan> {
  if (file === '-' || !isFolder(file)) return await planFile(file, invocation);
  const known = ['issues.jsonl', 'beads.jsonl', 'tasks/tasks.json', 'tasks.json'].map((name) =>
    join(file, name),
  );
  const single = known.find((name) => statSync(name, { throwIfNoEntry: false })?.isFile());
  if (single !== undefined) return await planFile(single, invocation);
  const folders = [file, join(file, 'tasks'), join(file, 'completed')];
  const paths = folders.flatMap(markdownIn);
  if (!paths.some(isTaskName)) throw cannotRead(file, new Error(`no tasks of Backlog.md in ${file}`));
  const configs = [file, dirname(file)]
    .flatMap((folder) => [join(folder, 'config.yml'), join(folder, 'config.yaml')])
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  const all = [...paths, ...configs.slice(0, 1)];
  return {
    text: await Promise.all(all.map(async (path) => ({ path, text: await fileText(path, invocation) }))),
  };
}

async function planFile(file: string, invocation: Invocation): Promise<GivenPlan> {
  const text = await fileText(file, invocation);
  if (file.endsWith('.jsonl')) return { text, format: 'beads' };
  return { text, tag: basename(file) === 'tasks.json' ? await currentTag(file, invocation) : undefined };
}

const TaskMasterState = z.object({ currentTag: z.string() });

/** The current tag of task-master, which is stored two folders above its tasks. */
async function currentTag(file: string, invocation: Invocation): Promise<string | undefined> {
  const path = join(dirname(file), '..', 'state.json');
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return undefined;
  try {
    return TaskMasterState.safeParse(JSON.parse(await fileText(path, invocation))).data?.currentTag;
  } catch {
    // Then the tag must be given as an option.
    return undefined;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** The Markdown files in a folder. */
function markdownIn(folder: string): readonly string[] {
  if (!isFolder(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => join(folder, name));
}

/** Backlog.md names files after their task: `task-7 - Log-in.md`. */
function isTaskName(path: string): boolean {
  return / - .*\.md$/.test(path);
}
