import { z } from 'zod';
import type { JsonSchema } from '../../../plan-tools/calls/json-schema.ts';
import { inputJsonSchema } from '../../../plan-tools/calls/json-schema.ts';
import { asOneObject, inputSchemaOf } from '../../../sessions/commands/command-schema.ts';
import { checkedInput, ExpectedVersion } from '../input-check.ts';

/** The session that a tool works on. */
export const SessionId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/, 'Session must be an id that another tool returned.')
  .describe('The id of the session, as the call that started it returned it.');

const Where = z.strictObject({ session: SessionId, expected_version: ExpectedVersion });

/** The arguments besides the input of the command. */
export interface CommandInput extends z.infer<typeof Where> {
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The JSON Schema of a command's input, with the session added. */
export function commandInputSchema(input: z.ZodType): JsonSchema {
  const where = inputJsonSchema(Where);
  // Several models reject alternatives at the top level of an input schema.
  const own = asOneObject(inputSchemaOf(input));
  const { session, ...others } = Object(where.properties);
  return {
    ...own,
    type: 'object',
    properties: { session, ...Object(own.properties), ...others },
    required: ['session', ...(Array.isArray(own.required) ? own.required : [])],
    additionalProperties: false,
  };
}

/** The validated input of a call, or a refusal that names the invalid field. */
export function commandInput(schema: z.ZodType, given: unknown): CommandInput {
  const { session, expected_version, ...fields } = Object(given);
  const where = checkedInput(Where, {
    session,
    ...(expected_version !== undefined && { expected_version }),
  });
  checkedInput(schema, fields);
  return { ...where, fields };
}
