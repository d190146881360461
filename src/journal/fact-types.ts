import type { StandardSchemaV1 } from '@standard-schema/spec';
import { type ErrorReport, JournalError } from './error.ts';
import type { Envelope, Fact } from './fact.ts';

/** A payload in the shape of an older version. */
export type OldPayload = Readonly<Record<string, unknown>>;

/** A fact type whose payload has changed shape. `upcast[n]` turns a payload of version n into version n + 1. */
export interface VersionedFactType<Schema extends StandardSchemaV1 = StandardSchemaV1> {
  readonly schema: Schema;
  /** The version that is written. */
  readonly v: number;
  readonly upcast?: { readonly [from: number]: (payload: OldPayload) => OldPayload };
  /** The fields that stay readable when such a fact is erased, because they stay in force. */
  readonly keeps?: readonly string[];
}

/** The fact types of a journal: a Standard Schema (Zod, Valibot, ArkType …) for the payload of each type. */
export type FactTypes = { readonly [type: string]: StandardSchemaV1 | VersionedFactType };

type SchemaOf<Type> =
  Type extends VersionedFactType<infer Schema> ? Schema : Type extends StandardSchemaV1 ? Type : never;

/**
 * The fields of a payload. The type of an empty object schema has an index signature, which would swallow the
 * envelope.
 */
export type Fields<Payload> = {
  readonly [Field in keyof Payload as string extends Field ? never : Field]: Payload[Field];
};

/** The facts in a journal with these types. */
export type FactOf<Types extends FactTypes> = {
  [Name in keyof Types & string]: Envelope & { readonly type: Name } & Fields<
      StandardSchemaV1.InferOutput<SchemaOf<Types[Name]>>
    >;
}[keyof Types & string];

/** The facts that a journal with these types accepts. */
export type ProposedOf<Types extends FactTypes> = {
  [Name in keyof Types & string]: { readonly type: Name; readonly v?: number } & Fields<
    StandardSchemaV1.InferInput<SchemaOf<Types[Name]>>
  >;
}[keyof Types & string];

/** The version and payload to write; throws a typed error that names the field and the rule it breaks. */
export async function checkPayload(
  types: FactTypes,
  fact: { readonly type: string; readonly v: number | undefined; readonly payload: object },
  at: number,
): Promise<{ v: number; payload: object }> {
  const declared = Object.hasOwn(types, fact.type) ? types[fact.type] : undefined;
  if (declared === undefined) {
    throw new JournalError('unknown-fact-type', {
      expected: `facts[${at}] to be one of ${listed(Object.keys(types))}`,
      actual: JSON.stringify(fact.type),
      fix: 'Check the spelling, or open the journal with a schema for this type.',
    });
  }
  const { schema, v } = versioned(declared);
  if (fact.v !== undefined && fact.v !== v) {
    throw payloadError(at, fact.type, {
      expected: `version ${v}`,
      actual: `version ${fact.v}`,
      fix: 'Leave v out, or write the current shape.',
    });
  }
  const outcome = await schema['~standard'].validate({ ...fact.payload });
  if (outcome.issues) {
    throw payloadError(at, fact.type, {
      summary: `The payload does not match its schema: ${outcome.issues.slice(0, 5).map(issueLine).join('; ')}.`,
      fix: 'Correct these fields and append again. Nothing was written.',
      cause: outcome.issues,
    });
  }
  if (typeof outcome.value !== 'object' || outcome.value === null) {
    throw payloadError(at, fact.type, {
      expected: 'a schema whose output is an object',
      actual: typeof outcome.value,
      fix: 'Wrap the value in an object.',
    });
  }
  return { v, payload: outcome.value };
}

/** The fact in the shape that this program knows: older versions are upcast, newer ones refused. */
export function upcast(types: FactTypes, fact: Fact): Fact {
  const declared = Object.hasOwn(types, fact.type) ? types[fact.type] : undefined;
  if (declared === undefined) return fact;
  const { v: current, upcast: steps } = versioned(declared);
  if (fact.v === current) return fact;
  if (fact.v > current) {
    throw new JournalError('fact-too-new', {
      summary: `Fact ${fact.seq} is ${fact.type} version ${fact.v}, and this program reads versions up to ${current}.`,
      fix: 'Upgrade the program that reads this journal.',
    });
  }
  const { seq, id, ts, type, v, ...rest } = fact;
  let payload: OldPayload = rest;
  for (let from = v; from < current; from++) {
    const lift = steps?.[from];
    if (lift === undefined) {
      throw new JournalError('invalid-fact', {
        summary: `${type} has no upcaster from version ${from} to ${from + 1}.`,
        fix: `Add upcast: { ${from}: (payload) => … } to the declaration of ${type}.`,
      });
    }
    payload = lift(payload);
  }
  return { ...payload, seq, id, ts, type, v: current };
}

/** The fields that facts of this type keep when erased; a schema without versions declares them itself. */
export function keepsOf(types: FactTypes | undefined, type: string): readonly string[] {
  const declared = types && Object.hasOwn(types, type) ? types[type] : undefined;
  const keeps: unknown = declared && 'keeps' in declared ? declared.keeps : undefined;
  return Array.isArray(keeps) ? keeps : [];
}

function versioned(declared: StandardSchemaV1 | VersionedFactType): VersionedFactType {
  return '~standard' in declared ? { schema: declared, v: 1 } : declared;
}

function issueLine({ path, message }: StandardSchemaV1.Issue): string {
  const where = path?.map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
  return where ? `${where}: ${message}` : message;
}

function payloadError(at: number, type: string, report: ErrorReport): JournalError {
  const where = `facts[${at}] (${type})`;
  return new JournalError(
    'invalid-payload',
    'summary' in report
      ? { ...report, summary: `${where}: ${report.summary}` }
      : { ...report, expected: `${where}: ${report.expected}` },
  );
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return 'no type at all (none are declared)';
  return names.length > 12
    ? `${names.slice(0, 12).join(', ')} and ${names.length - 12} more`
    : names.join(', ');
}
