import { runInNewContext } from 'node:vm';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalCopy, canonicalJson, MAX_DEPTH } from './canonical-json.ts';

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

describe('canonical JSON', () => {
  it('is that of RFC 8785, section 3.2.2', () => {
    const input = JSON.parse(
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],' +
        '"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    );
    expect(canonicalJson(input)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('sorts keys by UTF-16 code units, as RFC 8785, section 3.2.3', () => {
    const input = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    expect(Object.values(JSON.parse(canonicalJson(input)))).toEqual([
      'One',
      'Carriage Return',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
    expect(canonicalJson({ '10': 1, '9': 2, a: 3 })).toBe('{"10":1,"9":2,"a":3}');
  });

  it.each([
    [0, '0'],
    [-0, '0'],
    [5e-324, '5e-324'],
    [-5e-324, '-5e-324'],
    [1.7976931348623157e308, '1.7976931348623157e+308'],
    [9007199254740992, '9007199254740992'],
    [295147905179352830000, '295147905179352830000'],
    [9.999999999999997e22, '9.999999999999997e+22'],
    [1e21, '1e+21'],
    [999999999999999900000, '999999999999999900000'],
    [0.000001, '0.000001'],
    [1e-7, '1e-7'],
    [333333333.33333325, '333333333.33333325'],
    [1424953923781206.2, '1424953923781206.2'],
  ])('prints %d as RFC 8785, appendix B does', (number, text) => {
    expect(canonicalJson(number)).toBe(text);
  });

  it('agrees with another implementation on every value that it accepts', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' }), (value) => {
        fc.pre(!JSON.stringify(value).includes('__proto__'));
        expect(canonicalJson(value)).toBe(canonicalize(value));
      }),
      { numRuns: 500 },
    );
  });

  it('is read back as the same value', () => {
    const lone = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((c) => String.fromCharCode(c)) });
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        lone,
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constantFrom(null, true, false),
        fc.array(tie('value')),
        fc.dictionary(
          lone.filter((key) => key !== '__proto__'),
          tie('value'),
          { noNullPrototype: true },
        ),
      ),
    })).value;
    fc.assert(
      fc.property(json, (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  it('does not depend on the order in which keys were set', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.integer(), { noNullPrototype: true }), (object) => {
        fc.pre(!Object.hasOwn(object, '__proto__'));
        const reversed = Object.fromEntries(Object.entries(object).toReversed());
        expect(canonicalJson(reversed)).toBe(canonicalJson(object));
      }),
    );
  });

  it('comes with a copy that equals its parsed text, with keys in the same order', () => {
    const key = fc.oneof(fc.string(), fc.nat().map(String)).filter((name) => name !== '__proto__');
    const object = fc.dictionary(key, fc.dictionary(key, fc.jsonValue()));
    fc.assert(
      fc.property(object, (value) => {
        fc.pre(!JSON.stringify(value).includes('"__proto__"'));
        const { text, copy } = canonicalCopy(value, 'payload');
        expect(text).toBe(canonicalJson(value));
        expect(copy).toStrictEqual(JSON.parse(text));
        expect(JSON.stringify(copy)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it('sorts keys that start like a number by their text, at any depth', () => {
    const value = { b: [{ '9': 1, '10': { '2': 0, '-1': 0, '1a': 0 } }], '0': null, '-': true };
    expect(canonicalJson(value)).toBe('{"-":true,"0":null,"b":[{"10":{"-1":0,"1a":0,"2":0},"9":1}]}');
  });

  it('keeps lone surrogates, escaped, and omits undefined properties', () => {
    expect(canonicalJson({ '\ud800': 'a\udc00' })).toBe('{"\\ud800":"a\\udc00"}');
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
  });

  it('takes plain objects of any realm and without a prototype', () => {
    expect(canonicalJson(Object.assign(Object.create(null), { a: 1 }))).toBe('{"a":1}');
    expect(canonicalJson(runInNewContext('({ a: [1, { b: 2 }] })'))).toBe('{"a":[1,{"b":2}]}');
  });

  it(`takes ${MAX_DEPTH} levels`, () => {
    expect(canonicalJson(nested(MAX_DEPTH))).toHaveLength(2 * MAX_DEPTH + 1);
  });
});

describe('canonical JSON refuses', () => {
  class Money {
    amount = 1;
  }
  const cycle: Record<string, unknown> = {};
  cycle.self = { again: cycle };

  it.each<[string, unknown, string]>([
    ['NaN', { a: Number.NaN }, 'a finite number at payload.a; got NaN'],
    ['Infinity', [1, Number.POSITIVE_INFINITY], 'a finite number at payload[1]; got Infinity'],
    ['-Infinity', Number.NEGATIVE_INFINITY, 'a finite number at payload; got -Infinity'],
    ['a bigint', { a: [{ b: 5n }] }, 'a JSON value at payload.a[0].b; got 5n'],
    ['a Date', { at: new Date(0) }, 'a plain object at payload.at; got a Date'],
    ['a Map', new Map(), 'a plain object at payload; got a Map'],
    ['a Set', new Set(), 'got a Set'],
    ['a boxed number', Object(1), 'got a Number'],
    ['bytes', new Uint8Array(2), 'got a Uint8Array'],
    ['an instance of a class', new Money(), 'got a Money'],
    ['an object that inherits', Object.create({ a: 1 }), 'a plain object'],
    ['a function', { a: () => 1 }, 'a JSON value at payload.a; got a function'],
    ['a toJSON function', { toJSON: () => 'x' }, 'a JSON value at payload.toJSON'],
    ['a symbol', { a: Symbol('s') }, 'got Symbol(s)'],
    ['undefined alone', undefined, 'a JSON value at payload; got undefined'],
    ['undefined in an array', [1, undefined], 'a JSON value at payload[1]; got undefined'],
    ['a hole in an array', new Array(1), 'a JSON value at payload[0]; got undefined'],
    [
      'an own __proto__ key',
      JSON.parse('{"a":{"__proto__":{"x":1}}}'),
      'no key named __proto__ at payload.a',
    ],
    ['a cycle', cycle, `at most ${MAX_DEPTH} levels`],
    ['one level too many', nested(MAX_DEPTH + 1), `at most ${MAX_DEPTH} levels`],
  ])('%s', (_, value, message) => {
    expect(() => canonicalJson(value)).toThrow(
      expect.objectContaining({ code: 'invalid-fact', message: expect.stringContaining(message) }),
    );
  });

  it('without polluting a prototype', () => {
    const hostile = JSON.parse(
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    );
    expect(() => canonicalJson(hostile)).toThrow();
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});
