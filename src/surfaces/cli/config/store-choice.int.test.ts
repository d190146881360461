import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Argument, Command, Option } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProgram } from '../program.ts';
import { configurationFor } from './config-options.ts';
import { type StoreLocation, storeLocation } from './store-location.ts';

const PRODUCTION = 'postgres://production.invalid/wayfold';
const OTHER = 'postgres://other.invalid/wayfold';
/** They open no store. */
const WITHOUT_STORE = new Set(['completion', 'help']);
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'wayfold-choice-'));
  vi.spyOn(process, 'cwd').mockReturnValue(directory);
  vi.stubEnv('WAYFOLD_STORE', undefined);
  vi.stubEnv('WAYFOLD_DATA', undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(directory, { recursive: true, force: true });
});

/** The store that a command line leads to, and the one that the environment of the command names. */
async function chosen(args: readonly string[]): Promise<{ location?: StoreLocation; variable?: string }> {
  const found: { location?: StoreLocation; variable?: string } = {};
  const program = createProgram({
    configure: async (command) => {
      const config = await configurationFor(command, process.env);
      const variable = config?.environment.WAYFOLD_STORE;
      if (variable !== undefined) found.variable = variable;
    },
    perform: async (options) => {
      found.location = storeLocation(options);
    },
  });
  await program.parseAsync(args, { from: 'user' });
  return found;
}

function leavesOf(command: Command, before: readonly string[] = []): { words: string[]; command: Command }[] {
  return command.commands.flatMap((sub) => {
    const words = [...before, sub.name()];
    const inner = leavesOf(sub, words);
    return inner.length > 0 ? inner : [{ words, command: sub }];
  });
}

function wordFor({ argChoices }: Pick<Argument | Option, 'argChoices'>): string {
  return argChoices?.[0] ?? '1';
}

/** A line that calls the command, with something for all that it must be given. */
function lineOf({ words, command }: { words: readonly string[]; command: Command }): string[] {
  const given = command.registeredArguments.filter(({ required }) => required).map(wordFor);
  const options = command.options.flatMap((option) =>
    option.mandatory && option.long ? [option.long, wordFor(option)] : [],
  );
  return [...words, ...given, ...options];
}

const COMMANDS = leavesOf(createProgram({ perform: async () => undefined }))
  .filter(({ command }) => !WITHOUT_STORE.has(command.name()))
  .map((leaf) => ({ line: lineOf(leaf), name: leaf.words.join(' ') }));

describe.each(COMMANDS)('wayfold $name', ({ line }) => {
  it('uses the data directory of the flag, whatever store the environment names', async () => {
    vi.stubEnv('WAYFOLD_STORE', PRODUCTION);
    const { location, variable } = await chosen([...line, '--data', 'restored']);
    expect(location).toMatchObject({ type: 'sqlite', data: 'restored' });
    expect(variable).toBeUndefined();
  });

  it('refuses a data directory and a store in one command line', async () => {
    await expect(chosen([...line, '--data', 'restored', '--store', OTHER])).rejects.toMatchObject({
      code: 'configuration-invalid',
      message: expect.stringMatching(/--data.*--store/),
    });
  });

  it('refuses a data directory and a store in one environment', async () => {
    vi.stubEnv('WAYFOLD_STORE', PRODUCTION);
    vi.stubEnv('WAYFOLD_DATA', 'here');
    await expect(chosen(line)).rejects.toMatchObject({
      code: 'configuration-invalid',
      message: expect.stringMatching(/WAYFOLD_DATA.*WAYFOLD_STORE/),
    });
  });
});

const sqlite = (data: string) => ({ type: 'sqlite', data });
const postgres = (url: string) => ({ type: 'postgres', url });

describe('of settings in different places the nearer one counts', () => {
  it.each([
    { flags: ['--store', OTHER], env: { WAYFOLD_DATA: 'here' }, file: {}, leads: postgres(OTHER) },
    { flags: ['--store', OTHER], env: { WAYFOLD_STORE: PRODUCTION }, file: {}, leads: postgres(OTHER) },
    { flags: ['--store', ''], env: { WAYFOLD_STORE: PRODUCTION }, file: {}, leads: sqlite('.wayfold') },
    {
      flags: ['--data', 'x'],
      env: { WAYFOLD_STORE: PRODUCTION, WAYFOLD_DATA: 'here' },
      file: { store: OTHER },
      leads: sqlite('x'),
    },
    { flags: [], env: { WAYFOLD_DATA: 'here' }, file: { store: OTHER }, leads: sqlite('here') },
    { flags: [], env: { WAYFOLD_STORE: PRODUCTION }, file: { data: 'x' }, leads: postgres(PRODUCTION) },
    {
      flags: [],
      env: { WAYFOLD_STORE: PRODUCTION, WAYFOLD_DATA: ' ' },
      file: {},
      leads: postgres(PRODUCTION),
    },
    { flags: [], env: {}, file: { store: OTHER }, leads: postgres(OTHER) },
  ])('$flags $env $file', async ({ flags, env, file, leads }) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    writeFileSync(join(directory, 'wayfold.config.json'), JSON.stringify(file), { mode: 0o600 });
    expect((await chosen(['journal', 'list', ...flags])).location).toMatchObject(leads);
  });

  it('refuses both in one file', async () => {
    const both = JSON.stringify({ data: 'x', store: OTHER });
    writeFileSync(join(directory, 'wayfold.config.json'), both, { mode: 0o600 });
    await expect(chosen(['journal', 'list'])).rejects.toMatchObject({
      code: 'configuration-invalid',
      message: expect.stringMatching(/data.*store/),
    });
  });
});
