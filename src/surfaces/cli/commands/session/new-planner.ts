import { existsSync } from 'node:fs';
import { ModuleError } from '../../../../host/modules/error.ts';
import { newPlannerFiles } from '../../../../host/modules/new-planner.ts';
import { plannerRegistry } from '../../config/planner-registry.ts';
import { CliError } from '../../error.ts';
import { atomicWrite } from '../../files/atomic-write.ts';
import type { Invocation } from '../../invocation.ts';

/** Writes the module of a new planner and its test, and says how to run them. Nothing that is there is overwritten. */
export async function newPlanner(invocation: Invocation, name: string): Promise<undefined> {
  const { output } = invocation;
  const files = newPlannerFiles(name);
  if ((await plannerRegistry(invocation)).find(name) !== undefined) throw taken(name);
  const there = files.find(({ path }) => existsSync(path));
  if (there) throw exists(there.path);
  for (const { path, text } of files) await atomicWrite(path, [text], { force: false, mode: 0o666 });
  const [file = '', test = ''] = files.map(({ path }) => path);
  if (output.json) {
    await output.value({ planner: name, files: [file, test] });
    return;
  }
  await output.line(`Wrote ${file} and ${test}.`);
  output.note(`Run it:     wayfold run ${name} "First topic" --planner ./${file}`);
  output.note(`Serve it:   wayfold up --watch --planner ./${file}`);
  output.note(`Test it:    node --test ${test}`);
  output.note(`Always load it: { "planners": ["./${file}"] } in wayfold.config.json`);
  if (!existsSync('node_modules/wayfold')) output.note('For its types and its test: npm install wayfold zod');
}

function taken(name: string): ModuleError {
  return new ModuleError('module-duplicate', {
    source: name,
    summary: `There is a planner ${name} already.`,
    fix: 'Choose another name. Nothing was written.',
  });
}

function exists(path: string): CliError {
  return new CliError('file-exists', {
    expected: `no file ${path} yet`,
    actual: 'one that is there',
    fix: 'Choose another name, or move the file away. Nothing was written.',
  });
}
