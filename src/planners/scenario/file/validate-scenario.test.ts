import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { libraryLoan } from '../fixtures/library-loan.ts';
import { parseScenario, SCENARIO_SCHEMA, validateScenario } from '../index.ts';
import { MAX_SCENARIO_BYTES } from './validate-scenario.ts';

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null | undefined;

/** The scenario with one place of it changed; `undefined` takes it out. */
function changed(path: string, to: Json): unknown {
  const copy = structuredClone(libraryLoan) as unknown as Json;
  const steps = path.match(/[^.[\]]+/g) ?? [];
  const last = steps.pop() ?? '';
  const parent = steps.reduce<Json>((node, step) => Reflect.get(node as object, step), copy);
  if (to === undefined) Reflect.deleteProperty(parent as object, last);
  else Reflect.set(parent as object, last, to);
  return copy;
}

const errorsOf = (value: unknown) => {
  const checked = validateScenario(value);
  return checked.ok ? [] : checked.errors;
};

describe('a scenario', () => {
  it('is accepted unchanged', () => {
    expect(validateScenario(libraryLoan)).toEqual({
      ok: true,
      scenario: libraryLoan,
      warnings: [],
    });
  });

  it.each([
    ['metadata.title', undefined, 'metadata.title'],
    ['metadata.tags', 'health', 'metadata.tags'],
    ['agents', [], 'agents'],
    ['agents[0].agentId', 'two words', 'agents[0].agentId'],
    ['agents[1].agentId', 'library', 'agents[1].agentId'],
    ['agents[0].principal.type', 'robot', 'agents[0].principal.type'],
    ['agents[0].goals', undefined, 'agents[0].goals'],
    ['agents[0].goals[0]', 7, 'agents[0].goals[0]'],
    ['agents[0].knowledgeBase', [], 'agents[0].knowledgeBase'],
    ['agents[0].tools[0].toolName', 'find loan', 'agents[0].tools[0].toolName'],
    ['agents[0].tools[1].toolName', 'find_loan', 'agents[0].tools[1].toolName'],
    ['agents[0].tools[0].toolName', 'done', 'agents[0].tools[0].toolName'],
    ['agents[0].tools[0].inputSchema', 'object', 'agents[0].tools[0].inputSchema'],
    ['agents[0].tools[0].inputSchema', { type: 'array' }, 'agents[0].tools[0].inputSchema.type'],
    ['agents[0].tools[2].conversationEndStatus', 'working', 'agents[0].tools[2].conversationEndStatus'],
    ['agents[0].tools[0].synthesisGuidance', undefined, 'agents[0].tools[0].synthesisGuidance'],
  ])('with %s as %j is invalid at %s', (path, to, at) => {
    expect(errorsOf(changed(path, to)).map((error) => error.path)).toEqual([at]);
  });

  it.each([
    ['interactionDynamics', { startingPoints: {} }],
    ['metadata.schemaVersion', '0.2'],
    ['agents[0].voice', 'warm'],
    ['agents[0].principal.website', 'https://example.com'],
    ['agents[0].tools[0].endsConversaton', true],
    ['agents[0].tools[0].conversationEndStatus', 'completed'],
  ])('keeps the unknown %s, and warns about it', (path, to) => {
    const value = changed(path, to);
    const checked = validateScenario(value);
    expect(checked).toMatchObject({ ok: true, warnings: [{ path }] });
    expect(checked.ok && checked.scenario).toEqual(value);
  });

  it('may be nested in a config', () => {
    expect(validateScenario({ config: libraryLoan, updatedAt: 1 })).toMatchObject({
      ok: true,
      scenario: { metadata: { id: 'library-loan' } },
    });
  });

  it('ends as completed by a tool without a status', () => {
    const checked = validateScenario(changed('agents[0].tools[2].conversationEndStatus', undefined));
    expect(checked).toMatchObject({ ok: true, warnings: [] });
  });

  it('reports every error at once, including those beyond the schema', () => {
    const value = changed('metadata.title', 7) as {
      agents: { agentId: string; tools: unknown[]; extra?: 1 }[];
    };
    const [library, reader] = value.agents;
    if (library === undefined || reader === undefined) throw new Error('no agents');
    reader.agentId = library.agentId;
    reader.extra = 1;
    reader.tools.push({ toolName: 'sleep', inputSchema: { type: 'object', $ref: '#/nowhere' } }, 'x');
    expect(errorsOf(value).map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'metadata.title',
        'agents[1].agentId',
        'agents[1].tools[0].description',
        'agents[1].tools[0].synthesisGuidance',
        'agents[1].tools[0].toolName',
        'agents[1].tools[0].inputSchema.$ref',
        'agents[1].tools[1]',
      ]),
    );
  });

  it.each([
    undefined,
    null,
    0,
    '',
    'x',
    [],
    {},
    { agents: {} },
    { agents: [null, 1, { tools: [[], null] }] },
  ])('is not %j', (value) => {
    expect(errorsOf(value).length).toBeGreaterThan(0);
  });

  it('can be validated from any value without throwing', () => {
    fc.assert(
      fc.property(fc.anything({ maxDepth: 4 }), fc.nat(6), (junk, at) => {
        const places = [
          'metadata',
          'agents',
          'agents[0]',
          'agents[0].tools',
          'agents[0].tools[0]',
          'agents[0].tools[0].inputSchema',
          'agents[0].tools[0].inputSchema.properties',
        ];
        expect(typeof validateScenario(changed(places[at] ?? '', junk as Json)).ok).toBe('boolean');
      }),
    );
  });

  it('is refused if it is so deep that programs would fail on it', () => {
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    const file = JSON.stringify(libraryLoan).replace('"knowledgeBase":{}', `"knowledgeBase":${deep}`);
    expect(() => parseScenario(file)).toThrow(expect.objectContaining({ code: 'scenario-invalid' }));
  });

  it('with very many errors reports the first ones and their number', () => {
    const errors = errorsOf(
      changed(
        'agents[0].goals',
        Array.from({ length: 40 }, () => 1),
      ),
    );
    expect(errors).toHaveLength(40);
    const agents = Array.from({ length: 20 }, (_, at) => ({
      ...libraryLoan.agents[1],
      agentId: `a${at}`,
      goals: Array.from({ length: 40 }, () => 1),
    }));
    const reported = errorsOf({ ...libraryLoan, agents });
    expect(reported).toHaveLength(501);
    expect(reported.at(-1)).toMatchObject({ path: '' });
  });
});

