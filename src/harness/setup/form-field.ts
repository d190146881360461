import type { FieldState, FieldType, FieldValue } from './config-store.ts';

/** The values of a form's fields, by key. */
export type FormValues = Readonly<Record<string, FieldValue>>;

/** A form as its fields see it: their values, and what was loaded. */
export interface FormView<Loaded = unknown> {
  readonly values: FormValues;
  readonly loaded: Loaded | undefined;
}

/** The choices of a select or a checkbox group. */
export type FieldOptions = NonNullable<FieldState['options']>;

/** One field of a form: its display and its input. */
export interface FormField<Loaded = unknown> {
  readonly key: string;
  readonly type: FieldType;
  readonly label: string;
  readonly placeholder?: string;
  readonly help?: string;
  /** It says which side of a conversation the person is. */
  readonly ownSide?: boolean;
  /** Fixed, or depending on the form's values. */
  readonly required?: boolean | ((form: FormView<Loaded>) => boolean | undefined);
  /** Its initial value. */
  readonly initial?: FieldValue;
  /** Fixed, or depending on the form's values. */
  readonly options?: FieldOptions | ((form: FormView<Loaded>) => FieldOptions);
  /** A hidden field is not validated. */
  visible?(form: FormView<Loaded>): boolean;
  disabled?(form: FormView<Loaded>): boolean;
  /** Bounds of a number, both included. */
  readonly min?: number;
  readonly max?: number;
  readonly integer?: boolean;
  /** What is wrong with an otherwise valid value, in a few words. */
  check?(value: FieldValue, form: FormView<Loaded>): string | undefined;
}

/** The parsed value of a field: input elements give text where a number is meant. */
export function parsedValue({ type }: FormField<never>, value: FieldValue): FieldValue {
  if (type !== 'number' || typeof value !== 'string') return value;
  const text = value.trim();
  if (text === '') return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : value;
}

/** What is wrong with a field; `undefined` if nothing is. */
export function fieldError<Loaded>(field: FormField<Loaded>, form: FormView<Loaded>): string | undefined {
  if (field.visible?.(form) === false) return undefined;
  const value = form.values[field.key];
  if (isEmpty(field, value)) return requiredIn(field, form) ? `${field.label} is missing.` : undefined;
  return typeError(field, value, form) ?? field.check?.(value, form);
}

/** Whether a field is required, if the form decides that. */
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

/** An empty list is empty in a group; elsewhere empty text or no number is. */
function isEmpty({ type }: FormField<never>, value: FieldValue): boolean {
  if (Array.isArray(value)) return type === 'checkbox-group' && value.length === 0;
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}
