import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { generateObject } from '../answers/generate-object.ts';
import type { LlmRequest } from '../llm.ts';
import { offlineModel } from './offline-model.ts';
import { textOfPattern } from './pattern-text.ts';
import { OFFLINE_LABEL } from './reply.ts';

const llm = offlineModel();
const ask = (text: string, more: Partial<LlmRequest> = {}): LlmRequest => ({
  messages: [{ role: 'user', text }],
  ...more,
});

async function instanceOf(schema: object, text = 'Make one.'): Promise<unknown> {
  const answer = await llm.generate(ask(text, { json: { name: 'thing', schema: { ...schema } } }));
  return JSON.parse(answer.text);
}

function isValid(schema: object, value: unknown): boolean {
  return new Validator({ ...schema }, '2020-12').validate(value).valid;
}

describe('in words', () => {
  it('says that it is a demo, and what it was asked', async () => {
    const { text } = await llm.generate(ask('We have three days.\nWhere should we go?'));
    expect(text).toMatch(/^\[offline demo model\] You asked: Where should we go\?\n/);
    expect(text).toContain('- We have three days.');
  });

  it('answers a task with a labelled result', async () => {
    const { text } = await llm.generate(ask('context: nothing yet\ntask: Write the release notes'));
    expect(text).toMatch(/^\[offline demo model\] What a model would be asked: Write the release notes\n/);
  });

  it('answers when nothing is asked', async () => {
    expect((await llm.generate({ messages: [] })).text).toContain(OFFLINE_LABEL);
  });

  it('gives the same answer to the same request', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        expect(await llm.generate(ask(text))).toEqual(await llm.generate(ask(text)));
      }),
    );
  });

  it('streams in pieces that make the answer', async () => {
    const pieces: string[] = [];
    const { text } = await llm.generate(ask('- one\n- two', { onText: (piece) => pieces.push(piece) }));
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.join('')).toBe(text);
  });

  it('respects a limit, and reports the truncation', async () => {
    const { finish, usage } = await llm.generate(ask('Where should we go?', { maxOutputTokens: 5 }));
    expect(finish).toBe('length');
    expect(usage.outputTokens).toBeLessThanOrEqual(5);
  });

  it('costs nothing, and counts its tokens', async () => {
    const { usage } = await llm.generate(ask('hello world', { system: 'hello' }));
    expect(usage).toMatchObject({ inputTokens: 3, cost: 0 });
  });

  it('stops between pieces when it is aborted', async () => {
    const stop = new AbortController();
    const onText = () => stop.abort(new Error('enough'));
    await expect(llm.generate(ask('Well?', { onText, signal: stop.signal }))).rejects.toThrow('enough');
  });
});

describe('skills', () => {
  const greeter = {
    name: 'greeter',
    answers: ({ system }: LlmRequest) => (system === 'Greet.' ? 'Hello.' : undefined),
  };

  it('take precedence over its built-in answers', async () => {
    const skilled = offlineModel({ skills: [greeter, { name: 'late', answers: () => 'Too late.' }] });
    expect((await skilled.generate(ask('Hi', { system: 'Greet.' }))).text).toBe('Hello.');
    expect((await skilled.generate(ask('Hi'))).text).toBe('Too late.');
  });

  it('can decline a request', async () => {
    const skilled = offlineModel({ skills: [greeter] });
    expect(await skilled.generate(ask('Hi'))).toEqual(await llm.generate(ask('Hi')));
  });
});

describe('in JSON', () => {
  it('fills a schema from what the request names', async () => {
    const { value } = await generateObject(llm, {
      name: 'trip',
      schema: z.object({
        city: z.string(),
        nights: z.int().min(1).max(30),
        budget: z.number(),
        pace: z.enum(['calm', 'busy']),
        byTrain: z.boolean(),
        stops: z.array(z.string()).min(2),
      }),
      messages: [
        {
          role: 'user',
          text: 'Plan this.\nCity: Porto\nnights: 3\nbudget: 450.50 EUR\npace: Busy\nby train: yes\n\n- the bridge\n- the tower',
        },
      ],
    });
    expect(value).toEqual({
      city: 'Porto',
      nights: 3,
      budget: 450.5,
      pace: 'busy',
      byTrain: true,
      stops: ['the bridge', 'the tower'],
    });
  });

  it('labels what people read', async () => {
    const value = await instanceOf(
      { type: 'object', properties: { summary: { type: 'string' } } },
      'Sum it up.',
    );
    expect(value).toEqual({ summary: `${OFFLINE_LABEL} Sum it up.` });
  });

  it('follows references, also to the schema itself', async () => {
    const schema = {
      $ref: '#/$defs/node',
      $defs: {
        node: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            children: { type: 'array', items: { $ref: '#/$defs/node' } },
            next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] },
          },
          required: ['name', 'children', 'next'],
        },
      },
    };
    expect(isValid(schema, await instanceOf(schema))).toBe(true);
  });

  it('chooses a branch of a discriminated union', async () => {
    const schema = z.object({
      action: z.discriminatedUnion('tool', [
        z.object({ tool: z.literal('sleep'), args: z.object({ reason: z.string() }) }),
        z.object({ tool: z.literal('done'), args: z.object({}) }),
      ]),
    });
    const { value } = await generateObject(llm, {
      name: 'step',
      schema,
      messages: [{ role: 'user', text: 'Go on.' }],
    });
    expect(value.action.tool).toBe('sleep');
  });

  it('creates an instance of any supported schema', async () => {
    await fc.assert(
      fc.asyncProperty(
        schemas,
        fc.constantFrom('Make one.', '- a\n- b\nname: x\ncount: 7', ''),
        async (schema, text) => {
          const value = await instanceOf(schema, text);
          expect({ value, valid: isValid(schema, value) }).toEqual({ value, valid: true });
        },
      ),
      { numRuns: 500 },
    );
  });
});

