import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

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

/** For TypeScript: the sources behind each of those names. */
export function sourcePaths(toRoot: string): Record<string, string[]> {
  const { name, exports } = Manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  return Object.fromEntries(
    Object.entries(exports).flatMap(([subpath, target]) => {
      const [, folder] = /"\.\/dist\/([^"]*)index\.js"/.exec(JSON.stringify(target)) ?? [];
      const sources = [`${toRoot}/src/${folder}index.ts`];
      return folder === undefined ? [] : [[name + subpath.slice(1), sources]];
    }),
  );
}
