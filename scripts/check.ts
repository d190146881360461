/**
 * `npm run check` and, with `--all`, `npm test`: format and lint, import directions, types, tests.
 * Every step runs even when an earlier one failed, so that one run shows everything there is to fix.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startVitest, type TestModule } from 'vitest/node';
import { stepBeside } from './step.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name: string) => join(root, 'node_modules', '.bin', name);

// The benchmarks' peers are installed by `npm run bench` only; without them their imports have no types.
const benchIsInstalled = existsSync(join(root, 'node_modules', '.wayfold-bench'));

const args = process.argv.slice(2);
const isAll = args.includes('--all');
const projects = isAll ? {} : { project: ['unit'] };
const files = args.filter((arg) => arg !== '--all');

const colors = `--colors=${process.stderr.isTTY ? 'force' : 'off'}`;

const source = [
  { label: 'format and lint', file: bin('biome'), args: ['ci', '--error-on-warnings', colors] },
  { label: 'import directions', file: process.execPath, args: ['scripts/import-directions.ts'] },
  { label: 'planner names', file: process.execPath, args: ['scripts/planner-names.ts'] },
];
const typed = [
  // Declarations ask for more than types do: what they name has to be exported.
  types('types', 'tsconfig.json', '--declaration'),
  types('types of the page', 'web'),
  ...(benchIsInstalled ? [types('types of the benchmarks', 'tsconfig.bench.json')] : []),
];

// One list beside the other: neither keeps two cores busy.
const checks = [...source, ...typed];
const failed: string[] = [];
await Promise.all([inTurn(source), inTurn(typed)]);

const vitest = await startVitest('test', files, { root, run: true, ...projects });
const modules = vitest.state.getTestModules();
const tally = count(modules);
const unsteady = modules.flatMap((module) =>
  [...module.children.allTests()]
    .filter((test) => test.diagnostic()?.flaky)
    .map((test) => `${module.relativeModuleId} > ${test.fullName}`),
);
await vitest.close();

console.log(`checks: ${checks.length - failed.length} passed, ${failed.length} failed`);
for (const label of failed) console.log(`  failed: ${label}`);
if (failed.includes('format and lint')) console.log('  npm run fix repairs what can be repaired');
for (const name of unsteady) console.log(`passed at the second try: ${name}`);
console.log(`tests: ${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`);
if (failed.length > 0) process.exitCode = 1;

async function inTurn(list: typeof checks): Promise<void> {
  for (const { label, ...command } of list)
    if (!(await stepBeside(label, { ...command, cwd: root }))) failed.push(label);
}

/** Looks only at what changed since the last time, and what that touches. */
function types(label: string, project: string, ...options: readonly string[]) {
  const seen = join(root, '.cache', 'types', `${label.replaceAll(' ', '-')}.tsbuildinfo`);
  return {
    label,
    file: bin('tsc'),
    args: ['-p', project, '--noEmit', ...options, '--incremental', '--tsBuildInfoFile', seen],
  };
}

function count(modules: readonly TestModule[]) {
  const found = { passed: 0, failed: 0, skipped: 0, pending: 0 };
  for (const module of modules) {
    for (const test of module.children.allTests()) found[test.result().state] += 1;
    // A file that cannot be loaded, or whose set-up fails, has tests that never got a result of their own.
    if (module.state() === 'failed' && module.errors().length > 0) found.failed += 1;
  }
  return { passed: found.passed, failed: found.failed + found.pending, skipped: found.skipped };
}
