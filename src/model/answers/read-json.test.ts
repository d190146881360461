import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonCandidates, type ReadingLimits, readJson, whyNoJson } from './read-json.ts';

const read = (value: unknown, repaired = false) => ({ ok: true, value, repaired });

describe('readJson', () => {
  it('reads a text that is entirely JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('', ' ', '\n', '\uFEFF'), (value, around) => {
        const text = JSON.stringify(value);
        expect(readJson(around + text)).toEqual(read(JSON.parse(text)));
      }),
    );
  });

  it('reads an object out of fences and prose', () => {
    const prose = fc.constantFrom(
      '',
      'Sure! Here it is:\n',
      "It's {done} [1]: ",
      '```json\n',
      '<think>a "b</think>',
      'see (a) and [b: ',
    );
    const after = fc.constantFrom('', '\n```', '\nLet me know!', ' } done', '\n```\nSee [1].');
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
        prose,
        after,
        (object, a, b) => {
          const text = JSON.stringify(object);
          expect(readJson(a + text + b)).toEqual(read(JSON.parse(text)));
        },
      ),
    );
  });

  it('prefers the last of several objects, and objects over lists', () => {
    expect(readJson('first {"a":1} then {"a":2}, see [3]')).toEqual(read({ a: 2 }));
    expect(readJson('The list: [1, 2].')).toEqual(read([1, 2]));
  });

  it.each([
    ['a trailing comma', '{"a": 1, "b": [1, 2,],}', { a: 1, b: [1, 2] }],
    ['single quotes', "{'a': 'it is', 'b': 2}", { a: 'it is', b: 2 }],
    ['names without quotes', '{a: 1, b_c: "x"}', { a: 1, b_c: 'x' }],
    ['comments', '{"a": 1, // the first } one\n "b": 2 /* the second ] */}', { a: 1, b: 2 }],
    ['Python', "{'a': True, 'b': None}", { a: true, b: null }],
    ['line ends in a text', '{"a": "one\ntwo"}', { a: 'one\ntwo' }],
    ['a missing comma', '{"a": 1\n "b": 2}', { a: 1, b: 2 }],
  ])('repairs %s', (_, text, value) => {
    expect(readJson(`Here:\n${text}\nDone.`)).toEqual(read(value, true));
  });

  it.each([
    ['an object that is cut off', '{"a": 1, "b": [1, 2', 'not complete'],
    ['an object that is cut off inside a text', '{"a": "an end } of', 'not complete'],
    ['two damaged objects', '{a: 1} or {a: 2}', 'damaged'],
    ['joined texts', '{"a": "one" + "two"}', 'damaged'],
    ['prose', 'I cannot do that.', 'no JSON'],
    ['nothing', ' \n', 'empty'],
  ])('does not guess at %s', (_, text, reason) => {
    expect(readJson(text)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });

  it('does not take part of a truncated value for the whole', () => {
    const nested = fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.constant([{ a: 1 }, { b: {} }])), {
      minKeys: 1,
    });
    const values = fc.oneof(nested, fc.array(nested, { minLength: 1 }));
    fc.assert(
      fc.property(
        values,
        fc.constantFrom('', 'Here it is:\n', '```json\n'),
        fc.nat(),
        (value, before, at) => {
          const text = JSON.stringify(value);
          expect(readJson(before + text.slice(0, 1 + (at % (text.length - 1)))).ok).toBe(false);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('does not take part of a value with mismatched brackets for the whole', () => {
    expect(readJson('{"a": [{"b": 1}, {"c": 2}}').ok).toBe(false);
  });

  it('prefers a complete object over a truncated one', () => {
    expect(readJson('{"a":1} or better {"a": {"b": 2}, "c')).toEqual(read({ a: 1 }));
  });

  it('never throws, whatever it is given', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      ':',
      ',',
      '\\',
      '//',
      '/*',
      '*/',
      'a',
      '1',
      '\n',
      '```',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        expect(readJson(parts.join(''))).toHaveProperty('ok');
      }),
      { numRuns: 500 },
    );
  });

  it.each(['{', '[', '{"', "['", '/*', '{/*', '"{', '[}'])('reads 1 MiB of %j', (unit) => {
    expect(readJson(unit.repeat((1 << 20) / unit.length)).ok).toBe(false);
  });

  it('does not let a text set the prototype of its value', () => {
    const { value } = Object(readJson('so: {"__proto__": {"polluted": true}}'));
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object(value).polluted).toBeUndefined();
  });
});

describe('jsonCandidates', () => {
  it('lists every possible value, the most likely first', () => {
    const values = [...jsonCandidates('{"a":1} [2] {"b":3} [4]')].map(({ value }) => value);
    expect(values).toEqual([{ b: 3 }, { a: 1 }, [4], [2]]);
  });

  it('repairs nothing if there is an intact value', () => {
    expect([...jsonCandidates('{broken: 1} {"a":1}')]).toEqual([{ value: { a: 1 }, repaired: false }]);
  });
});

describe('the limits of a reading', () => {
  const NONE: ReadingLimits = {
    characters: Number.POSITIVE_INFINITY,
    candidates: Number.POSITIVE_INFINITY,
    levels: Number.POSITIVE_INFINITY,
    repaired: Number.POSITIVE_INFINITY,
    readings: Number.POSITIVE_INFINITY,
  };

  it('change nothing about ordinary answers', () => {
    const damaged = fc.constantFrom("{'a': 1,}", '{a: [1 2]}', '[1, 2', '{"a": "b', '{"a": 1} }', '// {');
    const piece = fc.oneof(
      fc.jsonValue().map((value) => JSON.stringify(value)),
      fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value, null, 2)),
      damaged,
      fc.lorem(),
      fc.constantFrom('```json\n', '\n```\n', 'see [1] ', "it's ", '{', '"', '\n'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join(' ');
        expect([...jsonCandidates(text)]).toEqual([...jsonCandidates(text, NONE)]);
        expect(whyNoJson(text)).toBe(whyNoJson(text, NONE));
      }),
      { numRuns: 300 },
    );
  });

  it('keep the last of very many objects and lists', () => {
    const objects = Array.from({ length: 50_000 }, (_, i) => `{"a": ${i}}`).join('\n');
    const values = [...jsonCandidates(`[1] ${objects}`)].map(({ value }) => value);
    expect(values).toHaveLength(65);
    expect(values[0]).toEqual({ a: 49_999 });
    expect(values.at(-1)).toEqual([1]);
  });

  it.each([
    ['alone', (json: string) => json],
    ['in prose', (json: string) => `So: ${json}.`],
    ['damaged', (json: string) => `${json.slice(0, -1)},]`],
  ])('leave out a value that nests too deeply, %s', (_, around) => {
    const deep = around('['.repeat(100_000) + ']'.repeat(100_000));
    expect(readJson(deep).ok).toBe(false);
    expect(readJson(around('['.repeat(150) + ']'.repeat(150))).ok).toBe(true);
  });

  it('repair no value that is longer than any answer', () => {
    const damaged = (length: number) => `{a: "${'x'.repeat(length)}"}`;
    expect(readJson(damaged(60_000))).toMatchObject({ ok: true, repaired: true });
    expect(readJson(damaged(70_000))).toMatchObject({ ok: false });
  });

  it('read the end of a text that is too long', () => {
    expect(readJson(`{"a": 1} ${'x'.repeat(9 * 1024 * 1024)} {"b": 2}`)).toEqual(read({ b: 2 }));
  });
});
