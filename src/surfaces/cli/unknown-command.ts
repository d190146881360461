import type { Command } from 'commander';
import { closestWord } from './closest-word.ts';
import { CliError } from './error.ts';

/**
 * Refuses a word where a command is expected, with the one that was perhaps meant. The parser does so by itself, except
 * for a group that also does something without a command: there it takes the word for an argument too many.
 */
export function refuseUnknownCommands(program: Command): void {
  for (const group of program.commands.filter(({ commands }) => commands.length > 0)) {
    group.allowExcessArguments();
  }
  program.hook('preAction', (_, command) => {
    const word = command.args[command.registeredArguments.length];
    if (word === undefined || command.registeredArguments.at(-1)?.variadic) return;
    // Every word that is no command goes to `up`, which is the command when there is none.
    throw unknownCommand(word, command.commands.length > 0 ? command : program);
  });
}

function unknownCommand(word: string, group: Command): CliError {
  const names = group.commands.map((command) => command.name());
  const meant = closestWord(word, names);
  const path = group.parent ? `${group.parent.name()} ${group.name()}` : group.name();
  return new CliError('usage', {
    summary: `${JSON.stringify(word.slice(0, 100))} is not a command of ${path}.`,
    fix: `${meant === undefined ? '' : `Did you mean ${meant}? `}See \`${path} --help\`.`,
  });
}
