import { z } from 'zod';

type Schema = z.core.$ZodType;
type Check = (value: unknown) => boolean;

/**
 * Whether a value matches a schema, as `safeParse(value).success` would say. Obvious matches are not parsed, which
 * would copy every value only to discard it.
 */
export function schemaMatch(schema: Schema): (value: unknown) => boolean {
  const isSure = sureMatch(schema);
  if (isSure === undefined) return (value) => z.safeParse(schema, value).success;
  return (value) => isSure(value) || z.safeParse(schema, value).success;
}

/** True only for values that the schema certainly accepts. `undefined` for a schema that only parsing can decide. */
function sureMatch(schema: Schema): Check | undefined {
  if (schema instanceof z.ZodString) return stringMatch(schema);
  if (schema instanceof z.ZodNumber) return numberMatch(schema);
  if ((schema._zod.def.checks?.length ?? 0) > 0) return undefined;
  if (schema instanceof z.ZodISODateTime) return patternMatch(schema.def.pattern);
  if (schema instanceof z.ZodBoolean) return (value) => typeof value === 'boolean';
  if (schema instanceof z.ZodUnknown) return (value) => value !== undefined;
  if (schema instanceof z.ZodEnum) return enumMatch(schema);
  if (schema instanceof z.ZodArray) return arrayMatch(schema);
  if (schema instanceof z.ZodRecord) return recordMatch(schema);
  if (schema instanceof z.ZodObject) return objectMatch(schema);
  return undefined;
}

function stringMatch({ def }: z.ZodString): Check | undefined {
  return limited((value) => typeof value === 'string', def.checks?.map(textLimit) ?? []);
}

/** Length is counted in characters, each of which takes one or two UTF-16 units. */
function textLimit(check: z.core.$ZodCheck<string>): Check | undefined {
  if (check instanceof z.core.$ZodCheckRegex) return patternMatch(check._zod.def.pattern);
  if (check instanceof z.core.$ZodCheckMaxLength) {
    const { maximum } = check._zod.def;
    return (value) => typeof value === 'string' && value.length <= maximum;
  }
  if (check instanceof z.core.$ZodCheckMinLength) {
    const { minimum } = check._zod.def;
    const enough = minimum > 1 ? 2 * minimum : minimum;
    return (value) => typeof value === 'string' && value.length >= enough;
  }
  return undefined;
}

/** A pattern that keeps its last position gives another answer the next time. */
function patternMatch(pattern: RegExp | undefined): Check | undefined {
  if (pattern === undefined || pattern.global || pattern.sticky) return undefined;
  return (value) => typeof value === 'string' && pattern.test(value);
}

function numberMatch(schema: z.ZodNumber): Check | undefined {
  const limits = schema.def.checks?.map(numberLimit) ?? [];
  if (!(schema instanceof z.ZodNumberFormat)) return limited(Number.isFinite, limits);
  return schema._zod.def.format === 'safeint' ? limited(Number.isSafeInteger, limits) : undefined;
}

function numberLimit(check: z.core.$ZodCheck<never>): Check | undefined {
  const isLimit = check instanceof z.core.$ZodCheckGreaterThan || check instanceof z.core.$ZodCheckLessThan;
  if (!isLimit) return undefined;
  const { value: limit, inclusive } = check._zod.def;
  if (typeof limit !== 'number' || !inclusive) return undefined;
  return check instanceof z.core.$ZodCheckGreaterThan
    ? (value) => typeof value === 'number' && value >= limit
    : (value) => typeof value === 'number' && value <= limit;
}

/** `undefined` if one of the limits is. */
function limited(isKind: Check, limits: readonly (Check | undefined)[]): Check | undefined {
  let isMatch = isKind;
  for (const limit of limits) {
    if (limit === undefined) return undefined;
    const before = isMatch;
    isMatch = (value) => before(value) && limit(value);
  }
  return isMatch;
}

function enumMatch({ options }: z.ZodEnum): Check {
  const known: ReadonlySet<unknown> = new Set(options);
  return (value) => known.has(value);
}

function arrayMatch({ element }: z.ZodArray): Check | undefined {
  const isElement = sureMatch(element);
  return isElement && ((value) => Array.isArray(value) && value.every(isElement));
}

function recordMatch({ keyType, valueType }: z.ZodRecord): Check | undefined {
  const isValue = sureMatch(valueType);
  if (!(keyType instanceof z.ZodString) || keyType.def.checks?.length || isValue === undefined)
    return undefined;
  return (value) => isPlainObject(value) && Object.values(value).every(isValue);
}

interface Field {
  readonly key: string;
  readonly isOptional: boolean;
  readonly isMatch: Check;
}

function objectMatch({ def }: z.ZodObject): Check | undefined {
  const fields: Field[] = [];
  for (const [key, schema] of Object.entries(def.shape)) {
    const isOptional = schema instanceof z.core.$ZodOptional;
    const isMatch = sureMatch(isOptional ? schema._zod.def.innerType : schema);
    if (isMatch === undefined) return undefined;
    fields.push({ key, isOptional, isMatch });
  }
  const hasFields: Check = (value) => isPlainObject(value) && hasAll(value, fields);
  if (def.catchall === undefined) return hasFields;
  const keys = new Set(Object.keys(def.shape));
  return (value) => hasFields(value) && Object.keys(Object(value)).every((key) => keys.has(key));
}

function hasAll(object: Readonly<Record<string, unknown>>, fields: readonly Field[]): boolean {
  for (const { key, isOptional, isMatch } of fields) {
    const value = object[key];
    if (value === undefined ? !isOptional || key in object : !isMatch(value)) return false;
  }
  return true;
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
