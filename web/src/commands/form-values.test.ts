import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldsOf } from './command-fields.ts';
import { type FormValues, initialValues, readForm } from './form-values.ts';

const fields = (schema: z.ZodType) => fieldsOf({ ...z.toJSONSchema(schema, { io: 'input' }) });
const read = (schema: z.ZodType, values: FormValues) => {
  const all = fields(schema);
  return readForm(all, { ...initialValues(all), ...values });
};

describe('a form', () => {
  const Input = z.strictObject({
    line: z.int().min(1).max(9),
    note: z.string().min(3).optional(),
    sure: z.boolean(),
    quiet: z.boolean().optional(),
    order: z.enum(['a', 'b']),
    level: z.union([z.literal(1), z.literal(2)]).optional(),
    days: z.array(z.enum(['mon', 'tue'])).min(1),
    people: z.array(z.string()).max(2).optional(),
    place: z.object({ lat: z.number() }).optional(),
    kind: z.literal('x'),
    until: z.string().nullable(),
  });
  const FILLED: FormValues = {
    line: ' 3 ',
    note: '  hello ',
    sure: true,
    order: '"b"',
    level: '2',
    days: ['"mon"'],
    people: 'Ada\n\n Grace ',
    place: '{"lat": 4.5}',
  };

  it('becomes an input that the schema takes', () => {
    const form = read(Input, FILLED);
    expect(form).toEqual({
      ok: true,
      input: {
        line: 3,
        note: 'hello',
        sure: true,
        order: 'b',
        level: 2,
        days: ['mon'],
        people: ['Ada', 'Grace'],
        place: { lat: 4.5 },
        kind: 'x',
        until: null,
      },
    });
    expect(form.ok && Input.safeParse(form.input).success).toBe(true);
  });

  it('names every field that is missing', () => {
    const form = read(Input, {});
    expect(form.ok).toBe(false);
    expect(form.ok ? [] : Object.keys(form.errors)).toEqual(['line', 'order', 'days']);
  });

  it.each([
    ['line', '0'],
    ['line', '10'],
    ['line', '2.5'],
    ['line', 'three'],
    ['note', 'ab'],
    ['people', 'a\nb\nc'],
    ['place', '{lat: 1}'],
    ['order', '"c"'],
  ])('refuses %s with %j', (name, value) => {
    const form = read(Input, { ...FILLED, [name]: value });
    expect(form.ok ? [] : Object.keys(form.errors)).toEqual([name]);
  });

  it('begins with the defaults, which can be taken back', () => {
    const Defaults = z.strictObject({
      order: z.enum(['a', 'b']).default('b'),
      loud: z.boolean().default(true),
      tags: z.array(z.string()).default(['x', 'y']),
      count: z.number().default(0),
    });
    expect(read(Defaults, {})).toEqual({
      ok: true,
      input: { order: 'b', loud: true, tags: ['x', 'y'], count: 0 },
    });
    expect(read(Defaults, { loud: false, order: '', count: '' })).toEqual({
      ok: true,
      input: { loud: false, tags: ['x', 'y'] },
    });
  });

  it('checks addresses and patterns, and leaves patterns it cannot read to the server', () => {
    const Formats = z.object({ url: z.url(), mail: z.email(), code: z.string().regex(/^[A-Z]{2}$/) });
    const good = { url: 'https://example.org', mail: 'me@example.org', code: 'AB' };
    expect(read(Formats, good).ok).toBe(true);
    for (const name of ['url', 'mail', 'code'] as const)
      expect(read(Formats, { ...good, [name]: 'nothing' })).toMatchObject({
        ok: false,
        errors: { [name]: expect.any(String) },
      });
    const odd = fieldsOf({ properties: { a: { type: 'string', pattern: '(?<' } }, required: ['a'] });
    expect(readForm(odd, { a: 'x' }).ok).toBe(true);
  });

  it('reads a list of objects that need one text as lines, without the marks of a pasted list', () => {
    const Steps = z.object({
      steps: z.array(z.object({ title: z.string(), details: z.string().optional() })).min(1),
    });
    expect(read(Steps, { steps: '- [ ] First\n2. Second\nThird' })).toEqual({
      ok: true,
      input: { steps: [{ title: 'First' }, { title: 'Second' }, { title: 'Third' }] },
    });
    expect(read(Steps, { steps: '' }).ok).toBe(false);
  });

  it('reads an input that is written as a whole', () => {
    const whole = fieldsOf({ oneOf: [{ type: 'object' }, { type: 'object' }] });
    expect(readForm(whole, { '': '{"a": 1}' })).toEqual({ ok: true, input: { a: 1 } });
    expect(readForm(whole, { '': '[1]' }).ok).toBe(false);
    expect(readForm(whole, { '': '' }).ok).toBe(false);
  });
});
