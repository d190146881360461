import { createInterface } from 'node:readline/promises';
import { CliError } from '../error.ts';
import type { Invocation } from '../invocation.ts';
import { onOneLine } from './printable.ts';

/** Makes sure that somebody wants this: by --yes, or by asking on a terminal. */
export async function confirm(
  { stdin, signal, output }: Invocation,
  question: string,
  yes: boolean | undefined,
): Promise<void> {
  if (yes) return;
  if (!stdin.isTTY || output.json) {
    throw new CliError('confirmation-needed', {
      expected: '--yes, because there is nobody to ask',
      actual: 'no --yes',
      fix: `${question} Add --yes if that is what you want.`,
    });
  }
  const terminal = createInterface({ input: stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${onOneLine(question)} [y/N] `, { signal });
    if (/^y(es)?$/i.test(answer.trim())) return;
  } finally {
    terminal.close();
  }
  throw new CliError('declined', {
    expected: 'a yes',
    actual: 'another answer',
    fix: 'Nothing was changed.',
  });
}
