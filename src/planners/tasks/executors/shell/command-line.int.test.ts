import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitCommandLine } from './command-line.ts';

/** What bash passes to a program. Nothing else is in its PATH. */
function wordsOfBash(line: string, cwd: string): string[] {
  const written = execFileSync('/bin/bash', ['-c', `printf '%s\\0' ${line}`], {
    cwd,
    env: { PATH: cwd, HOME: '/home/of/bash' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return written.split('\0').slice(0, -1);
}

it('splits every accepted line like a shell', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'wayfold-command-line-'));
  const piece = fc.constantFrom(...'abAB01 \t\'"\\$`~{}[]()*?!#=:,.;|&<>%^-+@/\n');
  const line = fc.array(
    fc.oneof(piece, fc.constantFrom(' ', 'a', "'b c'", '"d"', '\\e', '{a,', '..', '=~')),
    {
      minLength: 1,
      maxLength: 12,
    },
  );
  let accepted = 0;
  try {
    fc.assert(
      fc.property(line, (pieces) => {
        const text = `program ${pieces.join('')}`;
        const split = splitCommandLine(text);
        fc.pre(split.type === 'words');
        accepted += 1;
        expect(split.words).toEqual(wordsOfBash(text, cwd));
      }),
      { numRuns: 300, maxSkipsPerRun: 1000 },
    );
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
  expect(accepted).toBeGreaterThan(0);
});
