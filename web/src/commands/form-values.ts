import { type CommandField, type FieldKind, WHOLE_INPUT } from './command-fields.ts';
import { isRecord } from './json-schema.ts';

/** The content of a field: text, a tick, or the ids of chosen options. */
export type FormValue = string | boolean | readonly string[];

/** The contents of a form's fields, by name. */
export type FormValues = Readonly<Record<string, FormValue>>;

/** A completed form: the input of the command, or the errors by field. */
export type FormResult =
  | { readonly ok: true; readonly input: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly errors: Readonly<Record<string, string>> };

/** The list marker at the start of a pasted line. */
const LIST_MARK = /^(?:[-*+]|\d+[.)])\s+(?:\[[ x]\]\s+)?/i;

/** The initial contents of the fields. */
export function initialValues(fields: readonly CommandField[]): FormValues {
  return Object.fromEntries(fields.map(({ name, kind, initial }) => [name, initialValue(kind, initial)]));
}

/** Reads a form. Fields that are empty and not required are left out. */
export function readForm(fields: readonly CommandField[], values: FormValues): FormResult {
  const errors: Record<string, string> = {};
  const input: Record<string, unknown> = {};
  for (const field of fields) {
    const read = readField(field, values[field.name] ?? '');
    if ('error' in read) errors[field.name] = read.error;
    else if (field.name === WHOLE_INPUT) Object.assign(input, read.value);
    else if (read.value !== undefined) input[field.name] = read.value;
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, input };
}

type Read = { readonly value: unknown } | { readonly error: string };

/** Reads one field. */
export function readField(field: CommandField, value: FormValue): Read {
  const { kind, required, nullable } = field;
  if (kind.type === 'fixed')
    return { value: required || field.initial !== undefined ? kind.value : undefined };
  if (kind.type === 'boolean') {
    const isSaid = value === true || required || field.initial !== undefined;
    return { value: isSaid ? value === true : undefined };
  }
  if (isBlank(value)) {
    if (nullable && (required || field.initial !== undefined)) return { value: null };
    // What held something and is emptied is empty from then on, and not left as it was.
    const isEmptied = Array.isArray(field.initial) && (kind.type === 'lines' || kind.type === 'choices');
    if (!required && !isEmptied) return { value: undefined };
    if (kind.type === 'lines' || kind.type === 'choices')
      return (kind.minItems ?? 0) > 0 ? { error: countError(kind, 0) ?? '' } : { value: [] };
    return { error: kind.type === 'choice' ? 'Choose one.' : 'Fill this in.' };
  }
  return readFilled(field, kind, value);
}

function readFilled({ name }: CommandField, kind: FieldKind, value: FormValue): Read {
  const text = typeof value === 'string' ? value : '';
  switch (kind.type) {
    case 'text':
      return readText(kind, kind.multiline || kind.format === 'password' ? text : text.trim());
    case 'number':
      return readNumber(kind, text.trim());
    case 'choice': {
      const option = kind.options.find(({ id }) => id === value);
      return option ? { value: option.value } : { error: 'Choose one.' };
    }
    case 'choices': {
      const chosen = kind.options.filter(({ id }) => Array.isArray(value) && value.includes(id));
      const error = countError(kind, chosen.length);
      return error ? { error } : { value: chosen.map((option) => option.value) };
    }
    case 'lines': {
      const lines = linesOf(text);
      const error = countError(kind, lines.length);
      if (error) return { error };
      const { item } = kind;
      return {
        value: item === undefined ? lines : lines.map((line) => ({ [item]: line.replace(LIST_MARK, '') })),
      };
    }
    case 'json':
      return readJson(text, name === WHOLE_INPUT);
    case 'boolean':
    case 'fixed':
      return { value };
    default:
      return kind satisfies never;
  }
}

function readText(kind: Extract<FieldKind, { type: 'text' }>, text: string): Read {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format } = kind;
  const length = [...text].length;
  if (length < minLength) return { error: `Write at least ${counted(minLength, 'character')}.` };
  if (length > maxLength)
    return { error: `Write at most ${counted(maxLength, 'character')}; this has ${length}.` };
  if (format === 'uri' && !URL.canParse(text))
    return { error: 'Enter a whole address, such as https://example.org.' };
  if (format === 'email' && !/^[^\s@]+@[^\s@]+$/.test(text))
    return { error: 'Enter an email address, such as name@example.org.' };
  if (pattern !== undefined && !matches(pattern, text))
    return {
      error:
        format === 'date-time'
          ? 'Enter a time such as 2026-03-01T09:00:00Z.'
          : `This does not match ${pattern}.`,
    };
  return { value: text };
}

/** A pattern that this browser cannot compile is left to the server. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}

function readNumber(kind: Extract<FieldKind, { type: 'number' }>, text: string): Read {
  const { isInteger, min, max, above, below, multipleOf } = kind;
  const value = Number(text);
  if (!Number.isFinite(value)) return { error: 'Enter a number.' };
  if (isInteger && !Number.isSafeInteger(value)) return { error: 'Enter a whole number.' };
  if (min !== undefined && value < min) return { error: `Enter ${min} or more.` };
  if (max !== undefined && value > max) return { error: `Enter ${max} or less.` };
  if (above !== undefined && value <= above) return { error: `Enter more than ${above}.` };
  if (below !== undefined && value >= below) return { error: `Enter less than ${below}.` };
  if (multipleOf !== undefined && !isMultiple(value, multipleOf))
    return { error: `Enter a multiple of ${multipleOf}.` };
  return { value };
}

function isMultiple(value: number, of: number): boolean {
  const times = value / of;
  return Math.abs(times - Math.round(times)) < 1e-9;
}

function readJson(text: string, isWhole: boolean): Read {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { error: `This is not JSON. ${error instanceof Error ? error.message : ''}`.trim() };
  }
  if (isWhole && !isRecord(value)) return { error: 'Enter a JSON object, such as { "line": 3 }.' };
  return { value };
}

function countError(
  {
    minItems = 0,
    maxItems = Number.POSITIVE_INFINITY,
    type,
  }: Extract<FieldKind, { type: 'lines' | 'choices' }>,
  count: number,
): string | undefined {
  const verb = type === 'lines' ? 'Enter' : 'Choose';
  const noun = type === 'lines' ? 'line' : 'option';
  if (count < minItems) return `${verb} at least ${counted(minItems, noun)}.`;
  if (count > maxItems) return `${verb} at most ${counted(maxItems, noun)}.`;
  return undefined;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function lineIn(value: unknown, item: string | undefined): string {
  return String(item !== undefined && isRecord(value) ? value[item] : value);
}

function isBlank(value: FormValue): boolean {
  return typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0;
}

function initialValue(kind: FieldKind, initial: unknown): FormValue {
  switch (kind.type) {
    case 'boolean':
      return initial === true;
    case 'choice':
      return initial === undefined ? '' : JSON.stringify(initial);
    case 'choices':
      return Array.isArray(initial) ? initial.map((value) => JSON.stringify(value)) : [];
    case 'lines':
      return Array.isArray(initial) ? initial.map((each) => lineIn(each, kind.item)).join('\n') : '';
    case 'json':
      return initial === undefined ? '' : JSON.stringify(initial, null, 2);
    case 'text':
    case 'number':
      return initial === undefined || initial === null ? '' : String(initial);
    case 'fixed':
      return '';
    default:
      return kind satisfies never;
  }
}
