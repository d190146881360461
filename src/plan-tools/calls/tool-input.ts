import type { z } from 'zod';
import { shown } from '../../journal/error.ts';
import { ToolValidationError } from '../error.ts';

type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;

/** The input according to its schema, or a refusal of the first problem. Nothing is coerced. */
export function parsedInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refusalOf(issue, input);
}

function refusalOf(issue: Issue | undefined, input: unknown): ToolValidationError {
  const path = issue?.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue?.path;
  const field = fieldOf(path ?? []);
  const actual = valueAt(input, path ?? []);
  const message = messageOf(issue, nameOf(path ?? []), field, actual);
  return new ToolValidationError('invalid-tool-input', {
    field: field === '' ? undefined : field,
    message,
    expected: expectedBy(issue, field, actual),
    actual: shown(actual),
    fix: "Correct the input to fit the tool's schema, and call again: the plan is unchanged.",
  });
}

function messageOf(issue: Issue | undefined, name: string, field: string, actual: unknown): string {
  if (issue?.code === 'unrecognized_keys') return `Unknown field ${field}.`;
  if (actual === undefined && field !== '') return `Missing field ${field}.`;
  if (issue?.code === 'invalid_value') return `${name} must be one of ${issue.values.join(', ')}.`;
  if (issue?.code === 'too_small') return `${name} must not be empty.`;
  if (issue?.code === 'invalid_type') return `${name} must be ${TYPES[issue.expected] ?? issue.expected}.`;
  return `${name} is not valid.`;
}

function expectedBy(issue: Issue | undefined, field: string, actual: unknown): string {
  const where = field === '' ? 'as the input' : `in ${field}`;
  if (issue?.code === 'unrecognized_keys') return `no field ${field}`;
  if (issue?.code === 'invalid_value') return `one of ${issue.values.join(', ')} ${where}`;
  if (actual === undefined && field !== '') return `a field ${field}`;
  if (issue?.code === 'too_small') return `at least one ${where}`;
  if (issue?.code === 'invalid_type') return `${TYPES[issue.expected] ?? issue.expected} ${where}`;
  return `a valid value ${where}`;
}

const TYPES: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a string',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
};

/** `initial_steps[1].title`. A key that the caller invented may have any length. */
function fieldOf(path: Path): string {
  return path.reduce<string>((field, key) => {
    if (typeof key === 'number') return `${field}[${key}]`;
    const name = String(key).slice(0, 80);
    return field === '' ? name : `${field}.${name}`;
  }, '');
}

/** The field's name in messages: its last part, `Step id`. */
function nameOf(path: Path): string {
  const key = path.findLast((part) => typeof part === 'string');
  if (typeof key !== 'string') return 'Input';
  const words = key.replaceAll('_', ' ');
  const name = words.charAt(0).toUpperCase() + words.slice(1);
  const index = path.at(-1);
  return typeof index === 'number' ? `${name}[${index}]` : name;
}

function valueAt(input: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );
}
