import { stripVTControlCharacters } from 'node:util';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from './program.ts';

/** Every command, with the words that call it. */
function commandsOf(command: Command, before: readonly string[] = []): { path: string; command: Command }[] {
  const words = [...before, command.name()];
  return [{ path: words.join(' '), command }, ...command.commands.flatMap((sub) => commandsOf(sub, words))];
}

function program(): Command {
  return createProgram({ perform: async () => undefined });
}

function helpOf(command: Command, columns: number): string {
  let help = '';
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
    getOutHelpWidth: () => columns,
    getOutHasColors: () => false,
  });
  command.outputHelp();
  return stripVTControlCharacters(help);
}

it.each([
  ['jurnal', 'Did you mean journal? See `wayfold --help`.'],
  ['inbox aprove talk/7', 'Did you mean approve? See `wayfold inbox --help`.'],
  ['trip chek', 'Did you mean check? See `wayfold trip --help`.'],
  ['kubernetes', 'See `wayfold --help`.'],
])('wayfold %s is no command, and the one that was meant is named', async (line, fix) => {
  await expect(program().parseAsync(line.split(' '), { from: 'user' })).rejects.toMatchObject({
    code: 'usage',
    fix,
  });
});

describe.each(commandsOf(program()))('the help of $path', ({ path, command }) => {
  it('says how to call it, what it does, the options of every command, an example and the exit codes', () => {
    const help = helpOf(command, 80);
    expect(help).toContain(`Usage: ${path}`);
    expect(command.description()).not.toBe('');
    for (const option of ['--data', '--store', '--config', '--json', '--help'])
      expect(help).toContain(option);
    const example = new RegExp(`\nExample:\n(  \\$ .*\n)*  \\$ .*${path}`);
    expect(help).toMatch(example);
    expect(help).toContain('\nExit codes:\n  0    done\n');
  });

  it('describes everything it takes, in phrases and not in sentences', () => {
    const described = [
      ...command.options.map(({ flags, description }) => [flags, description] as const),
      ...command.registeredArguments.map((each) => [each.name(), each.description] as const),
      ...command.commands.map((sub) => [sub.name(), sub.description()] as const),
    ];
    for (const [name, description] of described) expect(description, name).toMatch(/^\S.*[^.\s]$/s);
  });

  it.each([80, 60])('fits into %i columns, but for what is to be copied', (columns) => {
    const [described = ''] = helpOf(command, columns).split('\nExample:\n');
    const wide = described.split('\n').filter((line) => line.length > columns && !line.startsWith('Usage:'));
    expect(wide).toEqual([]);
  });
});
