/** What a user does with the package once it is installed in their project. */
import { execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';
import { importableNames, ownComplaints, RESOLUTIONS, writeConsumer } from './package-consumer.ts';

/** A project with Wayfold, a Node and TypeScript in its `node_modules`. */
export interface Project {
  readonly directory: string;
  readonly version: string;
}

export interface Check {
  readonly name: string;
  /** Resolves when all is well. */
  run(): Promise<void>;
}

const SLOWEST_MS = 300_000;
const FACT = '{"type":"note_added","text":"Hello"}';
const Journals = z.object({ id: z.string(), head: z.number() });
const Planners = z.object({ planners: z.array(z.object({ id: z.string() })) });

/** Everything that has to work, in the order in which a user would come to it. */
export function checksOf(project: Project): Check[] {
  const names = importableNames(join(project.directory, 'node_modules', 'wayfold'));
  return [
    { name: 'npx wayfold --version', run: () => tellsItsVersion(project) },
    { name: 'wayfold --help', run: () => helps(project) },
    { name: 'wayfold doctor', run: async () => void (await wayfold(project, ['doctor'])) },
    { name: 'wayfold journal append, list, verify', run: () => keepsAJournal(project) },
    { name: 'wayfold up: its page and its API', run: () => serves(project) },
    { name: 'wayfold mcp, to a client', run: () => speaksMcp(project) },
    ...names.map((name) => ({ name: `import '${name}'`, run: () => imports(project, name) })),
    { name: "require('wayfold/journal')", run: () => requires(project) },
    ...RESOLUTIONS.map((resolution) => ({
      name: `types and examples, ${resolution}`,
      run: () => hasTypes(project, resolution),
    })),
    ...exampleNames(project).map((file) => ({
      name: `examples/${file}`,
      run: () => runsExample(project, file),
    })),
  ];
}

/** Puts the examples and a program that imports everything into the project. */
export function prepareProject({ directory }: Project): void {
  const installed = join(directory, 'node_modules', 'wayfold');
  cpSync(join(installed, 'examples'), join(directory, 'examples'), { recursive: true });
  writeConsumer(directory, { names: importableNames(installed), examples: true });
}

async function tellsItsVersion(project: Project): Promise<void> {
  const printed = await run(project, 'npx', ['--no-install', 'wayfold', '--version']);
  expectEqual(printed.trim(), project.version);
}

async function helps(project: Project): Promise<void> {
  const printed = await wayfold(project, ['--help']);
  for (const command of ['up', 'mcp', 'journal', 'trip'])
    expectMatch(printed, new RegExp(`^ +${command}\\b`, 'm'));
}

async function keepsAJournal(project: Project): Promise<void> {
  await wayfold(project, ['journal', 'append', 'hello', FACT]);
  await wayfold(project, ['journal', 'append', 'hello', FACT]);
  const listed = (await wayfold(project, ['journal', 'list', '--json'])).trim().split('\n');
  const journals = listed.map((line) => Journals.parse(JSON.parse(line)));
  expectEqual(journals.find(({ id }) => id === 'hello')?.head, 2);
  await wayfold(project, ['journal', 'verify', 'hello']);
}

async function serves(project: Project): Promise<void> {
  const { command, args } = launcher(project, ['up', '--port', '0', '--json']);
  const server = spawn(command, args, { cwd: project.directory, env: environment(project) });
  const ended = new Promise<unknown>((resolve) => server.once('close', resolve));
  try {
    const line = await Promise.race([firstLine(server.stdout), ended]);
    const { url } = z.object({ url: z.string() }).parse(JSON.parse(String(line)));
    const page = await fetched(new URL('/', url));
    for (const [, asset = ''] of page.matchAll(/(?:src|href)="(\/[^"]+)"/g))
      await fetched(new URL(asset, url));
    await fetched(new URL(mapFile(project), url));
    const { planners } = Planners.parse(JSON.parse(await fetched(new URL('/api/planners', url))));
    expectEqual(
      planners.some(({ id }) => id === 'trip'),
      true,
    );
  } finally {
    server.kill('SIGINT');
    await ended;
  }
}

/** One of the files that the map is drawn from. */
function mapFile({ directory }: Project): string {
  const assets = join(directory, 'node_modules', 'wayfold', 'dist', 'web', 'assets');
  return `/assets/${readdirSync(assets).find((name) => name.startsWith('land-detail-'))}`;
}

async function speaksMcp(project: Project): Promise<void> {
  const client = new Client({ name: 'package-test', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      ...launcher(project, ['mcp']),
      cwd: project.directory,
      env: environment(project),
    }),
  );
  try {
    const { tools } = await client.listTools();
    expectEqual(
      tools.some(({ name }) => name === 'planning_setup_plan'),
      true,
    );
    const plan = { objective: 'Ship it', initial_steps: [{ title: 'Test the package' }] };
    await client.callTool({ name: 'planning_setup_plan', arguments: plan });
    const read = await client.callTool({ name: 'planning_read_plan', arguments: {} });
    expectMatch(JSON.stringify(read.content), /Test the package/);
  } finally {
    await client.close();
  }
}

