import type { Client } from '@modelcontextprotocol/client';
import { Ajv } from '@modelcontextprotocol/client/validators/ajv';
import { expect } from 'vitest';

/** The tools of a server: name, whether it only reads, destroys, may be repeated, and reaches beyond the store. */
export async function toolAnnotations(client: Client): Promise<unknown[][]> {
  const { tools } = await client.listTools();
  return tools.map(({ name, annotations }) => [
    name,
    annotations?.readOnlyHint,
    annotations?.destructiveHint,
    annotations?.idempotentHint,
    annotations?.openWorldHint,
  ]);
}

/** Holds an answer of one of the tools against what the server lists as its output. */
export async function outputCheck(client: Client): Promise<(tool: string, answer: unknown) => void> {
  const { tools } = await client.listTools();
  const ajv = new Ajv({ strict: false });
  return (tool, answer) => {
    const { outputSchema } = tools.find(({ name }) => name === tool) ?? {};
    expect(ajv.validate(Object(outputSchema), answer), ajv.errorsText()).toBe(true);
  };
}

/** Every client takes a schema that is a plain, closed object; some take no other. */
export async function expectPlainSchemas(client: Client): Promise<void> {
  const { tools } = await client.listTools();
  const ajv = new Ajv({ strict: false });
  for (const { inputSchema, outputSchema } of tools) {
    for (const schema of [inputSchema, Object(outputSchema)]) {
      expect(ajv.validateSchema(schema), JSON.stringify(ajv.errors)).toBe(true);
      expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(JSON.stringify(schema)).not.toMatch(/"(anyOf|oneOf|allOf|not|\$ref|\$defs)"/);
    }
  }
}
