import { isRecord, type JsonSchema, numberIn, resolved, schemasIn, textIn } from './json-schema.ts';

/** A value to choose, with what people see. */
export interface FieldOption {
  /** Identifies it among the options. */
  readonly id: string;
  readonly value: unknown;
  readonly label: string;
}

/** What a field contains, and how it is filled in. */
export type FieldKind =
  | {
      readonly type: 'text';
      readonly multiline: boolean;
      readonly format: string | undefined;
      readonly minLength: number | undefined;
      readonly maxLength: number | undefined;
      readonly pattern: string | undefined;
    }
  | {
      readonly type: 'number';
      readonly isInteger: boolean;
      readonly min: number | undefined;
      readonly max: number | undefined;
      readonly above: number | undefined;
      readonly below: number | undefined;
      readonly multipleOf: number | undefined;
    }
  | { readonly type: 'boolean' }
  | { readonly type: 'choice'; readonly options: readonly FieldOption[] }
  | ({ readonly type: 'choices'; readonly options: readonly FieldOption[] } & ItemCount)
  /** A list of texts, one per line, or of objects that need one text each: the field `item` of them. */
  | ({ readonly type: 'lines'; readonly item?: string } & ItemCount)
  /** Always the same value, so nobody fills it in. */
  | { readonly type: 'fixed'; readonly value: unknown }
  /** Anything else, written as JSON. */
  | { readonly type: 'json' };

interface ItemCount {
  readonly minItems: number | undefined;
  readonly maxItems: number | undefined;
}

/** A field of a form. */
export interface CommandField {
  readonly name: string;
  readonly label: string;
  readonly description: string | undefined;
  readonly placeholder: string | undefined;
  readonly required: boolean;
  /** Whether an empty field is sent as `null`. */
  readonly nullable: boolean;
  readonly initial: unknown;
  /** Whether it is folded away because most people leave it unchanged. */
  readonly isAdvanced?: boolean | undefined;
  readonly kind: FieldKind;
  /** Whether it contains the id of a step on the page, or several, and whether ids are numbers there. */
  readonly steps?: { readonly isList: boolean; readonly isNumber: boolean } | undefined;
}

/** The name of the only field of an input that is not a plain object: all of it as JSON. */
export const WHOLE_INPUT = '';

