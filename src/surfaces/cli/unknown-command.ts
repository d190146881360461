import type { Command } from 'commander';
import { closestWord } from './closest-word.ts';
import { CliError } from './error.ts';

/**
 * Refuses an unknown command and suggests the nearest one. The parser does so itself, except in a group that has an
 * action of its own: there it reports too many arguments.
 */
export function refuseUnknownCommands(program: Command): void {
  for (const group of program.commands.filter(({ commands }) => commands.length > 0)) {
    group.allowExcessArguments();
  }
  program.hook('preAction', (_, command) => {
    const word = command.args[command.registeredArguments.length];
    if (word === undefined || command.registeredArguments.at(-1)?.variadic) return;
    // Every unknown word reaches `up`, the default command.
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
