import { JournalError, shown } from '../error.ts';

/** The maximum nesting of a payload. The same rule refuses cycles. */
export const MAX_DEPTH = 128;

/**
 * The maximum length of a text; beyond it, copying stops. Objects with shared children can expand to unbounded
 * text.
 */
const MAX_TEXT = 8 * 1024 * 1024;

/** Up to this many keys, insertion sort is faster than the general sort. */
const MANY_KEYS = 12;

/** A copy of an object that nobody else holds, and its canonical text. */
export interface CanonicalCopy {
  readonly copy: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/**
 * The canonical text of a JSON value (RFC 8785): keys sorted by UTF-16 code units, no white space, numbers as
 * ECMAScript prints them. Equal values have equal text, so a digest of it identifies the value.
 *
 * Stricter than `JSON.stringify` where that would change or drop data: NaN, infinities, bigints, functions, symbols,
 * holes, instances of classes, a `__proto__` key and nesting beyond {@link MAX_DEPTH} are refused with their path. A
 * property that is `undefined` counts as absent. Lone surrogates are kept, escaped.
 */
export function canonicalJson(value: unknown, root = 'payload'): string {
  const walk = walkFrom(root);
  return textOf(copyOf(value, walk), walk);
}

/** The canonical text of an object and the copy it was written from, which saves parsing it. */
export function canonicalCopy(object: object, root: string): CanonicalCopy {
  const walk = walkFrom(root);
  const copy = copyOfObject(object, walk);
  return { copy, text: textOf(copy, walk) };
}

/** The state of copying a value with sorted keys. */
interface Walk {
  /** The path to the current value, for error messages. */
  readonly trail: (string | number)[];
  size: number;
  /** Whether a key may be an array index: objects list those first, in numeric order. */
  hasIndexKeys: boolean;
}

function walkFrom(root: string): Walk {
  return { trail: [root], size: 0, hasIndexKeys: false };
}

function copyOf(value: unknown, walk: Walk): unknown {
  switch (typeof value) {
    case 'string':
      grow(walk, value.length);
      return value;
    case 'boolean':
      return value;
    case 'number':
      if (!Number.isFinite(value))
        throw refused(walk, 'a finite number', value, 'Use null or a string instead.');
      return value === 0 ? 0 : value;
    case 'object':
      if (value === null) return null;
      if (walk.trail.length > MAX_DEPTH) {
        throw refused(walk, `at most ${MAX_DEPTH} levels`, value, 'Flatten it, or break the cycle.');
      }
      return Array.isArray(value) ? copyOfArray(value, walk) : copyOfObject(value, walk);
    default:
      throw refused(
        walk,
        'a JSON value',
        value,
        'Convert it to a string, number, boolean, null, array or object.',
      );
  }
}

function copyOfObject(object: object, walk: Walk): Record<string, unknown> {
  if (!isPlainObject(object)) {
    throw refused(walk, 'a plain object', object, 'Convert it first, for example a Date with toISOString().');
  }
  if (Object.getOwnPropertySymbols(object).length > 0) {
    throw refused(walk, 'keys that are strings', object, 'Leave symbols out.');
  }
  const copy: Record<string, unknown> = {};
  for (const key of sortedKeys(object)) {
    if (key === '__proto__') throw refused(walk, 'no key named __proto__', object, 'Rename the key.');
    const item: unknown = object[key];
    if (item === undefined) continue;
    if (startsWithDigit(key)) walk.hasIndexKeys = true;
    grow(walk, key.length);
    copy[key] = copyBelow(key, item, walk);
  }
  return copy;
}

function copyOfArray(items: readonly unknown[], walk: Walk): unknown[] {
  if (Object.keys(items).length > items.length) {
    throw refused(walk, 'an array of items only', items, 'Leave its other properties out, or use an object.');
  }
  const copy: unknown[] = [];
  for (let i = 0; i < items.length; i++) copy.push(copyBelow(i, items[i], walk));
  return copy;
}

function copyBelow(key: string | number, value: unknown, walk: Walk): unknown {
  // At least one character and a comma.
  grow(walk, 2);
  // Most values are strings, which have no children and are never refused.
  if (typeof value === 'string') return copyOf(value, walk);
  walk.trail.push(key);
  const copy = copyOf(value, walk);
  walk.trail.pop();
  return copy;
}

/** Sorted by UTF-16 code units, as RFC 8785 requires and as strings compare by default. */
function sortedKeys(object: object): string[] {
  const keys = Object.keys(object);
  if (keys.length > MANY_KEYS) return keys.sort();
  for (let end = 1; end < keys.length; end++) {
    const key = keys[end] ?? '';
    let at = end;
    for (; at > 0 && (keys[at - 1] ?? '') > key; at--) keys[at] = keys[at - 1] ?? '';
    keys[at] = key;
  }
  return keys;
}

function textOf(copy: unknown, { hasIndexKeys }: Walk): string {
  return hasIndexKeys ? sortedText(copy) : JSON.stringify(copy);
}

function grow(walk: Walk, characters: number): void {
  walk.size += characters;
  if (walk.size > MAX_TEXT) throw endless();
}

function refused({ trail }: Walk, expected: string, actual: unknown, fix: string): JournalError {
  const [root, ...keys] = trail;
  const path = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
  const where = path.length > 120 ? `${path.slice(0, 60)}…${path.slice(-50)}` : path;
  return new JournalError('invalid-fact', {
    expected: `${expected} at ${root}${where}`,
    actual: shown(actual),
    fix,
  });
}

/** The output of `JSON.stringify` with keys sorted as text, whatever the keys are. */
function sortedText(copy: unknown): string {
  if (typeof copy !== 'object' || copy === null) return JSON.stringify(copy);
  if (Array.isArray(copy)) return `[${copy.map(sortedText).join()}]`;
  const keys = Object.keys(copy).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${sortedText(Reflect.get(copy, key))}`).join()}}`;
}

function endless(): JournalError {
  return new JournalError('fact-too-large', {
    summary: `The value has more than ${MAX_TEXT} characters of JSON.`,
    fix: 'Store large content as an attachment. Look for objects that are shared many times over.',
  });
}

function startsWithDigit(key: string): boolean {
  const first = key.charCodeAt(0);
  return first >= 0x30 && first <= 0x39;
}

/** Whether a value is an object literal or the like, not an instance of a class. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || isForeignPlain(prototype);
}

/** A plain object from another realm (a vm context, an iframe) has that realm's Object.prototype. */
function isForeignPlain(prototype: unknown): boolean {
  return (
    typeof prototype === 'object' &&
    prototype !== null &&
    Object.getPrototypeOf(prototype) === null &&
    Object.hasOwn(prototype, 'isPrototypeOf')
  );
}
