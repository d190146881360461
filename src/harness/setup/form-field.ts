import type { FieldState, FieldType, FieldValue } from './config-store.ts';

/** What the fields of a form hold, by key. */
export type FormValues = Readonly<Record<string, FieldValue>>;

/** A form as its fields see it: what they hold, and what was loaded. */
export interface FormView<Loaded = unknown> {
  readonly values: FormValues;
  readonly loaded: Loaded | undefined;
}

/** The choices of a select or a checkbox group. */
export type FieldOptions = NonNullable<FieldState['options']>;

/** One field of a form: what it shows, and what it takes. */
export interface FormField<Loaded = unknown> {
  readonly key: string;
  readonly type: FieldType;
  readonly label: string;
  readonly placeholder?: string;
  readonly help?: string;
  /** Fixed, or by what the form holds. */
  readonly required?: boolean | ((form: FormView<Loaded>) => boolean | undefined);
  /** What it holds at first. */
  readonly initial?: FieldValue;
  /** Fixed, or by what the form holds. */
  readonly options?: FieldOptions | ((form: FormView<Loaded>) => FieldOptions);
  /** A hidden field is not checked. */
  visible?(form: FormView<Loaded>): boolean;
  disabled?(form: FormView<Loaded>): boolean;
  /** Bounds of a number, both included. */
  readonly min?: number;
  readonly max?: number;
  readonly integer?: boolean;
  /** What is wrong with a value that is otherwise fit, in a few words. */
  check?(value: FieldValue, form: FormView<Loaded>): string | undefined;
}

/** What was put into a field, as the field holds it: an input element gives text where a number is meant. */
export function parsedValue({ type }: FormField<never>, value: FieldValue): FieldValue {
  if (type !== 'number' || typeof value !== 'string') return value;
  const text = value.trim();
  if (text === '') return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : value;
}

/** What is wrong with a field; `undefined` when nothing is. */
export function fieldError<Loaded>(field: FormField<Loaded>, form: FormView<Loaded>): string | undefined {
  if (field.visible?.(form) === false) return undefined;
  const value = form.values[field.key];
  if (isEmpty(field, value)) return requiredIn(field, form) ? `${field.label} is missing.` : undefined;
  return typeError(field, value, form) ?? field.check?.(value, form);
}

/** Whether a field has to be filled in, if the form says anything about it. */
export function requiredIn<Loaded>(field: FormField<Loaded>, form: FormView<Loaded>): boolean | undefined {
  return typeof field.required === 'function' ? field.required(form) : field.required;
}

function typeError<Loaded>(
  field: FormField<Loaded>,
  value: FieldValue,
  form: FormView<Loaded>,
): string | undefined {
  switch (field.type) {
    case 'number':
      return numberError(field, value);
    case 'checkbox':
      return typeof value === 'boolean' ? undefined : `${field.label} must be on or off.`;
    case 'checkbox-group':
      return Array.isArray(value) && value.every((each) => isOption(field, each, form))
        ? undefined
        : `${field.label} must be some of its options.`;
    case 'select':
      return isOption(field, value, form) ? undefined : `${field.label} must be one of its options.`;
    case 'text':
    case 'textarea':
    case 'secret':
      return typeof value === 'string' ? undefined : `${field.label} must be text.`;
    default:
      return field.type satisfies never;
  }
}

function numberError(
  { label, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, integer }: FormField<never>,
  value: FieldValue,
): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return `${label} must be a number.`;
  if (integer && !Number.isInteger(value)) return `${label} must be a whole number.`;
  if (value >= min && value <= max) return undefined;
  if (max === Number.POSITIVE_INFINITY) return `${label} must be at least ${min}.`;
  return min === Number.NEGATIVE_INFINITY
    ? `${label} must be at most ${max}.`
    : `${label} must be from ${min} to ${max}.`;
}

export function optionsOf<Loaded>(
  field: FormField<Loaded>,
  form: FormView<Loaded>,
): FieldOptions | undefined {
  return typeof field.options === 'function' ? field.options(form) : field.options;
}

function isOption<Loaded>(field: FormField<Loaded>, value: unknown, form: FormView<Loaded>): boolean {
  return optionsOf(field, form)?.some((option) => option.value === value) ?? false;
}

/** An empty list is nothing in a group, and no text or number elsewhere. */
function isEmpty({ type }: FormField<never>, value: FieldValue): boolean {
  if (Array.isArray(value)) return type === 'checkbox-group' && value.length === 0;
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}
