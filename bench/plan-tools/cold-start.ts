import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { Distribution } from '../harness/distribution.ts';
import { figure, times } from '../harness/figure.ts';
import type { Answer, Bench } from '../harness/suite.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const Peers = z.object({ dependencies: z.record(z.string(), z.string()) });

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1.0.0' },
  },
};

interface Server {
  readonly name: string;
  /** What npm installs it from. */
  readonly spec: string;
  readonly command: readonly string[];
}

interface Cold {
  readonly seconds: number;
  readonly packages: number;
  readonly megabytes: number;
}

/** From `npx` on a machine that has never seen the package to the first answer. */
export async function coldStart(bench: Bench): Promise<Answer> {
  const rounds = bench.quick ? 1 : 5;
  const servers = await serversIn(bench.directory);
  const starts = new Map(servers.map(({ name }): [string, Cold[]] => [name, []]));
  bench.progress(`cold start: ${servers.length} servers, ${rounds} times each`);
  for (let round = 0; round < rounds; round++) {
    for (const server of servers) starts.get(server.name)?.push(await startCold(server, bench.directory));
  }
  const median = (name: string, what: keyof Cold) =>
    new Distribution((starts.get(name) ?? []).map((start) => start[what])).median;
  const [{ name: wayfold = '' } = {}] = servers;
  return {
    question: 'How long does a server take that is not installed yet?',
    method: [
      `From \`npx -y\` with an empty cache to the answer to \`initialize\`: fetching, unpacking, starting. Seconds, ${rounds} times each, in turns.`,
      '- Wayfold is installed from its packed file, the others from the registry; the installed sizes differ too.',
    ],
    table: {
      columns: ['', 'initialized', "of Wayfold's", 'packages', 'megabytes'],
      rows: servers.map(({ name }) => [
        name,
        figure(median(name, 'seconds')),
        times(median(name, 'seconds') / median(wayfold, 'seconds')),
        figure(median(name, 'packages')),
        figure(median(name, 'megabytes')),
      ]),
    },
    goals: [],
    notes: [
      'Three fifths of the size of Wayfold are place data and the world map, for trips without a network.',
    ],
  };
}

async function serversIn(directory: string): Promise<Server[]> {
  const { dependencies } = Peers.parse(
    JSON.parse(await readFile(join(ROOT, 'bench', 'package.json'), 'utf8')),
  );
  const packed = await mkdtemp(join(directory, 'packed-'));
  const args = ['pack', '--ignore-scripts', '--pack-destination', packed];
  await promisify(execFile)('npm', args, { cwd: ROOT });
  const [tarball = ''] = await readdir(packed);
  const peer = (name: string, command: string): Server => ({
    name,
    spec: `${name}@${dependencies[name]}`,
    command: [command],
  });
  return [
    { name: '**Wayfold**', spec: join(packed, tarball), command: ['wayfold', 'mcp', '--ephemeral'] },
    peer('mcp-shrimp-task-manager', 'mcp-shrimp-task-manager'),
    peer('@modelcontextprotocol/server-sequential-thinking', 'mcp-server-sequential-thinking'),
  ];
}

async function startCold({ spec, command }: Server, directory: string): Promise<Cold> {
  const cache = await mkdtemp(join(directory, 'cold-'));
  const project = join(cache, 'project');
  await mkdir(project);
  const start = performance.now();
  const child = spawn('npx', ['-y', '--package', spec, ...command], {
    cwd: project,
    env: { ...process.env, npm_config_cache: cache },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('{')) break;
  const seconds = (performance.now() - start) / 1000;
  child.stdin.end();
  child.kill();
  await ended;
  const installed = await installedIn(join(cache, '_npx'));
  await rm(cache, { recursive: true, force: true });
  return { seconds, ...installed };
}

async function installedIn(folder: string): Promise<Omit<Cold, 'seconds'>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  );
  const isPackage = /\/node_modules\/(?:@[^/]+\/)?[^/]+$/;
  const packages = files.filter(
    ({ name, parentPath }) => name === 'package.json' && isPackage.test(parentPath),
  );
  return { packages: packages.length, megabytes: sizes.reduce((sum, size) => sum + size, 0) / 1e6 };
}
