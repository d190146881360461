import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A repository with a parser in it, and one commit. */
export function beginRepository(directory: string): void {
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      cwd: directory,
    });
  mkdirSync(directory);
  writeFileSync(join(directory, 'parse.js'), "export const parse = (text) => text.split(' ');\n");
  git('init', '--quiet');
  git('add', '-A');
  git('commit', '--quiet', '-m', 'Add the parser');
}
