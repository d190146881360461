import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyGazetteer, inputsDigest } from './gazetteer.mjs';
import { step } from './step.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const stamp = join(dist, '.built-from');

/** Whether `dist` was made from other sources than those that are here now. */
export function isBuildStale() {
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== sourcesDigest();
}

/**
 * Compiles into a folder beside `dist` and swaps the two, so that a failed build leaves the last good one.
 *
 * @param {string} node
 */
export async function build(node) {
  const digest = sourcesDigest();
  const fresh = join(root, `dist-${process.pid}`);
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  try {
    await step('Building', {
      file: node,
      args: [tsc, '-p', 'tsconfig.build.json', '--outDir', fresh],
      cwd: root,
    });
    for (const path of sourcesUnder('src').filter((source) => !source.endsWith('.ts'))) {
      cpSync(join(root, path), join(fresh, path.slice('src/'.length)));
    }
    await step('Building the page', {
      file: node,
      args: [vite, 'build', 'web', '--outDir', join(fresh, 'web')],
      cwd: root,
    });
    await step('Building the app for MCP hosts', {
      file: node,
      args: [vite, 'build', '--config', 'web/plan-app/vite.config.ts', '--outDir', join(fresh, 'plan-app')],
      cwd: root,
    });
    await step('Building the hook', {
      file: node,
      args: [
        vite,
        'build',
        '--config',
        join(root, 'scripts', 'hook-bundle.config.mjs'),
        '--outDir',
        join(fresh, 'hook'),
      ],
      cwd: fresh,
    });
    copyGazetteer(fresh);
    writeFileSync(join(fresh, '.built-from'), digest);
    rmSync(dist, { recursive: true, force: true });
    renameSync(fresh, dist);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

function sourcesDigest() {
  const hash = createHash('sha256').update(inputsDigest());
  for (const path of [
    'tsconfig.json',
    'tsconfig.build.json',
    'package-lock.json',
    ...sourcesUnder('src'),
    ...sourcesUnder('web'),
  ]) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
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
