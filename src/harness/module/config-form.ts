import { z } from 'zod';
import type { FieldType, FieldValue } from '../setup/config-store.ts';
import type { FieldOptions, FormField, FormValues, FormView } from '../setup/form-field.ts';
import type { FormDefinition, FormLoad } from '../setup/form-store.ts';
import { type ModelNames, modelProblem } from './model-field.ts';
import type { PlannerModule } from './planner-module.ts';
import { recordedConfig } from './recorded-config.ts';
import { secretFieldsOf } from './secret-field.ts';

/** The JSON Schema of a field, with the hints from `.meta({ … })`. */
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
  /** It names a model; if empty, the host's default is used. */
  readonly model?: boolean;
  /** The choices come from `fields`. */
  readonly select?: boolean;
  /** It says which side of a conversation the person is. */
  readonly ownSide?: boolean;
}

interface ConfigSchema {
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

/** The parts of a module that its setup form is built from. */
export type ModuleSetup = Pick<
  PlannerModule,
  'config' | 'fields' | 'load' | 'derive' | 'summary' | 'preview'
>;

/**
 * The setup form of a planner: one field per property of its config, in schema order. If a model field is empty,
 * the default of `models` is shown; a name of no model is an error of its field.
 */
export function configForm(
  module: ModuleSetup,
  load?: FormLoad<unknown>['load'],
  models?: ModelNames,
): FormDefinition<Readonly<Record<string, unknown>>> {
  const schema = z.toJSONSchema(module.config, {
    io: 'input',
    unrepresentable: 'any',
  }) as unknown as ConfigSchema;
  const fields = Object.entries(schema.properties ?? {}).map(([key, field]) =>
    formField(module, key, {
      field: withPlaceholder(field, models?.id),
      isRequired: schema.required?.includes(key) ?? false,
      models,
    }),
  );
  const own = module.load;
  const loads: FormLoad<unknown> | undefined = own &&
    load && {
      key: own.field,
      ...(own.debounceMs !== undefined && { debounceMs: own.debounceMs }),
      dependsOn: secretFieldsOf(module),
      load,
      ...(own.derive && {
        derive: (loaded, form) => own.derive?.(loaded as never, form) ?? {},
      }),
    };
  return {
    fields,
    ...(loads && { load: loads }),
    ...(module.derive && { derive: (key, form) => module.derive?.(key, form) ?? {} }),
    toConfig: (form) => recordedConfig(module, configOf(module, form), form.loaded),
    ready: ({ loaded }) => own === undefined || loaded !== undefined,
    ...(module.summary && {
      summary: (form) => {
        if (own && form.loaded === undefined) return undefined;
        const config = module.config.safeParse(valuesOf(module, form)).data;
        return config && module.summary?.(config, form.loaded);
      },
    }),
    ...(module.preview && { preview: (form) => module.preview?.(form) }),
  };
}

function configOf(module: ModuleSetup, form: FormView): Readonly<Record<string, unknown>> {
  return module.config.parse(valuesOf(module, form));
}

function withPlaceholder(field: FieldSchema, usualModel: string | undefined): FieldSchema {
  return field.model && usualModel !== undefined ? { ...field, placeholder: usualModel } : field;
}

/**
 * The values of a form for the schema. An emptied field, and a hidden one with an invalid value, keep their
 * defaults.
 */
function valuesOf(module: ModuleSetup, { values, loaded }: FormView): Record<string, unknown> {
  const rules = module.fields?.({ values, loaded }) ?? {};
  const entries = Object.entries(module.config.shape).flatMap(([key, schema]): [string, unknown][] => {
    const value = storedValue(schema, values[key]);
    if (value === undefined || (value === '' && mayBeMissing(schema))) return [];
    const isDropped = rules[key]?.visible === false && !z.safeParse(schema, value).success;
    return isDropped ? [] : [[key, value]];
  });
  return Object.fromEntries(entries);
}

function mayBeMissing(schema: z.core.$ZodType): boolean {
  return z.object({ value: schema }).safeParse({}).success;
}

function formField(
  module: ModuleSetup,
  key: string,
  {
    field,
    isRequired,
    models,
  }: {
    readonly field: FieldSchema;
    readonly isRequired: boolean;
    readonly models: ModelNames | undefined;
  },
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
    ...(field.ownSide && { ownSide: true }),
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
    check: (value, form) =>
      rule(form)?.error ??
      (schema && valueError(schema, storedValue(schema, value))) ??
      (field.model ? modelProblem(value, models) : undefined),
  };
}

function fieldType(field: FieldSchema): FieldType {
  if (field.secret) return 'secret';
  if (field.enum) return 'select';
  if (field.select) return field.type === 'array' ? 'checkbox-group' : 'select';
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

/** How a value that is not text is written in a text field: a list of texts as lines, anything else as JSON. */
type Notation = 'lines' | 'json' | undefined;

function notationOf(field: FieldSchema): Notation {
  if (fieldType(field) !== 'textarea') return undefined;
  if (field.type === 'array') return field.items?.type === 'string' ? 'lines' : 'json';
  return field.type === 'string' ? undefined : 'json';
}

function shownValue(field: FieldSchema, value: unknown): FieldValue {
  switch (value === undefined ? undefined : notationOf(field)) {
    case 'lines':
      return Array.isArray(value) ? value.join('\n') : (value as FieldValue);
    case 'json':
      return JSON.stringify(value, null, 2);
    default:
      return value as FieldValue;
  }
}

/** The value of a field for the schema. Text that is not JSON stays text, which the schema then refuses. */
function storedValue(schema: unknown, value: FieldValue): unknown {
  if (typeof value !== 'string') return value;
  switch (notationOf(fieldSchemaOf(schema))) {
    case 'lines':
      return value.split('\n').flatMap((line) => line.trim() || []);
    case 'json':
      return parsedJson(value);
    default:
      return value;
  }
}

function parsedJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The values of form fields, as the config stores them. */
export function storedValues(
  module: Pick<PlannerModule, 'config'>,
  values: FormValues,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, storedValue(module.config.shape[key], value)]),
  );
}

function fieldSchemaOf(schema: unknown): FieldSchema {
  return z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }) as FieldSchema;
}

function valueError(schema: z.core.$ZodType, value: unknown): string | undefined {
  const { error } = z.safeParse(schema, value);
  const isNoJson = error && typeof value === 'string' && notationOf(fieldSchemaOf(schema)) === 'json';
  if (isNoJson) return 'Write it as JSON.';
  return error?.issues[0]?.message;
}

/** The values of form fields for an applied config. */
export function formValuesOf(
  module: Pick<PlannerModule, 'config'>,
  config: Readonly<Record<string, unknown>>,
): FormValues {
  return Object.fromEntries(
    Object.entries(module.config.shape).map(([key, schema]) => [
      key,
      shownValue(fieldSchemaOf(schema), config[key]),
    ]),
  );
}