/** The fields of a command's input, without those that are `given`. */
export function fieldsOf(
  input: object,
  given: Readonly<Record<string, unknown>> = {},
): readonly CommandField[] {
  const root = isRecord(input) ? input : {};
  const schema = resolved(root, root);
  const { properties } = schema;
  if (!isRecord(properties)) return hasVariants(schema) ? [wholeInput(schema)] : [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(properties).flatMap(([name, property]) =>
    name in given || !isRecord(property) ? [] : [fieldOf(name, property, required.includes(name), root)],
  );
}

/** Whether a person has to fill in something before the command can be sent. */
export function needsInput(fields: readonly CommandField[]): boolean {
  return fields.some(
    ({ required, initial, kind }) => required && initial === undefined && kind.type !== 'fixed',
  );
}

/** The fields that people fill in. */
export function openFields(fields: readonly CommandField[]): readonly CommandField[] {
  return fields.filter(({ kind }) => kind.type !== 'fixed');
}

/** The only field to fill in, if it is a text, so that a plain answer is enough; undefined if a form is needed. */
export function answerField(fields: readonly CommandField[], named?: string): CommandField | undefined {
  const open = openFields(fields);
  const [only] = open;
  if (only === undefined || open.length > 1 || (named !== undefined && only.name !== named)) return undefined;
  return only.kind.type === 'text' && isWords(only.kind.format) ? only : undefined;
}

/** The name of a field in words: `dueDate` and `due_date` are "Due date". */
export function wordsOf(name: string): string {
  const words = name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isWords(format: string | undefined): boolean {
  return format !== 'date' && format !== 'time' && format !== 'password';
}

function hasVariants(schema: JsonSchema): boolean {
  return schemasIn(schema, 'anyOf').length > 0 || schemasIn(schema, 'oneOf').length > 0;
}

function wholeInput(schema: JsonSchema): CommandField {
  return {
    name: WHOLE_INPUT,
    label: textIn(schema, 'title') ?? 'Input',
    description: textIn(schema, 'description'),
    placeholder: '{ }',
    required: true,
    nullable: false,
    initial: schema.default,
    kind: { type: 'json' },
  };
}

function fieldOf(name: string, property: JsonSchema, required: boolean, root: JsonSchema): CommandField {
  const outer = resolved(property, root);
  const { schema, nullable } = withoutNull(outer, root);
  return {
    name,
    label: textIn(outer, 'title') ?? textIn(schema, 'title') ?? wordsOf(name),
    description: textIn(outer, 'description') ?? textIn(schema, 'description'),
    placeholder: textIn(outer, 'placeholder') ?? textIn(schema, 'placeholder'),
    required,
    nullable,
    initial: outer.default ?? schema.default,
    kind: kindOf(schema, root),
    ...(outer.advanced === true && { isAdvanced: true }),
    ...(outer.step === true && { steps: stepHint(schema, root) }),
  };
}

function stepHint(schema: JsonSchema, root: JsonSchema): NonNullable<CommandField['steps']> {
  const isList = schema.type === 'array';
  const held = isList && isRecord(schema.items) ? resolved(schema.items, root) : schema;
  return { isList, isNumber: held.type === 'integer' || held.type === 'number' };
}

/** `null` as an alternative only means that the field may be empty. */
function withoutNull(
  schema: JsonSchema,
  root: JsonSchema,
): { readonly schema: JsonSchema; readonly nullable: boolean } {
  const { type } = schema;
  if (Array.isArray(type) && type.includes('null')) {
    const rest = type.filter((each) => each !== 'null');
    return { schema: { ...schema, type: rest.length === 1 ? rest[0] : rest }, nullable: true };
  }
  for (const key of ['anyOf', 'oneOf']) {
    const variants = schemasIn(schema, key);
    const filled = variants.filter((variant) => variant.type !== 'null');
    if (filled.length === variants.length) continue;
    const { [key]: _, ...beside } = schema;
    const [only] = filled;
    const inner = filled.length === 1 && only ? resolved(only, root) : { [key]: filled };
    return { schema: { ...inner, ...beside }, nullable: true };
  }
  return { schema, nullable: false };
}

function kindOf(schema: JsonSchema, root: JsonSchema): FieldKind {
  if ('const' in schema) return { type: 'fixed', value: schema.const };
  const options = optionsOf(schema, root, schema.labels);
  if (options !== undefined) return { type: 'choice', options };
  switch (schema.type) {
    case 'string':
      return {
        type: 'text',
        multiline: schema.multiline === true,
        format: textIn(schema, 'format'),
        minLength: numberIn(schema, 'minLength'),
        maxLength: numberIn(schema, 'maxLength'),
        pattern: textIn(schema, 'pattern'),
      };
    case 'number':
    case 'integer':
      return {
        type: 'number',
        isInteger: schema.type === 'integer',
        min: boundIn(schema, 'minimum'),
        max: boundIn(schema, 'maximum'),
        above: numberIn(schema, 'exclusiveMinimum'),
        below: numberIn(schema, 'exclusiveMaximum'),
        multipleOf: numberIn(schema, 'multipleOf'),
      };
    case 'boolean':
      return { type: 'boolean' };
    case 'array':
      return listKind(schema, root);
    default:
      return { type: 'json' };
  }
}

/** The bounds of exact integers mean nothing to people. */
function boundIn(schema: JsonSchema, key: string): number | undefined {
  const bound = numberIn(schema, key);
  return bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? undefined : bound;
}

function listKind(schema: JsonSchema, root: JsonSchema): FieldKind {
  if (!isRecord(schema.items)) return { type: 'json' };
  const items = resolved(schema.items, root);
  const count = { minItems: numberIn(schema, 'minItems'), maxItems: numberIn(schema, 'maxItems') };
  const options = optionsOf(items, root, schema.labels ?? items.labels);
  if (options !== undefined) return { type: 'choices', options, ...count };
  if (items.type === 'string') return { type: 'lines', ...count };
  const item = onlyText(items, root);
  return item === undefined ? { type: 'json' } : { type: 'lines', item, ...count };
}

/** The one field that an object needs, if that is a text. */
function onlyText({ properties, required }: JsonSchema, root: JsonSchema): string | undefined {
  if (!isRecord(properties) || !Array.isArray(required) || required.length !== 1) return undefined;
  const [name] = required;
  const property = typeof name === 'string' ? properties[name] : undefined;
  return isRecord(property) && resolved(property, root).type === 'string' ? name : undefined;
}

/** The values of an enumeration, or of variants that are a constant each. */
function optionsOf(
  schema: JsonSchema,
  root: JsonSchema,
  labels: unknown,
): readonly FieldOption[] | undefined {
  const labelOf = (value: unknown, title?: string) => {
    const label = isRecord(labels) ? labels[String(value)] : undefined;
    return typeof label === 'string' ? label : (title ?? String(value));
  };
  const option = (value: unknown, title?: string): FieldOption => ({
    id: JSON.stringify(value),
    value,
    label: labelOf(value, title),
  });
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => option(value));
  for (const key of ['anyOf', 'oneOf']) {
    const variants = schemasIn(schema, key).map((variant) => resolved(variant, root));
    if (variants.length > 0 && variants.every((variant) => 'const' in variant))
      return variants.map((variant) => option(variant.const, textIn(variant, 'title')));
  }
  return undefined;
}
