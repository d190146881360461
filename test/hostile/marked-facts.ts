import { z } from 'zod';
import type { FactTypes } from '../../src/journal/fact-types.ts';
import { keepsOfSchema } from '../../src/kernel/projection/kept-fields.ts';
import { schemaInstance } from '../../src/model/offline/schema-instance.ts';
import { PLANNING_OUTPUT_SCHEMA } from '../../src/planners/commits/plan/schema.ts';

const ASKED = { messages: [{ role: 'user' as const, text: 'Hello' }] };
const SHA256 = /^[0-9a-f]{64}$/;

/** What goes into the fields of a fact. */
export interface Mark {
  /** Stands in every text that the schema lets be anything. */
  readonly text: string;
  /** The hash of a file with the same text. */
  readonly file: string;
}

/** A fact with a mark in all of its texts, but for the fields that stay when it is erased. */
export type MarkedFact = { readonly type: string } & Readonly<Record<string, unknown>>;

/** A marked fact of every type that takes one. */
export function markedFacts(facts: FactTypes, mark: Mark): readonly MarkedFact[] {
  return Object.entries(facts).map(([type, declared]) => {
    const schema = z.instanceof(z.ZodType).parse('~standard' in declared ? declared : declared.schema);
    return { ...marked(schema, keepsOfSchema(declared) ?? [], mark), type };
  });
}

function marked(schema: z.ZodType, keeps: readonly string[], mark: Mark): Readonly<Record<string, unknown>> {
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  let payload: unknown = schemaInstance(withoutNever(withPlan(shape)), ASKED);
  const fits = (value: unknown) => schema.safeParse(value).success;
  if (!fits(payload)) throw new TypeError(`no payload for ${JSON.stringify(shape)}`);
  for (const path of textPaths(payload)) {
    const name = path.filter((part) => typeof part === 'string').join('.');
    if (keeps.some((kept) => name === kept || name.startsWith(`${kept}.`))) continue;
    const wanted = SHA256.test(String(at(payload, path))) ? mark.file : mark.text;
    const changed = withText(payload, path, wanted);
    if (fits(changed)) payload = changed;
  }
  return Object(payload);
}

/** A plan is checked by code that no JSON Schema shows. */
function withPlan(shape: z.core.JSONSchema.BaseSchema): unknown {
  const { properties } = shape;
  const isPlan = properties?.plan !== undefined && properties.digest !== undefined;
  return isPlan ? { ...shape, properties: { ...properties, plan: PLANNING_OUTPUT_SCHEMA } } : shape;
}

/** A list of what there can be none of is empty. */
function withoutNever(shape: unknown): unknown {
  if (Array.isArray(shape)) return shape.map(withoutNever);
  if (typeof shape !== 'object' || shape === null) return shape;
  if ('items' in shape && Object(shape.items).not !== undefined) return { const: [] };
  return Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, withoutNever(value)]));
}

type Path = readonly (string | number)[];

function textPaths(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value === 'string') return [path];
  if (Array.isArray(value)) return value.flatMap((item, index) => textPaths(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => textPaths(item, [...path, key]));
}

function at(value: unknown, path: Path): unknown {
  return path.reduce((inner, part) => Object(inner)[part], value);
}

function withText(value: unknown, [part, ...rest]: Path, text: string): unknown {
  if (part === undefined) return text;
  const inner = withText(Object(value)[part], rest, text);
  if (Array.isArray(value)) return value.map((item, index) => (index === part ? inner : item));
  return { ...Object(value), [part]: inner };
}
