/**
 * `npm run test:peers`: A2A agents and callers that are made with other programs, talking with `wayfold talk` and with a
 * published session. They are large, so they are installed into `.cache/` here and are not among the packages a
 * contributor gets. `npm run test:peers -- Strands` runs the tests of one of them.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';
import { SetupError, step } from './step.mjs';

const PEERS = {
  '@strands-agents/sdk': '1.19.0',
  // What Strands needs of others for A2A; the rest of its peers it can do without.
  '@a2a-js/sdk': '0.3.14',
  '@modelcontextprotocol/sdk': '1.25.2',
  '@opentelemetry/api': '1.9.0',
  express: '5.1.0',
  zod: '4.1.12',
};

const [, , only] = process.argv;
const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, '.cache', 'peers');

try {
  await install();
  process.env.WAYFOLD_PEERS = cache;
  // Not the projects of `npm test`: this file is none of theirs.
  const vitest = await startVitest('test', [], {
    root,
    config: false,
    watch: false,
    include: ['test/peers/peers.ts'],
    ...(only !== undefined && { testNamePattern: only }),
    testTimeout: 120_000,
    hookTimeout: 60_000,
  });
  await vitest.close();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function install(): Promise<void> {
  const installed = join(cache, 'installed.json');
  const wanted = JSON.stringify({ private: true, dependencies: PEERS });
  if ((await readFile(installed, 'utf8').catch(() => '')) === wanted) return;
  await mkdir(cache, { recursive: true });
  await writeFile(join(cache, 'package.json'), wanted);
  await step('Installing the A2A peers', {
    file: 'npm',
    args: ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps'],
    cwd: cache,
    shell: process.platform === 'win32',
  });
  await writeFile(installed, wanted);
}
