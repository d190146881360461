import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factFrom, isFactId, isFactType, isVersion, MAX_FACT_BYTES, payloadText, takeApart } from './fact.ts';
import { canonicalJson } from './integrity/canonical-json.ts';

const refusal = (named: string, code = 'invalid-fact') =>
  expect.objectContaining({ code, message: expect.stringContaining(named) });

describe('splitting a proposed fact', () => {
  it('separates type and version from the payload', () => {
    expect(takeApart({ type: 'note_added', v: 2, text: 'a' }, 0)).toEqual({
      type: 'note_added',
      v: 2,
      payload: { text: 'a' },
    });
    expect(takeApart({ type: 'a' }, 0)).toEqual({ type: 'a', v: undefined, payload: {} });
  });

  it.each([null, undefined, 'note_added', 7, [], [{ type: 'a' }]])(
    'refuses %j, which is no object',
    (value) => {
      expect(() => takeApart(value, 3)).toThrow(refusal('facts[3]'));
    },
  );

  it.each([undefined, null, 7, '', '1st', '_a', 'a b', 'a\n', 'ä', 'a'.repeat(129), { toString: () => 'a' }])(
    'refuses %j as a type',
    (type) => {
      expect(() => takeApart({ type }, 0)).toThrow(refusal('facts[0]'));
    },
  );

  it.each(['a', 'A9_.:/-z', 'constructor', 'toString', 'hasOwnProperty', 'a'.repeat(128)])(
    'takes %s as a type',
    (type) => {
      expect(takeApart({ type }, 0).type).toBe(type);
    },
  );

  it('refuses the type that marks erased facts', () => {
    expect(() => takeApart({ type: 'redacted' }, 0)).toThrow(refusal('redact'));
  });

  it.each([0, -1, 1.5, '1', null, Number.NaN, 2 ** 53])('refuses %j as a version', (v) => {
    expect(() => takeApart({ type: 'a', v }, 0)).toThrow(refusal('facts[0]'));
  });

  it('does not let a __proto__ key through', () => {
    const hostile = JSON.parse('{"type":"a","__proto__":{"x":1}}');
    const { type, payload } = takeApart(hostile, 0);
    expect(() => payloadText(payload, { type, at: 0 })).toThrow(refusal('__proto__'));
  });
});

describe('the text of a payload', () => {
  it.each(['seq', 'id', 'ts', 'type', 'v'])('may not hold the envelope field %s', (field) => {
    expect(() => payloadText({ [field]: 1 }, { type: 'a', at: 4 })).toThrow(refusal(`"${field}"`));
  });

  it('may contain such names in nested objects', () => {
    expect(payloadText({ of: { seq: 1, type: 'x' } }, { type: 'a', at: 0 })).toBe(
      '{"of":{"seq":1,"type":"x"}}',
    );
  });

  it.each([
    ['one byte', 'x', 1],
    ['two bytes', 'é', 2],
    ['three bytes', '€', 3],
    ['four bytes', '😀', 4],
    ['six, as an escape', '\ud800', 6],
    ['two, as an escape', '"', 2],
  ])('counts a character of %s as that', (_, character, bytes) => {
    const room = MAX_FACT_BYTES - '{"t":""}'.length;
    const fitting = character.repeat(Math.floor(room / bytes)) + 'x'.repeat(room % bytes);
    const text = payloadText({ t: fitting }, { type: 'a', at: 0 });
    expect(new TextEncoder().encode(text)).toHaveLength(MAX_FACT_BYTES);
    expect(() => payloadText({ t: `${fitting}x` }, { type: 'a', at: 2 })).toThrow(
      refusal(`${MAX_FACT_BYTES + 1} bytes`, 'fact-too-large'),
    );
  });
});

describe('assembling a fact', () => {
  const envelope = { seq: 7, id: 'f-7', ts: '2026-01-01T00:00:00.000Z', type: 'note_added', v: 2 };

  it('returns the envelope and the payload, whatever it contains', () => {
    const payloads = fc.dictionary(
      fc.string({ unit: 'binary' }).filter((key) => key !== '__proto__' && !Object.hasOwn(envelope, key)),
      fc.jsonValue({ stringUnit: 'binary' }).filter((value) => !JSON.stringify(value).includes('__proto__')),
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(payloads, (payload) => {
        const text = canonicalJson(payload);
        expect(factFrom(envelope, text)).toEqual({ ...envelope, ...JSON.parse(text) });
      }),
    );
  });

  it('accepts an empty payload', () => {
    expect(factFrom(envelope, '{}')).toEqual(envelope);
  });
});

describe('the envelope', () => {
  it('never needs escaping', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\w.:/-]{1,130}\n?$/)),
        (text) => {
          if (isFactId(text) || isFactType(text)) expect(JSON.stringify(text)).toBe(`"${text}"`);
        },
      ),
    );
    expect(isFactId('a\n')).toBe(false);
    expect(isFactId('')).toBe(false);
    expect(isFactId('a'.repeat(129))).toBe(false);
    expect(isFactId(crypto.randomUUID())).toBe(true);
    expect([1, 2, 0, 1.5, '1'].map(isVersion)).toEqual([true, true, false, false, false]);
  });
});
