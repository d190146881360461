import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetupError, step } from './step.mjs';

// The first is Chromium without windows: the same pages for half the work.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];
const ELSEWHERE = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of a Chromium that the browser tests can drive. `WAYFOLD_CHROMIUM` overrides the search. */
export function findChromium() {
  const chosen = process.env.WAYFOLD_CHROMIUM;
  if (chosen) return isExecutable(chosen) ? chosen : undefined;
  return [...onPath(NAMES), ...ELSEWHERE].find(isExecutable);
}

/** Installs Debian's Chromium where that is possible, else says what to do instead. */
export async function installChromium() {
  if (process.env.WAYFOLD_CHROMIUM) {
    return `WAYFOLD_CHROMIUM names ${process.env.WAYFOLD_CHROMIUM}, which cannot be run.`;
  }
  if (!onPath(['apt-get']).some(isExecutable)) {
    return 'install Chromium or Chrome, or set WAYFOLD_CHROMIUM to the path of one.';
  }
  if (process.getuid?.() !== 0) return 'run: sudo apt-get install chromium-headless-shell';

  let problem;
  for (const name of ['chromium-headless-shell', 'chromium']) {
    problem = await aptInstall(name);
    if (findChromium() !== undefined) return undefined;
  }
  return problem ?? 'apt-get installed the package, yet there is no chromium on the PATH.';
}

/** The terminal that the tests of `wayfold plan watch` look at. */
export async function provideTmux() {
  const isThere = () => onPath(['tmux']).some(isExecutable);
  if (isThere() || !onPath(['apt-get']).some(isExecutable) || process.getuid?.() !== 0) return isThere();
  await aptInstall('tmux');
  return isThere();
}

/**
 * What went wrong, if anything did.
 *
 * @param {string} name
 */
async function aptInstall(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-q', '-y', '--no-install-recommends', name];
  try {
    await step('Updating the package lists', { file: 'apt-get', args: ['update', '-q'], env });
    await step(`Installing ${name}`, { file: 'apt-get', args: install, env });
    return undefined;
  } catch (error) {
    if (error instanceof SetupError) return error.message;
    throw error;
  }
}

/** @param {readonly string[]} names */
function onPath(names) {
  const directories = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => directories.map((directory) => join(directory, name)));
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
