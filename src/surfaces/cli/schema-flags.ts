import { type Command, Option } from 'commander';
import { shown } from '../../journal/error.ts';
import type { JsonSchema } from '../../plan-tools/calls/json-schema.ts';
import { type SchemaField, schemaFields } from '../../sessions/commands/schema-field.ts';
import { closestWord } from './closest-word.ts';
import { CliError } from './error.ts';
import { collected } from './repeated-option.ts';

/** A field of an input as a command-line option. */
export interface Flag extends SchemaField {
  /** In kebab-case, without dashes. Undefined if the name is taken: then only `--set` reaches the field. */
  readonly name: string | undefined;
  /** Whether `--no-x` sets it to false. Otherwise omitting the option does. */
  readonly negatable: boolean;
  /** A description of its values: `a whole number from 1 to 5`. */
  readonly takes: string;
}

const OWN_FLAGS = ['set', 'help'];

/** The options for the fields of a JSON Schema. `reserved` lists unavailable names, without dashes. */
export function flagsOf(
  schema: JsonSchema,
  { reserved }: { readonly reserved: readonly string[] },
): readonly Flag[] {
  const attributes = new Set([...OWN_FLAGS, ...reserved].map(attributeOf));
  return schemaFields(schema).map((field) => {
    const name = flagName(field.key);
    const isFree = name !== undefined && !attributes.has(attributeOf(name));
    if (isFree) attributes.add(attributeOf(name));
    return {
      ...field,
      name: isFree ? name : undefined,
      negatable: field.default === true || (field.required && field.default === undefined),
      takes: takenText(field),
    };
  });
}

/** The option name of a key. One that starts with `no-` would negate another option. */
function flagName(key: string): string | undefined {
  const name = key
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replace(/[_ .]+/g, '-')
    .toLowerCase();
  return /^(?!no-)[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name) ? name : undefined;
}

/** The name that commander uses for an option's value. */
function attributeOf(name: string): string {
  return new Option(`--${name}`).attributeName();
}

function takenText({ kind, choices, minimum, maximum }: SchemaField): string {
  if (choices) return `one of ${choices.map((choice) => JSON.stringify(choice)).join(', ')}`;
  switch (kind) {
    case 'text':
      return 'text';
    case 'number':
      return ['a number', rangeText(minimum, maximum)].filter(Boolean).join(' ');
    case 'integer':
      return ['a whole number', rangeText(minimum, maximum)].filter(Boolean).join(' ');
    case 'boolean':
      return 'true or false';
    case 'json':
      return 'JSON';
    default:
      return kind satisfies never;
  }
}

function rangeText(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum === undefined) return maximum === undefined ? '' : `up to ${maximum}`;
  return maximum === undefined ? `from ${minimum} on` : `from ${minimum} to ${maximum}`;
}

/** Adds the options to a command, and `--set` for all their fields. {@link inputFromFlags} validates the values. */
export function addFlags(command: Command, flags: readonly Flag[]): void {
  for (const flag of flags) for (const option of optionsOf(flag)) command.addOption(option);
  if (flags.length === 0) return;
  const hidden = flags.flatMap(({ name, key }) => (name === undefined ? [key] : []));
  const only = hidden.length === 0 ? '' : `; the only way for ${hidden.join(', ')}`;
  command.addOption(
    new Option('--set <key=value>', `set a field by its name, lists and objects as JSON${only}`).argParser(
      collected,
    ),
  );
}

function optionsOf(flag: Flag): Option[] {
  const { name, kind, choices, repeats, negatable } = flag;
  if (name === undefined) return [];
  if (kind === 'boolean' && !repeats) {
    const on = new Option(`--${name}`, helpText(flag));
    return negatable ? [on, new Option(`--no-${name}`, `the opposite of --${name}`)] : [on];
  }
  const word = choices ? 'choice' : kind === 'integer' ? 'number' : kind;
  const option = new Option(`--${name} <${word}>`, helpText(flag));
  if (choices) option.choices(choices.map(String));
  return [repeats ? option.argParser(collected) : option.argParser((text) => text)];
}

function helpText({ key, title, description, minimum, maximum, required, repeats, ...flag }: Flag): string {
  const about = [title, description].filter(Boolean).join(': ') || key;
  const notes = [
    rangeText(minimum, maximum),
    repeats ? 'may be repeated' : '',
    required ? 'required' : '',
    flag.default === undefined ? '' : `default: ${defaultText(flag.default)}`,
  ].filter(Boolean);
  return notes.length === 0 ? about : `${about} (${notes.join('; ')})`;
}

