import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { CliError } from '../../error.ts';
import type { Invocation } from '../../invocation.ts';
import { onOneLine } from '../text/printable.ts';

/** Options of {@link confirm}. */
export interface ConfirmOptions {
  /** The meaning of a blank line. Default: no. */
  readonly usual?: boolean;
  /** The hint for a person who declines. */
  readonly otherwise?: string;
}

/** Asks for confirmation on a terminal, unless --yes was given. */
export async function confirm(
  { stdin, signal, output }: Invocation,
  question: string,
  yes: boolean | undefined,
  { usual = false, otherwise = 'Nothing was changed.' }: ConfirmOptions = {},
): Promise<void> {
  if (yes) return;
  if (!stdin.isTTY || output.json) {
    throw new CliError('confirmation-needed', {
      summary: 'This needs a confirmation, and there is nobody to ask.',
      fix: `${question} Add --yes if that is what you want.`,
    });
  }
  const terminal = createInterface({ input: stdin, output: process.stderr });
  try {
    const asked = terminal.question(`${onOneLine(question)} [${usual ? 'Y/n' : 'y/N'}] `, { signal });
    const answer = await Promise.race([asked, once(terminal, 'close').then(() => 'no')]);
    if ((usual ? /^(y(es)?)?$/i : /^y(es)?$/i).test(answer.trim())) return;
  } finally {
    terminal.close();
  }
  throw new CliError('declined', {
    summary: 'You did not confirm.',
    fix: otherwise,
  });
}
