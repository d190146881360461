import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type Command, CommanderError } from 'commander';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/journal/clock.ts';
import { openJournal } from '../../src/journal/index.ts';
import { openStore, storeLocation } from '../../src/surfaces/cli/config/store-location.ts';
import { EXIT, type ExitCode } from '../../src/surfaces/cli/exit-code.ts';
import { failureOf } from '../../src/surfaces/cli/failure.ts';
import type { Perform } from '../../src/surfaces/cli/invocation.ts';
import { createProgram } from '../../src/surfaces/cli/program.ts';
import { Output } from '../../src/surfaces/cli/terminal/output.ts';
import { ENTRY_POINTS } from './entry-points.ts';
import { hostileJson } from './hostile-json.ts';
import { hostileText } from './hostile-text.ts';
import { expectNothingPolluted, runs } from './law.ts';

/** These wait, listen, or run programs and servers that their options name: only their words are tried. */
const NOT_CARRIED_OUT = new Set([
  'up',
  'worker',
  'mcp',
  'acp',
  'talk',
  'doctor',
  'install',
  'uninstall',
  'plan watch',
  'journal tail',
  'tasks run',
  'run',
  'commits plan',
  'commits trajectory',
  'commits cards',
  'scenario run',
]);
/** Waits, or names a server that would be asked. */
const LEFT_OUT = new Set([
  '--watch',
  '--nominatim',
  '--photon',
  '--overpass',
  '--wikivoyage',
  '--osrm',
  '--store',
  '--data',
  '--config',
  '--model',
]);

const before = process.cwd();
const root = mkdtempSync(join(tmpdir(), 'wayfold-words-'));
// So deep that no way up leads out of it.
const directory = join(root, ...Array(12).fill('d'));
const data = join(directory, 'data');

beforeAll(async () => {
  mkdirSync(directory, { recursive: true });
  process.chdir(directory);
  const store = await openStore(storeLocation({ data }), { create: true });
  await openJournal(store, 'notes').append([{ type: 'note_added', text: 'Hello' }]);
  await store.close();
});
afterAll(() => {
  process.chdir(before);
  rmSync(root, { recursive: true });
});

/** What is written goes nowhere but into this text. */
function output(json: boolean) {
  const seen = { text: '' };
  const stream = () =>
    new PassThrough().setEncoding('utf8').on('data', (text) => {
      seen.text += text;
    });
  const streams = { stdout: stream(), stderr: stream() } as unknown as ConstructorParameters<
    typeof Output
  >[0];
  return { seen, output: new Output(streams, json) };
}

interface Ended {
  readonly exitCode: ExitCode;
  readonly text: string;
}

/** Runs a command line to its end; without `stdin` only its words are read. */
async function run(args: readonly string[], stdin?: string): Promise<Ended> {
  const { output: out, seen } = output(args.includes('--json'));
  let exitCode: ExitCode = EXIT.ok;
  const perform: Perform = async (_, command) => {
    if (stdin === undefined) return;
    const given = new PassThrough();
    given.end(stdin);
    exitCode =
      (await command({
        output: out,
        location: storeLocation({ data }),
        signal: AbortSignal.timeout(20_000),
        stdin: given as unknown as NodeJS.ReadStream,
        env: {},
        clock: systemClock,
      })) ?? EXIT.ok;
  };
  try {
    const program = createProgram({ perform });
    muted(program);
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0)
      return { exitCode: EXIT.ok, text: seen.text };
    if (error instanceof CommanderError && error.code === 'commander.help')
      return { exitCode: EXIT.usage, text: '' };
    const failure = failureOf(error, { json: args.includes('--json'), debug: false });
    if (failure.exitCode === EXIT.unexpected) throw error;
    return { exitCode: failure.exitCode, text: failure.text };
  }
  return { exitCode, text: seen.text };
}

/** Help is written past the output of a command. */
function muted(command: Command): void {
  command.configureOutput({ writeOut: () => undefined, writeErr: () => undefined });
  for (const inner of command.commands) muted(inner);
}

const program = createProgram({ perform: async () => undefined });

/** Every command by its words. A group that does something by itself is one too. */
function commandsIn(command: Command, words: readonly string[] = []): (readonly [string, Command])[] {
  const inner = command.commands.flatMap((each) => commandsIn(each, [...words, each.name()]));
  const doesSomething = inner.length === 0 || Reflect.get(command, '_actionHandler') !== null;
  return doesSomething && words.length > 0 ? [[words.join(' '), command], ...inner] : inner;
}
const commands = new Map(commandsIn(program));

const SOUND = [
  'notes',
  'default',
  'S001',
  '1',
  'Ship it',
  '{"type":"note_added","text":"x"}',
  '-',
  'offline',
  'json',
  'markdown',
  'bash',
];
const word = fc.oneof(
  fc.constantFrom(...SOUND),
  hostileText.filter((text) => !text.includes('\0')),
  hostileJson.filter((text) => text.length < 2000 && !text.includes('\0')),
);

function linesOf(words: string, command: Command): fc.Arbitrary<readonly string[]> {
  const options = command.options.filter(({ long }) => long && !LEFT_OUT.has(long));
  const option: fc.Arbitrary<string[]> =
    options.length === 0
      ? fc.constant([])
      : fc
          .tuple(fc.constantFrom(...options), word)
          .map(([{ long = '', required, optional }, value]) => [
            required || optional ? `${long}=${value}` : long,
          ]);
  return fc
    .tuple(
      fc.array(word, {
        minLength: command.registeredArguments.length === 0 ? 0 : 1,
        maxLength: command.registeredArguments.length + 1,
      }),
      fc.array(option, { maxLength: 3 }),
      fc.constantFrom([], ['--json'], ['--'], ['--unknown']),
    )
    .map(([args, given, more]) => [...words.split(' '), ...given.flat(), ...more, ...args]);
}

/** The journals but those of plans, which keep a record of what was refused. */
async function heads(): Promise<unknown> {
  const store = await openStore(storeLocation({ data }), { create: true });
  const journals = await store.list({ limit: 1000 });
  await store.close();
  return journals.filter(({ id }) => !id.startsWith('plan:')).map(({ id, head }) => [id, head]);
}

describe('every command', () => {
  const [{ names } = { names: [] }] = ENTRY_POINTS.filter(({ kind }) => kind === 'command');

  it('is covered here', () => {
    expect([...commands.keys()].sort()).toEqual([...names].sort());
  });

  it.each(names)('%s accepts its arguments or refuses them', async (name) => {
    const command = commands.get(name);
    if (command === undefined) throw new Error(`There is no command ${name}.`);
    const isCarriedOut = !NOT_CARRIED_OUT.has(name);
    await fc.assert(
      fc.asyncProperty(linesOf(name, command), word, async (line, stdin) => {
        const was = isCarriedOut ? await heads() : undefined;
        const { exitCode } = await run(line, isCarriedOut ? stdin : undefined);
        expect(Object.values(EXIT)).toContain(exitCode);
        if (isCarriedOut && exitCode !== EXIT.ok && exitCode !== EXIT.incomplete)
          expect(await heads()).toEqual(was);
        expectNothingPolluted();
      }),
      runs(isCarriedOut ? 0.06 : 0.2) as fc.Parameters<[readonly string[], string]>,
    );
  });

  it('is unique', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 4 }), async (words) => {
        const { exitCode } = await run(words);
        expect(Object.values(EXIT)).toContain(exitCode);
      }),
      runs(1) as fc.Parameters<[string[]]>,
    );
  });
});
