import { type Envelope, REDACTED } from '../../journal/fact.ts';

/** The schema of a fact type of which some fields stay readable when a fact is erased. */
export type Keeping<Schema> = Schema & { readonly keeps: readonly string[] };

/** Fields of a payload by their names. */
type Fields = Readonly<Record<string, unknown>>;

/** What is left of an erased fact. */
export interface ErasedFact {
  readonly seq: number;
  readonly ts: string;
  /** What it was. */
  readonly type: string;
  /** When it was erased. */
  readonly erasedAt: string;
  /** The fields that stay in force; `undefined` where whoever erased it left none. */
  readonly kept: Fields | undefined;
}

const NOTHING: Fields = {};

/**
 * Declares which fields of a fact type stay readable when a fact of it is erased, because they limit or stop something:
 * modes, limits, ids and numbers, never text that somebody wrote. `config.mode` is a field of a field.
 */
export function keeping<Schema extends object>(keeps: readonly string[], schema: Schema): Keeping<Schema> {
  return Object.assign(schema, { keeps });
}

/** The fields that facts of this schema keep; `undefined` for a type that limits nothing. */
export function keepsOfSchema(schema: object | undefined): readonly string[] | undefined {
  if (schema === undefined || !('keeps' in schema) || !Array.isArray(schema.keeps)) return undefined;
  return schema.keeps;
}

/** What is left of a fact that was erased; `undefined` for any other. */
export function erasedFact(fact: Envelope): ErasedFact | undefined {
  if (fact.type !== REDACTED || !('redactedType' in fact)) return undefined;
  const { seq, ts, redactedType } = fact;
  const erasedAt = 'redactedAt' in fact ? String(fact.redactedAt) : ts;
  const kept = 'kept' in fact && typeof fact.kept === 'object' ? (fact.kept ?? undefined) : undefined;
  return { seq, ts, type: String(redactedType), erasedAt, kept: kept && { ...kept } };
}

/**
 * A fact as folds have to read it: an erased one of a type that limits something is still that, with the fields it keeps
 * and nothing else. Any other fact is itself.
 */
export function inForce(fact: Envelope, types: Readonly<Record<string, object>>): Envelope {
  if (fact.type !== REDACTED) return fact;
  const erased = erasedFact(fact);
  if (erased === undefined || !Object.hasOwn(types, erased.type)) return fact;
  if (keepsOfSchema(types[erased.type]) === undefined) return fact;
  const { seq, id, ts, v } = fact;
  return { ...(erased.kept ?? NOTHING), seq, id, ts, v, type: erased.type };
}
