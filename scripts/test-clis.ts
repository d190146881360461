/**
 * `npm run test:clis`: the real coding CLIs, as backends of the commit planner and with what `wayfold install` gives them,
 * against a local stand-in for their models. They are more than a gigabyte, so they are installed into `.cache/` here and
 * are not among the packages a contributor gets. `npm run test:clis -- gemini` runs the tests of one of them.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';
import { SetupError, step } from './step.mjs';

const CLIS = {
  '@anthropic-ai/claude-code': '2.1.325',
  '@google/gemini-cli': '0.61.0',
  '@openai/codex': '0.166.0',
  'opencode-ai': '1.18.33',
};

const [, , only] = process.argv;
const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, '.cache', 'clis');

try {
  await install();
  process.env.WAYFOLD_CLIS = join(cache, 'node_modules', '.bin');
  // Not the projects of `npm test`: this file is none of theirs.
  const vitest = await startVitest('test', [], {
    root,
    config: false,
    watch: false,
    include: ['test/cli-stand-ins/real-clis.ts', 'test/cli-stand-ins/installed-agents.ts'],
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

/** Some of them fetch their program for this machine in an install script. */
async function install(): Promise<void> {
  const installed = join(cache, 'installed.json');
  const allowScripts = Object.fromEntries(Object.keys(CLIS).map((name) => [name, true]));
  const wanted = JSON.stringify({ private: true, dependencies: CLIS, allowScripts });
  if ((await readFile(installed, 'utf8').catch(() => '')) === wanted) return;
  await mkdir(cache, { recursive: true });
  await writeFile(join(cache, 'package.json'), wanted);
  await step('Installing the coding CLIs', {
    file: 'npm',
    args: ['install', '--no-audit', '--no-fund'],
    cwd: cache,
    shell: process.platform === 'win32',
  });
  await writeFile(installed, wanted);
}
