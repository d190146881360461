import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkModule, isPlannerId, type KnownPlanner, type UncheckedModule } from './check-module.ts';

const SOURCE = '/srv/minutes.ts';
const fact = { schema: z.strictObject({ lines: z.array(z.string()) }), kind: 'plan' };
const others: KnownPlanner[] = [
  { id: 'trip', factTypes: ['stop_added'], source: 'Wayfold itself' },
  { id: 'retro', factTypes: ['retro_held'], source: '/srv/retro.ts' },
];

function module(change: Partial<UncheckedModule> = {}): UncheckedModule {
  return { id: 'minutes', title: 'Minutes', facts: { minutes_written: fact }, commands: {}, ...change };
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

  it('may have an input that JSON Schema cannot express', () => {
    const input = z.strictObject({ due: z.date() });
    expect(refusal({ commands: { plan: command(input) } })).toBeUndefined();
  });

  it.each([undefined, {}, { input: z.strictObject({}) }, { decide: () => [] }])(
    'that lacks what it is made of is refused',
    (pin) => {
      expect(refusal({ commands: { pin } })).toMatchObject({ code: 'module-invalid' });
    },
  );
});
