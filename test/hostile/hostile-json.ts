import fc from 'fast-check';
import { hostileText } from './hostile-text.ts';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Values as JSON is written, some of which no value in memory could be written as. */
const RAW = [
  'null',
  'true',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e999',
  '-1e999',
  '9007199254740993',
  '1e-400',
  '""',
  '" "',
  '"\\u0000"',
  '"\\ud800"',
  '"__proto__"',
  '"constructor"',
  '[]',
  '[null]',
  '{}',
  '{"__proto__":{"polluted":true}}',
  '{"__proto__":null}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":1,"valueOf":1,"hasOwnProperty":1}',
  '{"length":1e9}',
  '{"a":1,"a":2}',
  '{"then":1}',
  '{"toJSON":1}',
  nested(40),
  nested(2000),
  `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`,
  `"${'x'.repeat(20_000)}"`,
  `[${Array(500).fill('{}').join(',')}]`,
  '1e21',
];

const rawValue: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...RAW) },
  hostileText.map((text) => JSON.stringify(text)),
  fc.json({ maxDepth: 2 }),
);

/** Names that reach into prototypes, and names that nobody expects. */
const KEYS = ['__proto__', 'constructor', 'prototype', 'toString', '', '\u0000', 'id', 'type', 'length', '0'];

/** Any JSON, and some that only looks like it. */
export const hostileJson: fc.Arbitrary<string> = fc.oneof(
  rawValue,
  fc.json({ maxDepth: 4 }),
  fc
    .array(fc.tuple(fc.constantFrom(...KEYS), rawValue), { maxLength: 4 })
    .map((fields) => `{${fields.map(([key, raw]) => `${JSON.stringify(key)}:${raw}`).join(',')}}`),
  fc.json({ maxDepth: 2 }).map((json) => json.slice(0, -1)),
  hostileText,
);

type Step = string | number;

/** Every place in a value, itself included. */
function placesIn(value: unknown, path: readonly Step[] = []): (readonly Step[])[] {
  const inner = Array.isArray(value)
    ? value.flatMap((item, at) => placesIn(item, [...path, at]))
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, item]) => placesIn(item, [...path, key]))
      : [];
  return [path, ...inner];
}

const MARK = '\u0001 put here';
const WRITTEN_MARK = JSON.stringify(MARK);

function at(value: unknown, path: readonly Step[]): unknown {
  return path.reduce<unknown>((inner, step) => Object(inner)[step], value);
}

function withMark(value: unknown, [step, ...rest]: readonly Step[]): unknown {
  if (step === undefined) return MARK;
  if (Array.isArray(value)) return value.map((item, i) => (i === step ? withMark(item, rest) : item));
  return Object.fromEntries(
    Object.entries(Object(value)).map(([key, item]) => [key, key === step ? withMark(item, rest) : item]),
  );
}

function written(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

/**
 * A sound value, written as JSON, in which one or two places hold something else: another type, a number beyond all, a
 * deep nest, a name that reaches into a prototype, the same name twice, or nothing at all.
 */
export function mutatedJson(...values: readonly unknown[]): fc.Arbitrary<string> {
  return fc.constantFrom(...values).chain((value) => mutation(value));
}

function mutation(value: unknown): fc.Arbitrary<string> {
  return fc
    .record({
      path: fc.constantFrom(...placesIn(value)),
      raw: rawValue,
      key: fc.constantFrom(...KEYS),
      how: fc.constantFrom('replace', 'replace', 'replace', 'add', 'twice', 'leave out'),
    })
    .map(({ path, raw, key, how }) => {
      const here = at(value, path);
      const isRecord = typeof here === 'object' && here !== null && !Array.isArray(here);
      const put = (text: string) => written(withMark(value, path)).replace(WRITTEN_MARK, () => text);
      if (how === 'leave out' && path.length > 0) return written(without(value, path));
      if (!isRecord || how === 'replace' || how === 'leave out') return put(raw);
      const fields = written(here).slice(1, -1);
      const [first = key] = Object.keys(here);
      const added = `${JSON.stringify(how === 'twice' ? first : key)}:${raw}`;
      return put(`{${[fields, added].filter((part) => part !== '').join(',')}}`);
    });
}

function without(value: unknown, path: readonly Step[]): unknown {
  const [step, ...rest] = path;
  if (Array.isArray(value)) {
    return rest.length === 0
      ? value.filter((_, i) => i !== step)
      : value.map((item, i) => (i === step ? without(item, rest) : item));
  }
  return Object.fromEntries(
    Object.entries(Object(value)).flatMap(([key, item]) => {
      if (key !== step) return [[key, item]];
      return rest.length === 0 ? [] : [[key, without(item, rest)]];
    }),
  );
}

/** The value that a JSON text stands for, names like `__proto__` included; text that is none stays text. */
export function parsedOr(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
