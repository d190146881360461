import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ModuleError } from '../../../../host/modules/error.ts';
import { newPlannerFiles } from '../../../../host/modules/new-planner.ts';
import { plannerRegistry } from '../../config/planner-registry.ts';
import { CliError } from '../../error.ts';
import { atomicWrite } from '../../files/atomic-write.ts';
import type { Invocation } from '../../invocation.ts';

/** Writes the module of a new planner and its test, and prints how to run them. Existing files are kept. */
export async function newPlanner(invocation: Invocation, name: string): Promise<undefined> {
  const { output } = invocation;
  const files = newPlannerFiles(name, isCommonJs(process.cwd()) ? 'mts' : 'ts');
  if ((await plannerRegistry(invocation)).find(name) !== undefined) throw nameTaken(name);
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
  // Before 22.18, Node reads TypeScript only if asked to.
  const flag = process.features.typescript ? '' : '--experimental-strip-types ';
  output.note(`Test it:    node ${flag}--test ${test}`);
  output.note(`Always load it: { "planners": ["./${file}"] } in wayfold.config.json`);
  if (!existsSync('node_modules/wayfold')) output.note('For its types and its test: npm install wayfold zod');
}

/** Whether the nearest package.json makes Node read `.ts` files as CommonJS, as `npm init` writes it. */
function isCommonJs(directory: string): boolean {
  const path = join(directory, 'package.json');
  if (existsSync(path)) return /"type"\s*:\s*"commonjs"/.test(readFileSync(path, 'utf8'));
  const parent = dirname(resolve(directory));
  return parent !== resolve(directory) && isCommonJs(parent);
}

function nameTaken(name: string): ModuleError {
  return new ModuleError('module-duplicate', {
    source: name,
    summary: `The planner ${name} already exists.`,
    fix: 'Choose another name. Nothing was written.',
  });
}

function exists(path: string): CliError {
  return new CliError('file-exists', {
    summary: `The file ${path} already exists.`,
    fix: 'Choose another name, or move the file away. Nothing was written.',
  });
}
