import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { definePlanner } from '../../harness/module/define-planner.ts';
import { checkModule, isPlannerId, type KnownPlanner, type UncheckedModule } from './check-module.ts';

const SOURCE = '/srv/minutes.ts';
const fact = { schema: z.strictObject({ lines: z.array(z.string()) }), kind: 'plan' };
const others: KnownPlanner[] = [
  { id: 'trip', factTypes: ['stop_added'], source: 'Wayfold itself' },
  { id: 'retro', factTypes: ['retro_held'], source: '/srv/retro.ts' },
];

function module(change: Partial<UncheckedModule> = {}): UncheckedModule {
  const minutes = definePlanner({
    id: 'minutes',
    title: 'Minutes',
    description: 'Writes minutes.',
    config: z.strictObject({ title: z.string() }),
    facts: { minutes_written: { schema: fact.schema, kind: 'plan' } },
    state: { initial: null, apply: (state) => state },
  });
  return { ...minutes, ...change };
}

function command(input: unknown): object {
  return { title: 'Pin', input, decide: () => [] };
}

function refusal(change: Partial<UncheckedModule>): unknown {
  try {
    checkModule(module(change), { source: SOURCE, others });
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('a module', () => {
  it('is known by its id and its fact types once it is checked', () => {
    const commands = { pin: command(z.strictObject({ line: z.int() })) };
    expect(checkModule(module({ commands }), { source: SOURCE, others })).toEqual({
      id: 'minutes',
      factTypes: ['minutes_written'],
      source: SOURCE,
    });
  });

  it.each([undefined, 7, '', 'Minutes', '1st', 'my minutes', 'a'.repeat(32)])(
    'with the id %j is refused',
    (id) => {
      expect(refusal({ id })).toMatchObject({ code: 'module-invalid', source: SOURCE });
      expect(isPlannerId(id)).toBe(false);
    },
  );

  it('with the longest id is taken', () => {
    expect(refusal({ id: `a${'1'.repeat(30)}` })).toBeUndefined();
  });

  it('without a title is refused', () => {
    expect(refusal({ title: '' })).toMatchObject({ code: 'module-invalid' });
  });

  it('with the id of another planner is refused, and told whose it is', () => {
    expect(refusal({ id: 'trip' })).toMatchObject({
      code: 'module-duplicate',
      source: SOURCE,
      summary: expect.stringContaining('Wayfold itself'),
    });
  });
});

describe('a fact type', () => {
  it('of another planner is refused, and told whose it is', () => {
    expect(refusal({ facts: { retro_held: fact } })).toMatchObject({
      code: 'module-duplicate',
      summary: expect.stringContaining('/srv/retro.ts'),
    });
  });

  it.each(['user_input', 'session_created', 'claimed', 'redacted'])(
    'of every session is refused: %s',
    (type) => {
      expect(refusal({ facts: { [type]: fact } })).toMatchObject({
        code: 'module-invalid',
        summary: expect.stringContaining(type),
      });
    },
  );

  it.each([
    { '1st': fact },
    { minutes_written: undefined },
    { minutes_written: {} },
    { minutes_written: { schema: { type: 'object' } } },
    { minutes_written: { schema: fact.schema, kind: 'important' } },
    { minutes_written: { schema: fact.schema } },
    { minutes_written: { schema: z.strictObject({ id: z.string() }), kind: 'plan' } },
    { minutes_written: { schema: z.strictObject({ seq: z.int() }), kind: 'plan' } },
    [fact],
    undefined,
  ])('that no journal could hold is refused: %j', (facts) => {
    expect(refusal({ facts })).toMatchObject({ code: 'module-invalid', source: SOURCE });
  });
});

describe('a command', () => {
  it.each(['say', 'cancel', 'list', 'export'])(
    'with the name of one that every session has is refused: %s',
    (name) => {
      expect(refusal({ commands: { [name]: command(z.strictObject({})) } })).toMatchObject({
        code: 'module-invalid',
        summary: expect.stringContaining(name),
      });
    },
  );

  it.each(['', 'Go now!', '1st', '__proto__', 'pin.line', 'a'.repeat(41)])(
    'that no surface could call by its name is refused: %j',
    (name) => {
      const commands = Object.fromEntries([[name, command(z.strictObject({}))]]);
      expect(refusal({ commands })).toMatchObject({ code: 'module-invalid', source: SOURCE });
    },
  );

  it.each(['pin', 'run-check', 'runCheck', 'run_check'])('may be called %s', (name) => {
    expect(refusal({ commands: { [name]: command(z.strictObject({})) } })).toBeUndefined();
  });

  it.each([z.string(), z.array(z.string()), z.null()])('whose input has no fields is refused', (input) => {
    expect(refusal({ commands: { pin: command(input) } })).toMatchObject({ code: 'module-invalid' });
  });

  it.each(['type', 'session', 'expected_version'])('with an input field called %s is refused', (field) => {
    const input = z.strictObject({ [field]: z.string().optional() });
    const inputs = [
      input,
      input.refine(() => true),
      z.union([z.strictObject({ line: z.int() }), input]),
      z.intersection(z.object({ line: z.int() }), z.object({ [field]: z.string() })),
      { '~standard': { version: 1, vendor: 'own' }, shape: { [field]: {} } },
    ];
    for (const one of inputs) {
      expect(refusal({ commands: { pin: command(one) } })).toMatchObject({
        code: 'module-invalid',
        summary: expect.stringContaining(field),
      });
    }
  });

  it('may have such a field deeper down', () => {
    const input = z.strictObject({ filter: z.strictObject({ type: z.string() }) });
    expect(refusal({ commands: { find: command(input) } })).toBeUndefined();
  });

  it.each([z.strictObject({ due: z.date() }), z.strictObject({ at: z.custom<URL>() })])(
    'whose input JSON Schema cannot express is refused, because no surface could publish it',
    (input) => {
      expect(refusal({ commands: { plan: command(input) } })).toMatchObject({ code: 'module-invalid' });
    },
  );

  it('may say by a schema of its own what its input looks like as JSON', () => {
    const due = z.iso.datetime().transform((text) => new Date(text));
    expect(refusal({ commands: { plan: command(z.strictObject({ due })) } })).toBeUndefined();
  });

  it('whose tool would be called like that of another one is refused', () => {
    const commands = { 'run-check': command(z.strictObject({})), run_check: command(z.strictObject({})) };
    expect(refusal({ commands })).toMatchObject({
      code: 'module-invalid',
      summary: expect.stringContaining('run-check'),
    });
  });

  it.each([undefined, {}, { input: z.strictObject({}) }, { decide: () => [] }])(
    'that lacks what it is made of is refused',
    (pin) => {
      expect(refusal({ commands: { pin } })).toMatchObject({ code: 'module-invalid' });
    },
  );
});

describe('what else a module is made of', () => {
  const config = z.strictObject({ title: z.string() });
  const load = { field: 'title', as: 'found', load: async () => 1 };
  const input = z.strictObject({});

  it.each<Partial<UncheckedModule>>([
    { description: undefined },
    { talks: 'dogs' },
    { config: undefined },
    { config: z.string() },
    { config: z.strictObject({ due: z.date() }) },
    { state: undefined },
    { state: { initial: null } },
    { state: { apply: () => null } },
    { plan: 'later' },
    { wakes: [{ kind: 'typo', on: 'minutes_writen' }] },
    { ends: ['minutes_writen'] },
    { keeps: ['user_input'] },
    { load: { ...load, field: 'nothing' } },
    { load: { ...load, as: 'title' } },
    { load: { field: 'title', as: 'found' } },
    { queries: { 'a b': { title: 'A', input, run: async () => 1 } } },
    { queries: { known: { title: 'Known', input } } },
    { queries: { known: { title: 'Known', input: z.strictObject({ due: z.date() }), run: async () => 1 } } },
    { exports: { 'a/b': { mediaType: 'text/csv', write: () => '' } } },
    { exports: { csv: { write: () => '' } } },
    { exports: { csv: { mediaType: 'text/csv' } } },
    {
      exports: { csv: { mediaType: 'text/csv', input: z.strictObject({ due: z.date() }), write: () => '' } },
    },
  ])('is refused where it could not work: %j', (change) => {
    expect(refusal(change)).toMatchObject({ code: 'module-invalid', source: SOURCE });
  });

  it('is taken where all of it can', () => {
    const change: Partial<UncheckedModule> = {
      config,
      load,
      talks: 'agent',
      wakes: [
        { kind: 'own', on: 'minutes_written' },
        { kind: 'session', on: 'user_answer' },
      ],
      ends: ['minutes_written'],
      keeps: ['minutes_written'],
      queries: { 'known-to': { title: 'Known', input, run: async () => 1 } },
      exports: { ics: { mediaType: 'text/calendar', write: () => '' } },
    };
    expect(refusal(change)).toBeUndefined();
  });
});
