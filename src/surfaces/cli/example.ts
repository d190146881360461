import { styleText } from 'node:util';
import type { Command } from 'commander';
import { EXIT_CODES_HELP } from './exit-code.ts';

/** Examples and exit codes at the end of a command's help. */
export function addExample(command: Command, examples: readonly string[]): void {
  const shown = examples.map((example) => `  $ ${example}`).join('\n');
  const [example, exitCodes] = ['Example:', 'Exit codes:'].map((title) => styleText('bold', title));
  command.addHelpText('after', `\n${example}\n${shown}\n\n${exitCodes}\n${EXIT_CODES_HELP}`);
}
