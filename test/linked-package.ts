import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { isBuildStale } from '../scripts/build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const Manifest = z.object({ name: z.string(), type: z.string(), exports: z.record(z.string(), z.unknown()) });

/** Makes a directory the package `wayfold` to the programs in it: the names that the real one exports, and its launcher. */
export function linkPackage(directory: string): void {
  symlinkSync(join(root, 'dist'), join(directory, 'dist'), 'junction');
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  writeFileSync(join(directory, 'package.json'), JSON.stringify(manifest));
  mkdirSync(join(directory, 'bin'));
  writeFileSync(join(directory, 'bin', 'wayfold.cjs'), `import('../dist/surfaces/cli/main.js');\n`);
}

/**
 * For TypeScript: what is behind each of those names. Declarations, which are read twenty times as fast, or the sources
 * where there are none of the sources as they are.
 */
export function typePaths(toRoot: string): Record<string, string[]> {
  const { name, exports } = Manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const areBuilt = !isBuildStale();
  return Object.fromEntries(
    Object.entries(exports).flatMap(([subpath, target]) => {
      const [, folder] = /"\.\/dist\/([^"]*)index\.js"/.exec(JSON.stringify(target)) ?? [];
      const types = areBuilt ? `${toRoot}/dist/${folder}index.d.ts` : `${toRoot}/src/${folder}index.ts`;
      return folder === undefined ? [] : [[name + subpath.slice(1), [types]]];
    }),
  );
}
