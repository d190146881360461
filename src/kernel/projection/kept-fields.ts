import { type Envelope, REDACTED } from '../../journal/fact.ts';

/** The schema of a fact type that keeps some fields when a fact is erased. */
export type WithKeptFields<Schema> = Schema & { readonly keeps: readonly string[] };

/** The fields of a payload by name. */
type Fields = Readonly<Record<string, unknown>>;

/** What is left of an erased fact. */
export interface ErasedFact {
  readonly seq: number;
  readonly ts: string;
  /** What it was. */
  readonly type: string;
  /** When it was erased. */
  readonly erasedAt: string;
  /** The fields that stay in force; `undefined` if none were kept. */
  readonly kept: Fields | undefined;
}

const NOTHING: Fields = {};

/**
 * Declares which fields of a fact type stay readable after erasure because they limit or stop something: modes,
 * limits, ids and numbers, never text that somebody wrote. `config.mode` is a nested field.
 */
export function keeping<Schema extends object>(
  keeps: readonly string[],
  schema: Schema,
): WithKeptFields<Schema> {
  return Object.assign(schema, { keeps });
}

/** The fields that facts of this schema keep; `undefined` if there are none. */
export function keepsOfSchema(schema: object | undefined): readonly string[] | undefined {
  if (schema === undefined || !('keeps' in schema) || !Array.isArray(schema.keeps)) return undefined;
  return schema.keeps;
}

/** What is left of an erased fact; `undefined` for any other. */
export function erasedFact(fact: Envelope): ErasedFact | undefined {
  if (fact.type !== REDACTED || !('redactedType' in fact)) return undefined;
  const { seq, ts, redactedType } = fact;
  const erasedAt = 'redactedAt' in fact ? String(fact.redactedAt) : ts;
  const kept = 'kept' in fact && typeof fact.kept === 'object' ? (fact.kept ?? undefined) : undefined;
  return { seq, ts, type: String(redactedType), erasedAt, kept: kept && { ...kept } };
}

/**
 * A fact as folds must read it: an erased fact of a type with kept fields keeps its type and those fields. Any
 * other fact is unchanged.
 */
export function inForce(fact: Envelope, types: Readonly<Record<string, object>>): Envelope {
  if (fact.type !== REDACTED) return fact;
  const erased = erasedFact(fact);
  if (erased === undefined || !Object.hasOwn(types, erased.type)) return fact;
  if (keepsOfSchema(types[erased.type]) === undefined) return fact;
  const { seq, id, ts, v } = fact;
  return { ...(erased.kept ?? NOTHING), seq, id, ts, v, type: erased.type };
}