function defaultText(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}

/**
 * The given input: `values` from commander, and `sets` from `--set`, which come first. Omitted fields are left to the
 * defaults of the schema.
 */
export function inputFromFlags(
  flags: readonly Flag[],
  values: { readonly [attribute: string]: unknown },
  sets: readonly string[] = [],
): Record<string, unknown> {
  const given = flags.flatMap((flag): [string, unknown][] => {
    const value = flag.name === undefined ? undefined : values[attributeOf(flag.name)];
    return value === undefined ? [] : [[flag.key, flagValue(flag, value)]];
  });
  return Object.fromEntries([...given, ...sets.map((text) => setValue(flags, text))]);
}

function flagValue(flag: Flag, value: unknown): unknown {
  if (typeof value === 'boolean') return value;
  const parse = (text: unknown) => parsed(flag, String(text), `--${flag.name}`);
  return flag.repeats ? [value].flat().map(parse) : parse(value);
}

function setValue(flags: readonly Flag[], text: string): [string, unknown] {
  const [, key = '', value] = /^([^=]*)=([\s\S]*)$/.exec(text) ?? [];
  if (value === undefined) throw usage('key=value for --set', text, 'Write the field, =, and its value.');
  const flag = flags.find((each) => each.key === key);
  if (flag === undefined) {
    const keys = flags.map((each) => each.key);
    const near = closestWord(key, keys);
    const fix = near === undefined ? 'Name one of these fields.' : `Did you mean ${near}?`;
    throw usage(`one of ${keys.join(', ')} for --set`, key, fix);
  }
  if (flag.nullable && value === 'null') return [key, null];
  const place = `--set ${key}`;
  if (!flag.repeats) return [key, parsed(flag, value, place)];
  const list = json(value);
  if (!Array.isArray(list)) throw usage(`a JSON list for ${place}`, value, `Write it like ${key}=[].`);
  return [key, list];
}

function parsed(flag: Flag, text: string, place: string): unknown {
  const { kind, choices } = flag;
  const value = choices ? choices.find((choice) => String(choice) === text) : parsedKind(kind, flag, text);
  if (value !== undefined) return value;
  throw usage(`${flag.takes} for ${place}`, text, 'Add --help to see what the command takes.');
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function parsedKind(kind: Flag['kind'], { orText }: Flag, text: string): unknown {
  const number = NUMBER.test(text) ? Number(text) : Number.NaN;
  switch (kind) {
    case 'text':
      return text;
    case 'number':
      return Number.isFinite(number) ? number : undefined;
    case 'integer':
      return Number.isSafeInteger(number) ? number : undefined;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'json': {
      const value = json(text);
      return value === undefined && orText && !/^\s*[[{"]/.test(text) ? text : value;
    }
    default:
      return kind satisfies never;
  }
}

/** Undefined if the text is not JSON; no JSON text means undefined. */
function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function usage(expected: string, actual: string, fix: string): CliError {
  return new CliError('usage', { expected, actual: shown(actual), fix });
}

/** The command-line arguments for an input, the inverse of {@link inputFromFlags}. */
export function flagArguments(
  flags: readonly Flag[],
  input: { readonly [field: string]: unknown },
): readonly string[] {
  return flags.flatMap((flag) => {
    const value = Object.hasOwn(input, flag.key) ? input[flag.key] : undefined;
    return value === undefined ? [] : (asFlag(flag, value) ?? asSet(flag, value));
  });
}

function asFlag(flag: Flag, value: unknown): string[] | undefined {
  const { name, kind, repeats, negatable } = flag;
  if (name === undefined || value === null) return undefined;
  if (repeats) {
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    if (items.length === 0 || items.includes(null)) return undefined;
    return items.flatMap((item) => withValue(name, valueText(flag, item)));
  }
  if (kind !== 'boolean') return withValue(name, valueText(flag, value));
  if (value === true) return [`--${name}`];
  return negatable ? [`--no-${name}`] : undefined;
}

function withValue(name: string, text: string): string[] {
  return text.startsWith('-') ? [`--${name}=${text}`] : [`--${name}`, text];
}

function asSet(flag: Flag, value: unknown): string[] {
  const text = value === null || flag.repeats ? JSON.stringify(value) : valueText(flag, value);
  return ['--set', `${flag.key}=${text}`];
}

function valueText({ kind }: Flag, value: unknown): string {
  return kind === 'json' ? JSON.stringify(value) : String(value);
}
