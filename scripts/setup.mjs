// Brings a clone to the point where a command can run, then runs it:
//   node scripts/setup.mjs [--build [--types] | --rebuild] [--browser] [--terminal] [--bench] [--mutation] [-- command arguments...]
// Plain JavaScript for Node 18 and up, because it runs before the project's own Node is there.

import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { provideBaseMap } from './base-map.mjs';
import { build, isBuildStale } from './build.mjs';
import { findChromium, installChromium, provideTmux } from './debian-programs.mjs';
import { provideGazetteer } from './gazetteer.mjs';
import {
  installBenchPeers,
  installMutationTester,
  installPackages,
  modules,
  nodeForTheProject,
  root,
} from './packages.mjs';
import { SetupError } from './step.mjs';
import { provideTaskReader } from './task-reader.mjs';

/** @type {NodeJS.ProcessEnv} */
const env = { ...process.env, PATH: [join(modules, '.bin'), process.env.PATH].join(delimiter) };

const separator = process.argv.indexOf('--');
const flags = process.argv.slice(2, separator === -1 ? undefined : separator);
const command = separator === -1 ? [] : process.argv.slice(separator + 1);

try {
  await installPackages();
  if (flags.includes('--bench')) await installBenchPeers();
  if (flags.includes('--mutation')) await installMutationTester();
  await provideGazetteer(nodeForTheProject());
  await provideBaseMap(nodeForTheProject());
  await provideTaskReader(nodeForTheProject());
  const types = flags.includes('--types') || flags.includes('--rebuild');
  if (flags.includes('--rebuild') || (flags.includes('--build') && isBuildStale({ types }))) {
    await build(nodeForTheProject(), { types });
  }
  if (flags.includes('--browser')) await provideBrowser();
  if (flags.includes('--terminal')) await provideTerminal();
  const [name, ...args] = command;
  if (name !== undefined) run(name, args);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function provideBrowser() {
  const problem = findChromium() === undefined ? await installChromium() : undefined;
  const chromium = findChromium();
  if (chromium !== undefined) {
    env.WAYFOLD_CHROMIUM = chromium;
    return;
  }
  delete env.WAYFOLD_CHROMIUM;
  const message = `There is no Chromium for the browser tests: ${problem}`;
  if (process.env.CI) throw new SetupError(message);
  process.stderr.write(`${message}\nThe tests that need it are skipped.\n`);
}

async function provideTerminal() {
  if (await provideTmux()) return;
  const message = 'There is no tmux for the terminal tests: install it with your package manager.';
  if (process.env.CI) throw new SetupError(message);
  process.stderr.write(`${message}\nThe tests that need it are skipped.\n`);
}

/**
 * @param {string} name
 * @param {readonly string[]} args
 */
function run(name, args) {
  const child = spawn(name === 'node' ? nodeForTheProject() : name, args, {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the child as well; passing it on would make it two.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  if (process.env.npm_lifecycle_event) stopWithParent(child);
  child.on('error', (error) => {
    process.stderr.write(`${name}: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exit(signal === null ? (code ?? 1) : 128 + constants.signals[signal]);
  });
}

/**
 * npm hands a signal to the shell it started, and that shell dies without passing it on.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
function stopWithParent(child) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 200);
}
