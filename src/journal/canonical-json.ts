import { JournalError, shown } from './error.ts';

/** How deep a payload may nest. A cycle is refused by the same rule. */
export const MAX_DEPTH = 128;

/** Beyond this the writing is given up: objects that share children can stand for texts without end. */
const MAX_TEXT = 8 * 1024 * 1024;

/**
 * The canonical text of a JSON value (RFC 8785): keys sorted by UTF-16 code units, no white space, numbers as
 * ECMAScript prints them. Equal values have equal text, so a digest over it names the value.
 *
 * Stricter than `JSON.stringify` where that would change or drop data: NaN, infinities, bigints, functions,
 * symbols, holes, instances of classes, a `__proto__` key and nesting beyond {@link MAX_DEPTH} are refused with
 * the place they stand at. A property that is `undefined` counts as absent. Lone surrogates are kept, escaped.
 */
export function canonicalJson(value: unknown, root = 'payload'): string {
  return new CanonicalWriter(root).write(value);
}

class CanonicalWriter {
  /** The keys that lead to the value being written, for the message of a refusal. */
  readonly #trail: (string | number)[];
  #written = 0;

  constructor(root: string) {
    this.#trail = [root];
  }

  write(value: unknown): string {
    switch (typeof value) {
      case 'string':
        return JSON.stringify(value);
      case 'boolean':
        return value ? 'true' : 'false';
      case 'number':
        if (!Number.isFinite(value))
          throw this.#refused('a finite number', value, 'Use null or a string instead.');
        return Object.is(value, -0) ? '0' : String(value);
      case 'object':
        if (value === null) return 'null';
        if (this.#trail.length > MAX_DEPTH) {
          throw this.#refused(`at most ${MAX_DEPTH} levels`, value, 'Flatten it, or break the cycle.');
        }
        return Array.isArray(value) ? this.#array(value) : this.#object(value);
      default:
        throw this.#refused(
          'a JSON value',
          value,
          'Convert it to a string, number, boolean, null, array or object.',
        );
    }
  }

  #array(items: readonly unknown[]): string {
    if (Object.keys(items).length > items.length) {
      throw this.#refused(
        'an array of items only',
        items,
        'Leave its other properties out, or use an object.',
      );
    }
    let text = '[';
    for (let i = 0; i < items.length; i++) {
      if (i > 0) text += ',';
      text += this.#below(i, items[i]);
    }
    return `${text}]`;
  }

  #object(object: object): string {
    if (!isPlainObject(object)) {
      throw this.#refused(
        'a plain object',
        object,
        'Convert it first, for example a Date with toISOString().',
      );
    }
    if (Object.getOwnPropertySymbols(object).length > 0) {
      throw this.#refused('keys that are strings', object, 'Leave symbols out.');
    }
    let text = '{';
    // Without a comparator strings sort by UTF-16 code units, as RFC 8785 asks.
    for (const key of Object.keys(object).sort()) {
      if (key === '__proto__') throw this.#refused('no key named __proto__', object, 'Rename the key.');
      const item: unknown = Reflect.get(object, key);
      if (item === undefined) continue;
      if (text.length > 1) text += ',';
      text += `${JSON.stringify(key)}:${this.#below(key, item)}`;
    }
    return `${text}}`;
  }

  #below(key: string | number, value: unknown): string {
    this.#trail.push(key);
    const text = this.write(value);
    this.#trail.pop();
    // What stands inside was counted there.
    this.#written += typeof value === 'object' ? 2 : text.length;
    if (this.#written > MAX_TEXT) throw endless();
    return text;
  }

  #refused(expected: string, actual: unknown, fix: string): JournalError {
    const [root, ...keys] = this.#trail;
    const path = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
    const where = path.length > 120 ? `${path.slice(0, 60)}…${path.slice(-50)}` : path;
    return new JournalError('invalid-fact', {
      expected: `${expected} at ${root}${where}`,
      actual: shown(actual),
      fix,
    });
  }
}

function endless(): JournalError {
  return new JournalError('fact-too-large', {
    expected: `at most ${MAX_TEXT} characters of JSON`,
    actual: 'more, even without looking at all of it',
    fix: 'Store large content as an attachment; look for objects that share children many times over.',
  });
}

/** An object literal or the like, and no instance of a class. */
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
