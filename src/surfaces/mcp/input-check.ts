import { z } from 'zod';
import { shown } from '../../journal/error.ts';
import { parsedInput } from '../../plan-tools/calls/tool-input.ts';
import { ToolValidationError } from '../../plan-tools/error.ts';

/** Rules whose schemas have their own messages. */
const OWN_WORDS = new Set(['too_big', 'too_small', 'invalid_format', 'custom']);

/** The input as parsed by its schema, or a refusal that names the first invalid field and the broken rule. */
export function checkedInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue === undefined || !OWN_WORDS.has(issue.code)) return parsedInput(schema, input);
  const field = issue.path.reduce<string>(
    (path, key) =>
      typeof key === 'number' ? `${path}[${key}]` : `${path === '' ? '' : `${path}.`}${String(key)}`,
    '',
  );
  const given = issue.path.reduce<unknown>((value, key) => Object(value)[key], input);
  throw brokenRule(field, issue.message, given);
}

/** A refusal of one field, with the rule it breaks. */
export function brokenRule(field: string, rule: string, given: unknown): ToolValidationError {
  return new ToolValidationError('invalid-tool-input', {
    field,
    message: rule,
    expected: `${field} to match the schema of the tool`,
    actual: shown(given),
    fix: 'Nothing has changed. Correct the input and call again.',
  });
}

const ID = /^[a-z0-9-]{1,64}$/;

/** Whether a text is a valid short id of a plan or trip. */
export function isId(value: string): boolean {
  return ID.test(value);
}

/** An id of something with a journal. `called` starts the error message: `Plan id`. */
export function idInput(called: string, description: string) {
  return z
    .string()
    .regex(ID, `${called} must be 1 to 64 lower-case letters, digits or hyphens.`)
    .describe(description);
}

/** A text of limited length. `called` starts the error messages: `Text`. */
export function textInput(called: string, longest: number, description: string) {
  return z
    .string()
    .max(longest, `${called} must be <= ${longest} characters.`)
    .regex(/\S/, `${called} must not be empty.`)
    .describe(description);
}

/** The version that the caller has seen, if only that will do. */
export const ExpectedVersion = z
  .int('Expected version must be a whole number from 0 on.')
  .min(0, 'Expected version must be a whole number from 0 on.')
  .optional()
  .describe('Refuse the call if the current version differs, because somebody else has made a change.');
