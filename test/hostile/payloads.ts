import { z } from 'zod';
import type { FactTypes } from '../../src/journal/fact-types.ts';
import { schemaInstance } from '../../src/model/offline/schema-instance.ts';

const asked = { messages: [{ role: 'user' as const, text: 'Hello' }] };

/** A fact of every type, with a payload made of its schema. */
export function payloads(facts: FactTypes): readonly { readonly type: string }[] {
  return Object.entries(facts).map(([type, declared]) => {
    const schema = z.instanceof(z.ZodType).parse('~standard' in declared ? declared : declared.schema);
    const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    return { ...Object(schemaInstance(shape, asked)), type };
  });
}
