/** A small project that uses the package, as TypeScript sees it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** How a project may tell TypeScript to find packages. */
export const RESOLUTIONS = ['node16', 'nodenext', 'bundler'] as const;

const Manifest = z.object({ name: z.string(), exports: z.record(z.string(), z.unknown()) });

/** What the package in `root` lets others import: `wayfold/journal` and so on. */
export function importableNames(root: string): string[] {
  const { name, exports } = Manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  return Object.entries(exports)
    .filter(([, target]) => typeof target !== 'string')
    .map(([subpath]) => `${name}${subpath.slice(1)}`);
}

/**
 * Writes a program that imports everything, and a `tsconfig.<resolution>.json` for each way to find it. With `examples`,
 * those in the directory of that name are part of the project.
 */
export function writeConsumer(
  directory: string,
  { names, examples }: { readonly names: readonly string[]; readonly examples: boolean },
): void {
  mkdirSync(directory, { recursive: true });
  const imports = names.map((name, at) => `import * as module${at} from '${name}';`);
  writeFileSync(join(directory, 'consumer.ts'), [...imports, ...USE, listOf(names.length), ''].join('\n'));
  for (const resolution of RESOLUTIONS) {
    const config = {
      compilerOptions: {
        target: 'es2024',
        module: resolution === 'bundler' ? 'esnext' : resolution,
        moduleResolution: resolution,
        types: ['node'],
        strict: true,
        skipLibCheck: false,
        allowImportingTsExtensions: true,
        noEmit: true,
      },
      files: ['consumer.ts'],
      include: examples ? ['examples/**/*.ts'] : [],
    };
    writeFileSync(join(directory, `tsconfig.${resolution}.json`), JSON.stringify(config));
  }
}

/** The complaints of TypeScript that are about this project or about Wayfold, and not about the types of others. */
export function ownComplaints(output: string): string[] {
  return output
    .split('\n')
    .filter((line) => /error TS\d+:/.test(line) && !/^\S*node_modules\/(?!wayfold\/)/.test(line));
}

/** If types came out as `any`, there would be no error where one is expected. */
const USE = [
  "import { type AppendResult, memoryStore, openJournal } from 'wayfold/journal';",
  "const result: AppendResult = await openJournal(memoryStore(), 'a').append([{ type: 'b' }]);",
  '// @ts-expect-error: a head is a number.',
  'export const head: string = result.head;',
];

function listOf(count: number): string {
  return `export const modules = [${Array.from({ length: count }, (_, at) => `module${at}`).join(', ')}];`;
}
