import { Command } from 'commander';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { inputSchemaOf } from '../../sessions/commands/command-schema.ts';
import { CliError } from './error.ts';
import { addFlags, flagArguments, flagsOf, inputFromFlags } from './schema-flags.ts';

const Name = z.string().meta({ id: 'FlagTestName' });
const Every = z.strictObject({
  title: z.string().min(1).meta({ title: 'Title', description: 'what it is about' }),
  maxHours: z.int().min(1).max(24).default(3).meta({ title: 'Hours' }),
  budget: z.number().optional(),
  order: z.enum(['as written', 'decisions first']).default('as written'),
  level: z.literal([1, 2]).optional(),
  tag_names: z.array(z.string()).default([]),
  counts: z.array(z.int()).optional(),
  kinds: z.array(z.enum(['a', 'b'])).optional(),
  places: z.array(z.strictObject({ name: z.string() })).optional(),
  lists: z.array(z.array(z.int())).optional(),
  switches: z.array(z.boolean()).optional(),
  dense: z.boolean().default(false),
  notify: z.boolean().default(true),
  agreed: z.boolean(),
  owner: Name.optional(),
  either: z.union([z.string(), z.number()]).optional(),
  origin: z.strictObject({ lat: z.number(), lng: z.number() }).nullable().optional(),
  limit: z.number().nullable().optional(),
  note: z.string().nullish(),
  pair: z.tuple([z.string(), z.number()]).optional(),
  data: z.json().optional(),
  model: z.string().optional(),
  noWait: z.boolean().optional(),
  größe: z.int().optional(),
});
const schema = inputSchemaOf(Every);
const flags = flagsOf(schema, { reserved: ['model', 'json'] });
const flag = (key: string) => flags.find((each) => each.key === key);

function parse(argv: readonly string[]): Record<string, unknown> {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  command.option('--model <name>');
  addFlags(command, flags);
  command.parse([...argv], { from: 'user' });
  const { set, ...values } = command.opts<{ set?: readonly string[] }>();
  return inputFromFlags(flags, values, set);
}

function refusal(run: () => unknown): CliError {
  try {
    run();
  } catch (error) {
    if (error instanceof CliError) return error;
    throw error;
  }
  throw new Error('It was not refused.');
}

describe('the flags of a schema', () => {
  it('are named in kebab-case', () => {
    const keys = { maxHours: 1, tag_names: 1, taskID: 1, HTTPPort: 1, x: 1 };
    const named = flagsOf(
      inputSchemaOf(z.object(Object.fromEntries(Object.keys(keys).map((key) => [key, z.string()])))),
      { reserved: [] },
    );
    expect(named.map(({ name }) => name)).toEqual(['max-hours', 'tag-names', 'task-id', 'http-port', 'x']);
  });

  it.each(['model', 'noWait', 'größe'])('leave %s to --set', (key) => {
    expect(flag(key)?.name).toBeUndefined();
  });

  it('leave a field to --set whose name or opposite another one has', () => {
    const twice = z.object({ fooBar: z.string(), foo_bar: z.string(), set: z.string(), color: z.string() });
    const names = flagsOf(inputSchemaOf(twice), { reserved: ['no-color'] }).map(({ name }) => name);
    expect(names).toEqual(['foo-bar', undefined, undefined, undefined]);
  });

  it.each([
    ['title', { kind: 'text', repeats: false, required: true, takes: 'text' }],
    ['maxHours', { kind: 'integer', default: 3, takes: 'a whole number from 1 to 24', required: false }],
    ['order', { choices: ['as written', 'decisions first'], default: 'as written' }],
    ['level', { choices: [1, 2] }],
    ['tag_names', { kind: 'text', repeats: true }],
    ['places', { kind: 'json', repeats: true }],
    ['lists', { kind: 'json', repeats: true }],
    ['dense', { kind: 'boolean', negatable: false }],
    ['notify', { kind: 'boolean', negatable: true }],
    ['agreed', { kind: 'boolean', negatable: true }],
    ['owner', { kind: 'text' }],
    ['either', { kind: 'json', orText: true }],
    ['origin', { kind: 'json', nullable: true }],
    ['limit', { kind: 'number', nullable: true }],
    ['pair', { kind: 'json', repeats: false }],
    ['data', { kind: 'json', repeats: false }],
  ])('know what %s is', (key, expected) => {
    expect(flag(key)).toMatchObject(expected);
  });

  it('are none where the schema is not one object', () => {
    expect(flagsOf(inputSchemaOf(z.union([z.string(), z.number()])), { reserved: [] })).toEqual([]);
  });

  it('end with a list that has itself as its item', () => {
    const List = z.object({ all: z.array(z.lazy((): z.ZodType => List.shape.all)) });
    expect(flagsOf(inputSchemaOf(List), { reserved: [] })).toMatchObject([{ kind: 'json', repeats: true }]);
  });

  it('tell in the help what they take, their choices and defaults', () => {
    const command = new Command().configureHelp({ helpWidth: 200 });
    addFlags(command, flags);
    const help = command.helpInformation();
    const line = (start: string) => help.split('\n').find((each) => each.trim().startsWith(start));
    expect(line('--title <text>')).toMatch(/Title: what it is about \(required\)/);
    expect(line('--max-hours <number>')).toMatch(/from 1 to 24; default: 3/);
    expect(line('--order <choice>')).toMatch(/default: as written.*choices: "as written", "decisions first"/);
    expect(line('--tag-names <text>')).toMatch(/may be repeated/);
    expect(line('--no-notify')).toBeDefined();
    expect(line('--no-dense')).toBeUndefined();
    expect(line('--set <key=value>')).toMatch(/model, noWait, größe/);
  });
});

