import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs the program in a folder's module comment as its reader would, and returns what it printed. */
export function runModuleExample(index: URL): string {
  const [, comment = ''] = /```ts\n(.*?)```/s.exec(readFileSync(index, 'utf8')) ?? [];
  const program = comment
    .replace(/^ \* ?/gm, '')
    .replace(/'wayfold\/([a-z-]+)'/g, (_, folder) => `'${new URL(`../${folder}/index.ts`, index)}'`);
  const directory = mkdtempSync(join(tmpdir(), 'wayfold-example-'));
  try {
    const file = join(directory, 'example.mts');
    writeFileSync(file, program);
    return execFileSync(process.execPath, [file], { encoding: 'utf8', cwd: directory });
  } finally {
    rmSync(directory, { recursive: true });
  }
}
