import { z } from 'zod';
import type { FieldType, FieldValue } from '../config-store.ts';
import type { FieldOptions, FormField, FormValues, FormView } from '../form-field.ts';
import type { FormDefinition, FormLoad } from '../form-store.ts';
import type { PlannerModule } from './planner-module.ts';
import { recordedConfig } from './recorded-config.ts';

/** What a field's JSON Schema says, with the hints that `.meta({ … })` adds. */
interface FieldSchema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: FieldSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly placeholder?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly multiline?: boolean;
  readonly secret?: boolean;
}

interface ConfigSchema {
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

/** What of a module its setup form is made of. */
export type ModuleSetup = Pick<PlannerModule, 'config' | 'fields' | 'load' | 'summary'>;

/** The setup form of a planner: a field for each of its config, in the order of the schema. */
export function configForm(
  module: ModuleSetup,
  load?: (from: string, signal: AbortSignal) => Promise<unknown>,
): FormDefinition<Readonly<Record<string, unknown>>> {
  const schema = z.toJSONSchema(module.config, {
    io: 'input',
    unrepresentable: 'any',
  }) as unknown as ConfigSchema;
  const fields = Object.entries(schema.properties ?? {}).map(([key, field]) =>
    formField(module, key, field, schema.required?.includes(key) ?? false),
  );
  const own = module.load;
  const loads: FormLoad<unknown> | undefined = own &&
    load && {
      key: own.field,
      ...(own.debounceMs !== undefined && { debounceMs: own.debounceMs }),
      load,
      ...(own.derive && {
        derive: (loaded, form) => own.derive?.(loaded as never, form) ?? {},
      }),
    };
  return {
    fields,
    ...(loads && { load: loads }),
    toConfig: (form) => recordedConfig(module, configOf(module, form), form.loaded),
    ready: ({ loaded }) => own === undefined || loaded !== undefined,
    ...(module.summary && {
      summary: (form) => {
        const config = module.config.safeParse(valuesOf(module, form)).data;
        return config && module.summary?.(config);
      },
    }),
  };
}

function configOf(module: ModuleSetup, form: FormView): Readonly<Record<string, unknown>> {
  return module.config.parse(valuesOf(module, form));
}

/** What the form holds as the schema takes it. A hidden field that holds nothing fit keeps its default. */
function valuesOf(module: ModuleSetup, { values, loaded }: FormView): Record<string, unknown> {
  const rules = module.fields?.({ values, loaded }) ?? {};
  const entries = Object.entries(module.config.shape).flatMap(([key, schema]): [string, unknown][] => {
    const value = storedValue(schema, values[key]);
    if (value === undefined) return [];
    const isDropped = rules[key]?.visible === false && !z.safeParse(schema, value).success;
    return isDropped ? [] : [[key, value]];
  });
  return Object.fromEntries(entries);
}

function formField(
  module: ModuleSetup,
  key: string,
  field: FieldSchema,
  isRequired: boolean,
): FormField<unknown> {
  const type = fieldType(field);
  const schema = module.config.shape[key];
  const rule = (form: FormView) => module.fields?.(form)[key];
  const required = isRequired && type !== 'checkbox';
  return {
    key,
    type,
    label: field.title ?? key,
    ...(field.placeholder !== undefined && { placeholder: field.placeholder }),
    ...(field.description !== undefined && { help: field.description }),
    ...(module.fields
      ? { required: (form: FormView) => rule(form)?.required ?? (required || undefined) }
      : required && { required }),
    ...(field.default !== undefined && { initial: shownValue(field, field.default) }),
    ...(type === 'checkbox' && field.default === undefined && { initial: false }),
    ...((type === 'select' || type === 'checkbox-group') && {
      options: (form: FormView) => rule(form)?.options ?? optionsIn(field),
    }),
    ...(module.fields && {
      visible: (form: FormView) => rule(form)?.visible ?? true,
      disabled: (form: FormView) => rule(form)?.disabled ?? false,
    }),
    ...(field.minimum !== undefined && field.minimum > Number.MIN_SAFE_INTEGER && { min: field.minimum }),
    ...(field.maximum !== undefined && field.maximum < Number.MAX_SAFE_INTEGER && { max: field.maximum }),
    ...(field.type === 'integer' && { integer: true }),
    check: (value, form) => rule(form)?.error ?? (schema && schemaError(schema, storedValue(schema, value))),
  };
}

function fieldType(field: FieldSchema): FieldType {
  if (field.secret) return 'secret';
  if (field.enum) return 'select';
  if (field.type === 'boolean') return 'checkbox';
  if (field.type === 'number' || field.type === 'integer') return 'number';
  if (field.type === 'array') return field.items?.enum ? 'checkbox-group' : 'textarea';
  if (field.type === 'string' && !field.multiline) return 'text';
  return field.type === undefined && !field.multiline ? 'text' : 'textarea';
}

function optionsIn({ enum: values, items, labels = {} }: FieldSchema): FieldOptions {
  return (values ?? items?.enum ?? []).map((value) => ({
    value: String(value),
    label: labels[String(value)] ?? String(value),
  }));
}

/** A list without fixed options is shown as lines. */
function shownValue(field: FieldSchema, value: unknown): FieldValue {
  if (Array.isArray(value) && fieldType(field) === 'textarea') return value.join('\n');
  return value as FieldValue;
}

function storedValue(schema: unknown, value: FieldValue): unknown {
  const isList = typeof value === 'string' && isLines(schema);
  return isList ? value.split('\n').flatMap((line) => line.trim() || []) : value;
}

function isLines(schema: unknown): boolean {
  const field = z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }) as FieldSchema;
  return field.type === 'array' && field.items?.enum === undefined;
}

function schemaError(schema: z.core.$ZodType, value: unknown): string | undefined {
  const { error } = z.safeParse(schema, value);
  return error?.issues[0]?.message;
}

/** What the fields of a form hold when a config was applied. */
export function formValuesOf(
  module: Pick<PlannerModule, 'config'>,
  config: Readonly<Record<string, unknown>>,
): FormValues {
  return Object.fromEntries(
    Object.keys(module.config.shape).map((key) => {
      const value = config[key];
      const isText = Array.isArray(value) && isLines(module.config.shape[key]);
      return [key, (isText ? value.join('\n') : value) as FieldValue];
    }),
  );
}