describe('the published JSON Schema', () => {
  const schema = new Validator(SCENARIO_SCHEMA, '2020-12', false);

  it('accepts what the validator accepts', () => {
    expect(schema.validate(libraryLoan)).toMatchObject({ valid: true });
    expect(schema.validate({ ...libraryLoan, $schema: 'https://example.com/schema.json' })).toMatchObject({
      valid: true,
    });
  });

  it.each(['metadata.title', 'agents', 'agents[0].principal', 'agents[0].tools[0].inputSchema'])(
    'requires %s',
    (path) => {
      expect(schema.validate(changed(path, undefined))).toMatchObject({ valid: false });
    },
  );

  it('allows fields of other programs', () => {
    expect(schema.validate({ ...libraryLoan, interactionDynamics: {} })).toMatchObject({ valid: true });
  });

  it('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(SCENARIO_SCHEMA))).toEqual(SCENARIO_SCHEMA);
    expect(JSON.stringify(SCENARIO_SCHEMA)).not.toContain('readOnly');
    expect(SCENARIO_SCHEMA).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' });
  });
});

describe('a scenario file', () => {
  const file = JSON.stringify(libraryLoan);

  it('is read from text and bytes, with or without a byte order mark', () => {
    expect(parseScenario(file)).toEqual(libraryLoan);
    expect(parseScenario(`\uFEFF${file}`)).toEqual(libraryLoan);
    expect(parseScenario(new TextEncoder().encode(`\uFEFF${file}`))).toEqual(libraryLoan);
  });

  it.each([
    ['', 'scenario-invalid'],
    ['{', 'scenario-invalid'],
    ['[]', 'scenario-invalid'],
    ['<html></html>', 'scenario-invalid'],
    ['['.repeat(200_000), 'scenario-invalid'],
    [`"${'x'.repeat(MAX_SCENARIO_BYTES)}"`, 'scenario-too-large'],
  ])('that is invalid is refused', (text, code) => {
    expect(() => parseScenario(text)).toThrow(expect.objectContaining({ code }));
  });

  it('that is not UTF-8 is refused', () => {
    expect(() => parseScenario(Uint8Array.of(0xff, 0xfe))).toThrow(
      expect.objectContaining({ code: 'scenario-invalid' }),
    );
  });

  it('is refused with the first errors as text and all of them as data', () => {
    const broken = JSON.stringify(changed('agents[0].goals', [1, 2, 3, 4, 5, 6, 7]));
    try {
      parseScenario(broken);
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ message: expect.stringMatching(/agents\[0\]\.goals\[0\].*and 2 more/) });
      expect(Reflect.get(error as object, 'problems')).toHaveLength(7);
    }
  });
});
