import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The cases of a file beside this one, a line each. */
export function linesOf<Schema extends z.ZodType>(name: string, schema: Schema): readonly z.infer<Schema>[] {
  const text = readFileSync(new URL(`${name}.jsonl`, import.meta.url), 'utf8');
  return z.array(schema).parse(
    text
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
  );
}
