/**
 * `npm run test:package`: the package as users get it. It is packed, its files are checked, it is installed into an empty
 * project on every Node that is supported, and everything in it is used there. `npm run test:package -- wayfold-1.2.3.tgz`
 * does that with a package that is packed already; `-- --node 24` on one Node only.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { checksOf, type Project, prepareProject } from './installed-package.ts';
import { type PackedFile, packageInspector, TARBALL_BUDGET } from './package-contents.ts';
import { SetupError, step } from './step.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const Manifest = z.object({
  version: z.string(),
  engines: z.object({ node: z.templateLiteral(['>=', z.number(), '.', z.number()]) }),
  devDependencies: z.record(z.string(), z.string()),
});
const manifest = Manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

/** The oldest that the package promises to run on, and the newest of each line that is kept up. */
const NODES = [`${manifest.engines.node.slice(2)}.0`, '22', '24'];

type Outcome = { readonly ok: true; readonly seconds: number } | { readonly ok: false; readonly why: string };

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { node: { type: 'string', multiple: true } },
});
const nodes = values.node ?? NODES;
const workspace = mkdtempSync(join(tmpdir(), 'wayfold-package-'));
try {
  const [given] = positionals;
  const tarball = given === undefined ? await pack() : resolve(given);
  const results = new Map<string, Map<string, Outcome>>();
  const problems: string[] = [];
  for (const version of nodes) {
    const project = await install(tarball, version);
    if (problems.length === 0 && results.size === 0) problems.push(...contentProblems(tarball, project));
    await installPeersOfExamples(project, version);
    results.set(version, await outcomesOf(project, version));
    rmSync(project.directory, { recursive: true, force: true });
  }
  report(results, problems);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(workspace, { recursive: true, force: true });
}

/** Builds everything from scratch, as publishing does. */
async function pack(): Promise<string> {
  const args = ['pack', '--pack-destination', workspace];
  await step('Packing', { ...npm(args), cwd: root });
  const [name] = readdirSync(workspace).filter((file) => file.endsWith('.tgz'));
  if (name === undefined) throw new SetupError('npm pack left no package behind.');
  return join(workspace, name);
}

async function install(tarball: string, version: string): Promise<Project> {
  const directory = join(workspace, `node-${version}`);
  mkdirSync(directory);
  const devDependencies = {
    node: version,
    '@types/node': version.split('.')[0],
    typescript: manifest.devDependencies.typescript,
  };
  const dependencies = { wayfold: `file:${tarball}` };
  // Npm runs no install script that is not named; this one fetches Node.
  const consumer = {
    private: true,
    type: 'module',
    dependencies,
    devDependencies,
    allowScripts: { node: true },
  };
  writeFileSync(join(directory, 'package.json'), JSON.stringify(consumer));
  await step(`Installing it on Node ${version}`, {
    ...npm(['install', '--no-audit', '--no-fund']),
    cwd: directory,
  });
  const project = { directory, version: manifest.version };
  prepareProject(project);
  return project;
}

/** The packages that examples/README.md tells its reader to install, in the versions that the repository has. */
async function installPeersOfExamples({ directory }: Project, version: string): Promise<void> {
  const readme = readFileSync(join(directory, 'examples', 'README.md'), 'utf8');
  const [, line = ''] = /^npm install (?!wayfold)(.+?)(?: {2,}#.*)?$/m.exec(readme) ?? [];
  const packages = line.split(' ').map((name) => `${name}@${manifest.devDependencies[name]}`);
  await step(`Installing what examples need on Node ${version}`, {
    ...npm(['install', '--no-audit', '--no-fund', ...packages]),
    cwd: directory,
  });
}

function contentProblems(tarball: string, { directory }: Project): string[] {
  const installed = join(directory, 'node_modules', 'wayfold');
  const files = filesUnder(installed);
  const packed = statSync(tarball).size;
  const unpacked = files.reduce((sum, { size }) => sum + size, 0);
  const modules = filesUnder(join(directory, 'node_modules'), [
    'node',
    'typescript',
    '@typescript',
    '@types',
  ]);
  const all = modules.reduce((sum, { size }) => sum + size, 0);
  console.log(
    `${files.length} files, ${megabytes(packed)} packed (budget ${megabytes(TARBALL_BUDGET)}), ` +
      `${megabytes(unpacked)} unpacked, ${megabytes(all)} with everything it depends on`,
  );
  const isReferenceThere = files.some(({ path }) => path === 'docs/api/README.md');
  return [
    ...packageInspector(installed)(files),
    ...(packed > TARBALL_BUDGET ? [`It is larger than ${megabytes(TARBALL_BUDGET)}.`] : []),
    ...(isReferenceThere ? [] : ['There is no API reference in it.']),
  ];
}

async function outcomesOf(project: Project, version: string): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  for (const { name, run } of checksOf(project)) {
    const started = Date.now();
    process.stderr.write(`Node ${version}: ${name} ... `);
    const outcome = await run().then(
      (): Outcome => ({ ok: true, seconds: (Date.now() - started) / 1000 }),
      (error: Error): Outcome => ({ ok: false, why: error.message }),
    );
    outcomes.set(name, outcome);
    process.stderr.write(outcome.ok ? `${outcome.seconds.toFixed(1)} s\n` : 'failed\n');
  }
  return outcomes;
}

function report(
  results: ReadonlyMap<string, ReadonlyMap<string, Outcome>>,
  problems: readonly string[],
): void {
  const names = [...new Set([...results.values()].flatMap((outcomes) => [...outcomes.keys()]))];
  const width = Math.max(...names.map((name) => name.length));
  const columns = [...results.keys()].map((version) => `Node ${version}`);
  console.log([''.padEnd(width), ...columns].join('  '));
  for (const name of names) {
    const cells = [...results.values()].map((outcomes, at) =>
      (outcomes.get(name)?.ok ? 'ok' : 'FAILED').padEnd(columns[at]?.length ?? 0),
    );
    console.log([name.padEnd(width), ...cells].join('  ').trimEnd());
  }
  for (const problem of problems) console.log(problem);
  const failures = [...results].flatMap(([version, outcomes]) =>
    [...outcomes].flatMap(([name, outcome]) =>
      outcome.ok ? [] : [`Node ${version}: ${name}\n${outcome.why}`],
    ),
  );
  for (const failure of failures) console.log(`\n${failure}`);
  if (problems.length + failures.length > 0) process.exitCode = 1;
}

function filesUnder(folder: string, except: readonly string[] = []): PackedFile[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap((entry) => {
    const whole = join(entry.parentPath, entry.name);
    const path = whole.slice(folder.length + 1).replaceAll('\\', '/');
    const isLeftOut = except.some((name) => path.startsWith(`${name}/`));
    return entry.isFile() && !isLeftOut ? [{ path, size: statSync(whole).size }] : [];
  });
}

function npm(args: readonly string[]) {
  return { file: 'npm', args, shell: process.platform === 'win32' };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
