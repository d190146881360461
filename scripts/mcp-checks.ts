/**
 * `npm run test:mcp`: other people's programs against Wayfold's MCP server. The inspector's command line, the server
 * scenarios of the conformance suite, and a client on the SDK's first version. They are 140 MB, so they are installed
 * into `.cache/` here and are not among the packages a contributor gets.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { memoryStore } from '../src/journal/index.ts';
import { serve } from '../src/surfaces/http/index.ts';
import { SetupError, step } from './step.mjs';

const CHECKERS = {
  '@modelcontextprotocol/conformance': '0.1.16',
  '@modelcontextprotocol/inspector': '2.12.0',
  '@modelcontextprotocol/sdk': '1.32.2',
};

/**
 * The others call tools, resources and prompts of the suite's own example server (`test_simple_text`,
 * `test://static-text`), or need what a planning tool has no use for: logging, sampling, elicitation, progress, images.
 * `resources-subscribe` needs a session, which this server has none of over HTTP in the protocols that the suite knows.
 */
const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'server-sse-polling',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
];

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, '.cache', 'mcp-checks');
const main = join(root, 'src', 'surfaces', 'cli', 'main.ts');
const bin = (name: string) => join(cache, 'node_modules', '.bin', name);

await install();
const project = await mkdtemp(join(tmpdir(), 'wayfold-mcp-checks-'));
const store = memoryStore();
const server = await serve({ store, port: 0 });
try {
  await inspect('lists portable schemas', ['--method', 'tools/list', '--strict']);
  await inspect('calls a tool', [
    ...['--method', 'tools/call', '--tool-name', 'planning_setup_plan'],
    ...['--tool-arg', 'objective=Ship it', 'initial_steps=[{"title":"Test"}]'],
  ]);
  await inspect('reads a resource', ['--method', 'resources/read', '--uri', 'plan://default']);
  await inspect('gets a prompt', ['--method', 'prompts/get', '--prompt-name', 'react']);
  const mcp = `${server.url}/mcp`;
  await check('inspector: lists tools over HTTP', 'mcp-inspector', ['--cli', mcp, '--method', 'tools/list']);
  for (const scenario of SCENARIOS) {
    await check(`conformance: ${scenario}`, 'conformance', ['server', '--url', mcp, '--scenario', scenario]);
  }
  await step('client of the first SDK, over stdio and HTTP', {
    file: process.execPath,
    args: [join(root, 'scripts', 'mcp-first-sdk-client.mjs'), cache, main, mcp],
    cwd: project,
  });
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await server.close();
  await store.close();
  await rm(project, { recursive: true });
}

async function install(): Promise<void> {
  const manifest = join(cache, 'package.json');
  const installed = join(cache, 'installed.json');
  const wanted = JSON.stringify({ private: true, dependencies: CHECKERS });
  if ((await readFile(installed, 'utf8').catch(() => '')) === wanted) return;
  await mkdir(cache, { recursive: true });
  await writeFile(manifest, wanted);
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts'];
  await step('Installing the checkers', {
    file: 'npm',
    args,
    cwd: cache,
    shell: process.platform === 'win32',
  });
  await writeFile(installed, wanted);
}

async function inspect(label: string, args: readonly string[]): Promise<void> {
  const target = [process.execPath, main, 'mcp'];
  await check(`inspector: ${label}`, 'mcp-inspector', ['--cli', '--cwd', project, ...target, ...args]);
}

async function check(label: string, program: string, args: readonly string[]): Promise<void> {
  await step(label, { file: bin(program), args, cwd: project });
}
