import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../src/surfaces/cli/program.ts';
import { shellBlocks, wayfoldCalls } from './shell-blocks.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = globSync(['README.md', 'docs/**/*.md', 'examples/*.md'], { cwd: root })
  .filter((page) => !page.startsWith('docs/api/'))
  .toSorted()
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

test('every wayfold command in a code block of the documentation parses', async () => {
  const program = createProgram({ perform: async () => undefined });
  const calls = pages.flatMap(({ path, text }) =>
    shellBlocks(text)
      .flatMap(({ commands }) => commands.flatMap((command) => wayfoldCalls(command)))
      .filter((words) => !words.includes('--help'))
      .map((words) => ({ path, words })),
  );
  expect(calls.length).toBeGreaterThan(100);
  const refused: string[] = [];
  for (const { path, words } of calls) {
    await program
      .parseAsync(words, { from: 'user' })
      .catch((error: Error) => refused.push(`${path}: wayfold ${words.join(' ')}: ${error.message}`));
  }
  expect(refused).toEqual([]);
});

test('every command and option named in the documentation exists', () => {
  const program = createProgram({ perform: async () => undefined });
  const unknown = pages.flatMap(({ path, text }) =>
    [...text.replaceAll(/^ *```.*?^ *```$/gms, '').matchAll(/(?<!`)`(?:npx )?wayfold ([^`]+)`/g)]
      .map(([, line = '']) => line)
      .filter((line) => !isKnown(program, line.split(/\s+/)))
      .map((line) => `${path}: wayfold ${line}`),
  );
  expect(unknown).toEqual([]);
});

test('no snippet for an agent lets npx ask before it installs', () => {
  const asking = pages.filter(({ text }) => /npx",\s*("args":\s*\[)?"wayfold|-- npx wayfold/.test(text));
  expect(asking.map(({ path }) => path)).toEqual([]);
});

/** Follows words down to a command, and looks for the options there and above. */
function isKnown(command: Command, [word = '', ...rest]: readonly string[]): boolean {
  const next = command.commands.find((each) => each.name() === word);
  if (next) return isKnown(next, rest);
  const isRoot = command.parent === null;
  if (isRoot && /^[a-z]+$/.test(word) && word !== 'help') return false;
  // Flags of a planner's own commands and settings are not known here.
  if (['run', 'do', 'publish'].includes(command.name())) return true;
  const options = [command, command.parent, command.parent?.parent].flatMap((each) => each?.options ?? []);
  const known = new Set(['--help', ...options.map(({ long }) => long)]);
  return [word, ...rest].every((each) => {
    const [, option] = /^\[?(--[a-z-]+)/.exec(each) ?? [];
    return option === undefined || known.has(option);
  });
}
