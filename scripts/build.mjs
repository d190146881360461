import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { baseMapDigest } from './base-map.mjs';
import { copyGazetteer, inputsDigest } from './gazetteer.mjs';
import { digestOfFiles } from './source-files.mjs';
import { step } from './step.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const stamp = join(dist, '.built-from');
const programStamp = join(dist, '.program-from');

/** Whether `dist` was made from other sources than those that are here now, or lacks the types that are asked for. */
export function isBuildStale({ types = true } = {}) {
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== sourcesDigest()) return true;
  return types && !existsSync(join(dist, 'index.d.ts'));
}

/** Whether the programs in `dist` were made from other sources than those that are here now. */
export function isProgramStale() {
  return !existsSync(programStamp) || readFileSync(programStamp, 'utf8') !== programDigest();
}

/**
 * Makes the programs alone, among the files of the last build: one that runs meanwhile still finds its own.
 *
 * @param {string} node
 */
export async function buildProgram(node, folder = dist) {
  const digest = programDigest();
  await step('Building the programs', { ...bundling(node, 'program', folder), cwd: root });
  writeFileSync(join(folder, '.program-from'), digest);
}

/**
 * Builds into a folder beside `dist` and swaps the two, so that a failed build leaves the last good one. The types, which
 * take longest, are for those who import the package.
 *
 * @param {string} node
 */
export async function build(node, { types = true } = {}) {
  const digest = sourcesDigest();
  const fresh = join(root, `dist-${process.pid}`);
  try {
    if (types) await buildTypes(node, fresh);
    await buildProgram(node, fresh);
    await step('Building the page', {
      file: node,
      args: [VITE, 'build', 'web', '--outDir', join(fresh, 'web')],
      cwd: root,
    });
    await step('Building the app for MCP hosts', {
      file: node,
      args: [VITE, 'build', '--config', 'web/plan-app/vite.config.ts', '--outDir', join(fresh, 'plan-app')],
      cwd: root,
    });
    await step('Building the hook', { ...bundling(node, 'hook', join(fresh, 'hook')), cwd: root });
    copyGazetteer(fresh);
    writeFileSync(join(fresh, '.built-from'), digest);
    rmSync(dist, { recursive: true, force: true });
    renameSync(fresh, dist);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/**
 * @param {string} node
 * @param {string} folder
 */
async function buildTypes(node, folder) {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const args = [tsc, '-p', 'tsconfig.build.json', '--outDir', folder];
  await step('Building the types', { file: node, args, cwd: root });
  keepReachable(folder);
}

const VITE = join(root, 'node_modules', 'vite', 'bin', 'vite.js');

/**
 * @param {string} node
 * @param {'program' | 'hook'} name
 * @param {string} outDir
 */
function bundling(node, name, outDir) {
  const config = join(root, 'scripts', `${name}-bundle.config.mjs`);
  return { file: node, args: [VITE, 'build', '--config', config, '--outDir', outDir] };
}

/**
 * Removes the types that nobody can reach who imports the package.
 *
 * @param {string} folder
 */
function keepReachable(folder) {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const waiting = Object.values(exports).flatMap(({ types }) =>
    types === undefined ? [] : [join(folder, types.slice('./dist/'.length))],
  );
  const reached = new Set();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(
      /(?:from |import\()['"](\.[^'"]+)\.[jt]s['"]/g,
    )) {
      waiting.push(join(dirname(path), `${name}.d.ts`));
    }
  }
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !reached.has(path)) rmSync(path);
  }
}

function programDigest() {
  return digestOfFiles([
    'package-lock.json',
    'package.json',
    'scripts/program-bundle.config.mjs',
    ...sourcesUnder('src'),
  ]);
}

function sourcesDigest() {
  const files = digestOfFiles([
    'tsconfig.json',
    'tsconfig.build.json',
    'scripts/hook-bundle.config.mjs',
    ...sourcesUnder('web'),
  ]);
  return [inputsDigest(), baseMapDigest(), programDigest(), files].join('\n');
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function sourcesUnder(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sourcesUnder(path);
      return entry.name.endsWith('.test.ts') ? [] : [path];
    });
}
