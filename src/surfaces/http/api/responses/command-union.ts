import { z } from 'zod';
import type { PlannerRegistry } from '../../../../host/registry.ts';
import {
  type CommandDescription,
  describeAllCommands,
} from '../../../../sessions/commands/command-descriptions.ts';
import { inputSchemaOf } from '../../../../sessions/commands/command-schema.ts';
import { SESSION_COMMANDS } from '../../../../sessions/commands/commands.ts';

type Json = Readonly<Record<string, unknown>>;

const ObjectSchema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});

/** The version that the caller has seen. */
export const ExpectedVersion = z
  .int()
  .min(0)
  .exactOptional()
  .describe('The head you have seen: if it differs by now, nothing is done and the response is a 409.');

const EXPECTED_VERSION = inputSchemaOf(z.strictObject({ expected_version: ExpectedVersion })).properties;

/** The JSON Schema of all commands of these planners: one alternative for each. */
export function commandUnion({ entries }: PlannerRegistry): Json {
  const own = entries.flatMap(({ module }) =>
    describeAllCommands(module).map((command) => commandSchema(command, module.title)),
  );
  const common = Object.entries(SESSION_COMMANDS).map(([type, schema]) =>
    commandSchema({ type, title: schema.description ?? type, input: inputSchemaOf(schema) }),
  );
  return { oneOf: [...common, ...own] };
}

/** The JSON Schema of the queries of these planners: one alternative for each. */
export function queryUnion({ entries }: PlannerRegistry): Json {
  const inputs = entries.flatMap(({ module }) =>
    Object.entries(module.queries).map(([name, { title, input }]) => ({
      ...inputSchemaOf(input),
      title: name,
      description: `${title} (${module.title})`,
    })),
  );
  return inputs.length === 0 ? { type: 'object' } : { anyOf: inputs };
}

function commandSchema({ type, title, description, input }: CommandDescription, planner?: string): Json {
  const { properties, required, ...rest } = ObjectSchema.parse(input);
  const words = [description ?? title, ...(planner === undefined ? [] : [`(${planner})`])].join(' ');
  return {
    ...rest,
    type: 'object',
    description: words,
    properties: { type: { type: 'string', const: type }, ...properties, ...Object(EXPECTED_VERSION) },
    required: ['type', ...required],
  };
}
