import { z } from 'zod';
import type { PlannerRegistry } from '../../../../host/registry.ts';
import { inputSchemaOf } from '../../../../sessions/commands/command-schema.ts';

type Json = Readonly<Record<string, unknown>>;

const BodySchema = z.looseObject({ properties: z.record(z.string(), z.unknown()) });

/** The JSON Schema of a new session: one alternative for each planner, with the schema of its setup. */
export function newSessionUnion({ entries }: PlannerRegistry, body: z.ZodObject): Json {
  const { properties, ...rest } = BodySchema.parse(inputSchemaOf(body));
  const { description } = Object(properties.config);
  return {
    oneOf: entries.map(({ module: { id, title, config } }) => ({
      ...rest,
      title,
      properties: {
        ...properties,
        plannerId: { type: 'string', const: id },
        config: { description, ...inputSchemaOf(config) },
      },
    })),
  };
}
