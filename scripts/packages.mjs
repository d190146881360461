import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SetupError, step } from './step.mjs';

const OLDEST_NODE = { major: 22, minor: 13 };

export const root = fileURLToPath(new URL('..', import.meta.url));
export const modules = join(root, 'node_modules');

/** Installs everything but the benchmarks' peers and the mutation tester, unless that has been done for this lockfile. */
export async function installPackages() {
  if (isCurrent('packages') || npmIsAhead()) return;
  await step(
    'Installing packages',
    npm(['install', ...KEEP_LOCKFILE, '-w', 'web', '--include-workspace-root']),
  );
  nodeForTheProject();
  markCurrent('packages');
}

/** Installs what only the benchmarks need: large libraries, some of them compiled on the spot. */
export async function installBenchPeers() {
  if (isCurrent('bench')) return;
  // Native addons are compiled for the Node that will load them, whatever Node this script runs on.
  if (!existsSync(join(nodePackage(), 'include'))) {
    await step("Fetching Node's headers", npm(['rebuild', 'node']));
  }
  const env = { ...process.env, npm_config_nodedir: nodePackage() };
  await step("Installing the benchmarks' peers", {
    ...npm(['install', ...KEEP_LOCKFILE, '-w', 'bench']),
    env,
  });
  markCurrent('bench');
}

/** Installs what only `npm run mutants` needs. */
export async function installMutationTester() {
  if (isCurrent('mutation')) return;
  await step('Installing the mutation tester', npm(['install', ...KEEP_LOCKFILE, '-w', 'test/mutation']));
  markCurrent('mutation');
}

/** The Node that runs Wayfold: the one npm installed, or this one where it is recent enough. */
export function nodeForTheProject() {
  const own = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(own)) return own;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE.major || (major === OLDEST_NODE.major && minor >= OLDEST_NODE.minor)) {
    return process.execPath;
  }
  throw new SetupError(
    `Wayfold needs Node ${OLDEST_NODE.major}.${OLDEST_NODE.minor} or newer. This is ${process.version}, and ${own} is missing.\n` +
      'If your npm ignores install scripts, run: npm rebuild node --ignore-scripts=false',
  );
}

// Not `npm ci`: it would throw the benchmarks' peers away each time.
const KEEP_LOCKFILE = ['--no-save', '--no-audit', '--no-fund'];

/** @param {readonly string[]} args */
function npm(args) {
  const program = process.env.npm_execpath;
  return program?.endsWith('.js')
    ? { file: process.execPath, args: [program, ...args], cwd: root }
    : { file: 'npm', args, cwd: root, shell: process.platform === 'win32' };
}

/** Where the `node` package keeps the distribution for this platform. */
function nodePackage() {
  const { platform, arch } = process;
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node';
  return join(
    modules,
    'node',
    'node_modules',
    `${prefix}-${platform === 'win32' ? 'win' : platform}-${arch}`,
  );
}

/** @typedef {'packages' | 'bench' | 'mutation'} Part */

/** @param {Part} part */
function isCurrent(part) {
  return existsSync(stampOf(part)) && readFileSync(stampOf(part), 'utf8') === lockDigest();
}

/** @param {Part} part */
function markCurrent(part) {
  writeFileSync(stampOf(part), lockDigest());
}

/** After an `npm install` by hand, npm's own record of it is newer than the lockfile. */
function npmIsAhead() {
  const record = join(modules, '.package-lock.json');
  return existsSync(record) && statSync(record).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}

/** @param {Part} part */
function stampOf(part) {
  return join(modules, `.wayfold-${part}`);
}

function lockDigest() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}