async function imports(project: Project, name: string): Promise<void> {
  const program = `console.log(Object.keys(await import('${name}')).length > 0)`;
  expectEqual(await node(project, ['--input-type=module', '-e', program]), 'true\n');
}

async function requires(project: Project): Promise<void> {
  const program = "console.log(typeof require('wayfold/journal').openJournal)";
  expectEqual(await node(project, ['--input-type=commonjs', '-e', program]), 'function\n');
}

async function hasTypes(project: Project, resolution: string): Promise<void> {
  const args = [tsc(project), '-p', `tsconfig.${resolution}.json`];
  const complaints = await node(project, args).then(
    () => [],
    (error: Error) => ownComplaints(error.message),
  );
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
}

/** As its first lines tell: `node examples/x.ts`, or compiled where this Node takes no TypeScript. */
async function runsExample(project: Project, file: string): Promise<void> {
  const source = readFileSync(join(project.directory, 'examples', file), 'utf8');
  const promised = [...source.matchAll(/\/\/ →(?: (.*))?$/gm)].map(([, line = '']) => `${line}\n`).join('');
  const strips = await node(project, ['-p', 'Boolean(process.features.typescript)']);
  const program = strips === 'true\n' ? join('examples', file) : await compiledExample(project, file);
  const cwd = mkdtempSync(join(project.directory, 'run-'));
  const printed = await node(project, [join(project.directory, program)], cwd);
  if (promised !== '') expectEqual(printed, promised);
}

async function compiledExample(project: Project, file: string): Promise<string> {
  const { directory } = project;
  const program = join('compiled', 'examples', file.replace(/\.ts$/, '.js'));
  if (existsSync(join(directory, program))) return program;
  const options = ['--noEmit', 'false', '--rewriteRelativeImportExtensions', '--skipLibCheck'];
  const folders = ['--outDir', 'compiled', '--rootDir', '.'];
  await node(project, [tsc(project), '-p', 'tsconfig.nodenext.json', ...options, ...folders]);
  const scenarios = join('examples', 'scenarios');
  cpSync(join(directory, scenarios), join(directory, 'compiled', scenarios), { recursive: true });
  return program;
}

function exampleNames({ directory }: Project): string[] {
  const examples = join(directory, 'examples');
  // A module that others import has no program's comment on top.
  return readdirSync(examples)
    .filter((name) => name.endsWith('.ts') && readFileSync(join(examples, name), 'utf8').startsWith('/**'))
    .toSorted();
}

function launcher({ directory }: Project, args: readonly string[]): { command: string; args: string[] } {
  const program = join(directory, 'node_modules', 'wayfold', 'bin', 'wayfold.cjs');
  return { command: nodeOf(directory), args: [program, ...args] };
}

async function wayfold(project: Project, options: readonly string[]): Promise<string> {
  const { command, args } = launcher(project, options);
  return await run(project, command, args);
}

async function node(project: Project, args: readonly string[], cwd?: string): Promise<string> {
  return await run(project, nodeOf(project.directory), args, cwd);
}

/** What a command prints; an error with everything it wrote when it fails. */
function run(
  project: Project,
  file: string,
  args: readonly string[],
  cwd = project.directory,
): Promise<string> {
  const options = { cwd, env: environment(project), timeout: SLOWEST_MS, maxBuffer: 2 ** 26 };
  return new Promise((resolve, reject) => {
    const child = execFile(file, args, options, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout);
      const ending = error.signal ?? `code ${error.code}`;
      reject(new Error(`${file} ${args.join(' ')} ended with ${ending}\n${stdout}${stderr}`.trimEnd()));
    });
    child.stdin?.end();
  });
}

/** The Node of the project first, no setting of Wayfold's, and none of the npm that runs this script. */
function environment({ directory }: Project): Record<string, string> {
  const kept = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || /^(WAYFOLD_|OTEL_|NODE_OPTIONS|npm_)/.test(name) ? [] : [[name, value] as const],
  );
  const path = [join(directory, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  return {
    ...Object.fromEntries(kept),
    PATH: path,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  };
}

/** The Node that the `node` package put into a project. */
function nodeOf(directory: string): string {
  return join(directory, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

function tsc({ directory }: Project): string {
  return join(directory, 'node_modules', 'typescript', 'bin', 'tsc');
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stream })) return line;
  throw new Error('It ended without a word.');
}

async function fetched(url: URL): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname} was answered with ${response.status}`);
  return await response.text();
}

function expectEqual(actual: unknown, expected: unknown): void {
  if (actual === expected) return;
  throw new Error(`Expected ${JSON.stringify(expected)}; got ${JSON.stringify(actual)}.`);
}

function expectMatch(actual: string, pattern: RegExp): void {
  if (!pattern.test(actual))
    throw new Error(`Expected something like ${pattern}; got ${JSON.stringify(actual)}.`);
}
