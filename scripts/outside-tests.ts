/** Tests with programs of others, which are installed for them and are no dependencies of ours. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';
import { SetupError, step } from './step.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface OutsideTests {
  /** What is installed, in words for the line of progress. */
  readonly title: string;
  /** A folder of its own under `.cache`. */
  readonly folder: string;
  /** The manifest that npm installs from. */
  readonly manifest: object;
  readonly installOptions?: readonly string[];
  readonly include: readonly string[];
  /** Tells the tests where the programs are. */
  readonly env: (installed: string) => Readonly<Record<string, string>>;
}

/** Installs the programs unless they are there, and runs the tests; those whose name has the first argument, if any. */
export async function runOutsideTests(tests: OutsideTests): Promise<void> {
  const [, , only] = process.argv;
  const cache = join(root, '.cache', tests.folder);
  try {
    await install(tests, cache);
    Object.assign(process.env, tests.env(cache));
    // Not the projects of `npm test`: these files are none of theirs.
    const vitest = await startVitest('test', [], {
      root,
      config: false,
      watch: false,
      include: [...tests.include],
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
}

async function install({ title, manifest, installOptions = [] }: OutsideTests, cache: string): Promise<void> {
  const installed = join(cache, 'installed.json');
  const wanted = JSON.stringify({ private: true, ...manifest });
  if ((await readFile(installed, 'utf8').catch(() => '')) === wanted) return;
  await mkdir(cache, { recursive: true });
  await writeFile(join(cache, 'package.json'), wanted);
  await step(`Installing ${title}`, {
    file: 'npm',
    args: ['install', '--no-audit', '--no-fund', ...installOptions],
    cwd: cache,
    shell: process.platform === 'win32',
  });
  await writeFile(installed, wanted);
}