describe('the input from flags', () => {
  it('holds what was given and nothing else', () => {
    expect(parse([])).toEqual({});
    expect(
      parse([
        '--title',
        'Retro',
        '--max-hours=5',
        '--tag-names',
        'a',
        '--tag-names',
        'b',
        '--dense',
        '--no-notify',
      ]),
    ).toEqual({ title: 'Retro', maxHours: 5, tag_names: ['a', 'b'], dense: true, notify: false });
  });

  it('takes nothing from a global flag of the same name', () => {
    expect(parse(['--model', 'other', '--set', 'model=mine'])).toEqual({ model: 'mine' });
  });

  it('reads plain text of a union without quotes', () => {
    expect(parse(['--either', 'soon'])).toEqual({ either: 'soon' });
    expect(parse(['--either', '5'])).toEqual({ either: 5 });
  });

  it('takes null, an empty list and false by --set', () => {
    const sets = ['limit=null', 'tag_names=[]', 'dense=false', 'note=a=b'].flatMap((set) => ['--set', set]);
    expect(parse(sets)).toEqual({ limit: null, tag_names: [], dense: false, note: 'a=b' });
  });

  it.each([
    [['--max-hours', '2.5'], '--max-hours', '"2.5"'],
    [['--max-hours', ''], '--max-hours', '""'],
    [['--budget', '1e999'], '--budget', '"1e999"'],
    [['--counts', '1', '--counts', 'two'], '--counts', '"two"'],
    [['--order', 'random'], '--order', '"random"'],
    [['--origin', '{"lat":1'], '--origin', '"{\\"lat\\":1"'],
    [['--either', '{"a'], '--either', '"{\\"a"'],
    [['--set', 'maxHours=x'], '--set maxHours', '"x"'],
    [['--set', 'dense=maybe'], '--set dense', '"maybe"'],
    [['--set', 'counts=1'], '--set counts', '"1"'],
    [['--set', 'title'], '--set', '"title"'],
    [['--set', '__proto__=1'], '--set', '"__proto__"'],
  ])('refuses %j', (argv, place, actual) => {
    const error = refusal(() => parse(argv));
    expect(error.code).toBe('usage');
    expect(error.expected).toMatch(new RegExp(` for ${place}$`));
    expect(error.actual).toBe(actual);
  });

  it('names the field that was perhaps meant', () => {
    expect(refusal(() => parse(['--set', 'titel=x'])).fix).toMatch(/\btitle\b/);
  });

  it('is what the arguments were made of', () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => each + 0);
    const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);
    const list = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 3 });
    const fields = {
      title: fc.string({ unit: 'binary' }),
      maxHours: fc.maxSafeInteger(),
      budget: number,
      order: fc.constantFrom('as written', 'decisions first'),
      level: fc.constantFrom(1, 2),
      tag_names: list(fc.oneof(fc.string(), fc.constantFrom('--title', '-x', '=', '', '['))),
      counts: list(fc.maxSafeInteger()),
      kinds: list(fc.constantFrom('a', 'b')),
      places: list(fc.record({ name: fc.string() })),
      lists: list(list(fc.integer())),
      switches: list(fc.boolean()),
      dense: fc.boolean(),
      notify: fc.boolean(),
      agreed: fc.boolean(),
      owner: fc.string(),
      either: fc.oneof(fc.string(), number),
      origin: fc.oneof(fc.record({ lat: number, lng: number }), fc.constant(null)),
      limit: fc.oneof(number, fc.constant(null)),
      note: fc.oneof(fc.string(), fc.constant(null)),
      pair: fc.tuple(fc.string(), number),
      data: json,
      model: fc.string(),
      noWait: fc.boolean(),
      größe: fc.integer(),
    };
    fc.assert(
      fc.property(fc.record(fields, { requiredKeys: [], noNullPrototype: true }), (input) => {
        expect(parse(flagArguments(flags, input))).toEqual(input);
      }),
      { numRuns: 150 },
    );
  });
});
