import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const root = fileURLToPath(new URL('..', import.meta.url));
const Manifest = z.object({ name: z.string(), type: z.string(), exports: z.record(z.string(), z.unknown()) });

/**
 * Makes a directory the package `wayfold` to the programs in it: the names that the real one exports and its launcher, with
 * the sources behind them, so that nothing has to be built.
 */
export function linkPackage(directory: string): void {
  symlinkSync(join(root, 'src'), join(directory, 'src'), 'junction');
  const { name, type, exports } = Manifest.parse(
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
  );
  const sources = Object.entries(exports).flatMap(([subpath, target]) => {
    const [, folder] = /"\.\/dist\/([^"]*)index\.js"/.exec(JSON.stringify(target)) ?? [];
    return folder === undefined ? [] : [[subpath, `./src/${folder}index.ts`]];
  });
  const manifest = { name, type, exports: Object.fromEntries(sources) };
  writeFileSync(join(directory, 'package.json'), JSON.stringify(manifest));
  mkdirSync(join(directory, 'bin'));
  writeFileSync(join(directory, 'bin', 'wayfold.cjs'), `import('../src/surfaces/cli/main.ts');\n`);
}