const bounds = fc
  .tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 0, max: 40 }))
  .map(([from, more]) => [from, from + more]);

const scalars = fc.oneof(
  fc.constantFrom<object>(
    { type: 'string' },
    { type: 'boolean' },
    { type: 'null' },
    { const: { fixed: true } },
    { enum: ['b', 'a'] },
    { enum: [null, 3] },
    { type: ['string', 'null'] },
    { type: 'string', format: 'date' },
    { type: 'string', format: 'uuid' },
    { type: 'string', format: 'uri' },
    { type: 'string', format: 'email' },
    { type: 'string', pattern: '^[A-Z]{3}-\\d{2,4}$' },
    { type: 'string', pattern: '^(feat|fix)\\([a-z]+\\): .+$', minLength: 20 },
    { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.5 },
    { type: 'number', exclusiveMinimum: 0 },
    { type: 'number', exclusiveMaximum: -3 },
    { type: 'integer', multipleOf: 5, minimum: 12 },
    { type: 'integer', exclusiveMinimum: 3, exclusiveMaximum: 5 },
  ),
  bounds.map(([minimum, maximum]) => ({ type: 'integer', minimum, maximum })),
  bounds.map(([minimum, maximum]) => ({ type: 'number', minimum, maximum })),
  fc
    .tuple(fc.nat(30), fc.nat(30))
    .map(([a, more]) => ({ type: 'string', minLength: a, maxLength: a + more })),
);

const { schemas } = fc.letrec<{ schemas: object; scalars: object }>((tie) => ({
  scalars,
  schemas: fc.oneof(
    { maxDepth: 4 },
    scalars,
    fc
      .tuple(
        fc.dictionary(fc.constantFrom('name', 'count', 'note', 'list', 'deep'), tie('schemas')),
        fc.boolean(),
        fc.nat(3),
      )
      .map(([properties, all, minProperties]) => ({
        type: 'object',
        properties,
        required: all ? Object.keys(properties) : [],
        minProperties,
      })),
    fc
      .tuple(tie('schemas'), fc.nat(4), fc.nat(4))
      .map(([items, minItems, more]) => ({ type: 'array', items, minItems, maxItems: minItems + more })),
    fc
      .tuple(tie('schemas'), tie('schemas'))
      .map((prefixItems) => ({ type: 'array', prefixItems, items: false })),
    fc.array(tie('schemas'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    fc.constant({ type: 'array', items: { enum: ['x', 'y', 'z'] }, uniqueItems: true, minItems: 3 }),
    fc.constant({ type: 'array', items: { type: 'integer' }, uniqueItems: true, minItems: 4 }),
    fc.constant({ type: 'array', items: { type: 'string' }, uniqueItems: true, minItems: 5 }),
    fc.constant({
      allOf: [
        { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        { properties: { count: { type: 'integer', minimum: 2 } }, required: ['count'] },
      ],
    }),
  ),
}));

describe('textOfPattern', () => {
  it.each([
    '^[a-z0-9-]{3,}$',
    '^\\d{4}-\\d{2}-\\d{2}$',
    '^(?:v)?\\d+\\.\\d+\\.\\d+(?:-[\\w.]+)?$',
    '^[^\\s@]+@[^\\s@]+\\.[a-z]{2,}$',
    '^#[0-9a-fA-F]{6}$',
    '^(?<kind>one|two)\\/\\p{Lu}+$',
    'a|b',
    '^\\S+\\s\\S+$',
    '',
  ])('makes a text that %s matches', (pattern) => {
    expect(textOfPattern(pattern)).toMatch(new RegExp(pattern, 'u'));
  });

  it('makes it as long as requested if the pattern allows', () => {
    expect(textOfPattern('^[a-z]+$', 12).length).toBeGreaterThanOrEqual(12);
  });
});
