import type { LlmRequest } from '../llm.ts';
import { nameKey, type PromptContent, promptContent } from './prompt-content.ts';
import { numberFor, textFor } from './scalar-instance.ts';

type Schema = Readonly<Record<string, unknown>>;

/** From this depth on only required properties are filled in, so that recursive schemas end. */
const DEEPEST_OPTIONAL = 4;
const DEEPEST = 24;
const MAX_ITEMS = 3;

interface Place {
  readonly root: unknown;
  readonly content: PromptContent;
  /** The property it is the value of; for items of a list the nearest one. */
  readonly name: string;
  /** The index in its list. */
  readonly index: number;
  readonly depth: number;
}

/**
 * A value for a JSON Schema, filled with values from the request where names match. Supports types, `enum`,
 * `const`, `default`, `$ref`, `allOf`, `anyOf`, `oneOf`, limits of numbers, strings, arrays and objects, and common
 * patterns and formats; ignores `not`, `if` and `dependent…`.
 */
export function schemaInstance(schema: unknown, request: LlmRequest): unknown {
  return fill(schema, { root: schema, content: promptContent(request), name: '', index: 0, depth: 0 });
}

function fill(unresolved: unknown, place: Place): unknown {
  const schema = resolve(unresolved, place.root);
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return choose(schema.enum, place);
  const branches = [schema.oneOf, schema.anyOf].find((list): list is unknown[] => Array.isArray(list));
  if (branches !== undefined) return fillBranch(schema, branches, place);
  switch (typeOf(schema)) {
    case 'object':
      return fillObject(schema, place);
    case 'array':
      return fillArray(schema, place);
    case 'number':
    case 'integer':
      return numberFor(schema, saidAt(place), place.index);
    case 'boolean':
      return /^(true|yes|on|1)$/i.test(saidAt(place) ?? '');
    case 'null':
      return null;
    default:
      return textFor(schema, saidAt(place), place);
  }
}

/** The request's value for the property, used once: for the first item. */
function saidAt({ content, name, index }: Place): string | undefined {
  return index === 0 ? content.named.get(nameKey(name)) : undefined;
}

/** The schema behind a reference, merged with its siblings and all of its `allOf`. */
function resolve(unresolved: unknown, root: unknown): Schema {
  let schema = asSchema(unresolved);
  for (let hops = 0; typeof schema.$ref === 'string' && hops < DEEPEST; hops++) {
    const { $ref, ...beside } = schema;
    schema = merge(asSchema(lookUp(root, String($ref))), beside);
  }
  const { allOf, ...own } = schema;
  if (!Array.isArray(allOf)) return schema;
  return allOf.map((part) => resolve(part, root)).reduce(merge, own);
}

function merge(a: Schema, b: Schema): Schema {
  const required = [a.required, b.required].flatMap((names) => (Array.isArray(names) ? names : []));
  return {
    ...a,
    ...b,
    ...(a.properties || b.properties
      ? { properties: { ...asSchema(a.properties), ...asSchema(b.properties) } }
      : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

function lookUp(root: unknown, reference: string): unknown {
  const steps = reference.replace(/^#\/?/, '').split('/');
  if (!reference.startsWith('#')) return {};
  return steps
    .filter((step) => step !== '')
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (node, step) => (typeof node === 'object' && node !== null ? Reflect.get(node, step) : {}),
      root,
    );
}

/** The choice that the request names, or the first one that is not null. */
function choose(choices: readonly unknown[], place: Place): unknown {
  const wanted = saidAt(place)?.toLowerCase();
  const chosen = choices.find((choice) => wanted !== undefined && String(choice).toLowerCase() === wanted);
  return chosen ?? choices.find((choice) => choice !== null) ?? choices[0] ?? null;
}

function fillBranch(schema: Schema, branches: readonly unknown[], place: Place): unknown {
  const { oneOf: _oneOf, anyOf: _anyOf, ...shared } = schema;
  const open = branches.filter((branch) => resolve(branch, place.root).type !== 'null');
  const wantsNull = open.length < branches.length && place.depth > DEEPEST_OPTIONAL;
  if (wantsNull || open.length === 0) return null;
  // Deep inside, the smallest branch is the most likely to end a recursion.
  const chosen = place.depth > DEEPEST_OPTIONAL ? open.toSorted((a, b) => sizeOf(a) - sizeOf(b))[0] : open[0];
  return fill(merge(shared, resolve(chosen, place.root)), { ...place, depth: place.depth + 1 });
}

function sizeOf(schema: unknown): number {
  return JSON.stringify(schema).length + (typeof asSchema(schema).$ref === 'string' ? 1_000 : 0);
}

function typeOf(schema: Schema): unknown {
  const { type } = schema;
  if (Array.isArray(type)) return type.find((each) => each !== 'null') ?? 'null';
  if (type !== undefined) return type;
  if (schema.properties !== undefined || schema.required !== undefined) return 'object';
  if (schema.items !== undefined || schema.prefixItems !== undefined) return 'array';
  if (schema.minimum !== undefined || schema.maximum !== undefined) return 'number';
  return 'string';
}

function fillObject(schema: Schema, place: Place): unknown {
  const properties = asSchema(schema.properties);
  const required = new Set(Array.isArray(schema.required) ? schema.required.map(String) : []);
  const names = [...new Set([...Object.keys(properties), ...required])].filter(
    (name) => required.has(name) || place.depth < DEEPEST_OPTIONAL,
  );
  if (place.depth > DEEPEST) return {};
  const inner = { ...place, depth: place.depth + 1 };
  const entries = names.map(
    (name) =>
      [name, fill(Object.hasOwn(properties, name) ? properties[name] : {}, { ...inner, name })] as const,
  );
  const fewest = numeric(schema.minProperties) ?? 0;
  for (let extra = 1; entries.length < fewest; extra++) {
    const name = `key${extra}`;
    if (!names.includes(name)) entries.push([name, fill(schema.additionalProperties, { ...inner, name })]);
  }
  return Object.fromEntries(entries);
}

function fillArray(schema: Schema, place: Place): unknown[] {
  const fixed = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  const fewest = numeric(schema.minItems) ?? 0;
  const most = numeric(schema.maxItems) ?? Number.POSITIVE_INFINITY;
  const count = Math.min(Math.max(place.content.items.length, 1), MAX_ITEMS);
  const wanted =
    place.depth >= DEEPEST_OPTIONAL || schema.items === false ? fixed.length : Math.max(count, fixed.length);
  const length = Math.min(Math.max(wanted, fewest), most);
  if (place.depth > DEEPEST) return [];
  const items: unknown[] = [];
  for (let index = 0; items.length < length && index < length + 100; index++) {
    const item = fill(fixed[index] ?? schema.items ?? {}, { ...place, index, depth: place.depth + 1 });
    const isAgain = schema.uniqueItems === true && items.some((other) => isSame(other, item));
    const fresh = isAgain ? anotherChoice(schema.items, place.root, items) : item;
    if (fresh !== undefined) items.push(fresh);
  }
  return items;
}

/** For lists of unique items: another value of the enumeration. */
function anotherChoice(items: unknown, root: unknown, used: readonly unknown[]): unknown {
  const { enum: choices } = resolve(items, root);
  if (!Array.isArray(choices)) return undefined;
  return choices.find((choice) => !used.some((other) => isSame(other, choice)));
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function numeric(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
