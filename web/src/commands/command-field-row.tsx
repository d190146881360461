import { type ReactNode, useState } from 'react';
import { CheckLine } from '../setup/check-line.tsx';
import { classes } from '../ui/classes.ts';
import { TextArea, TextInput } from '../ui/field.tsx';
import type { CommandField, FieldKind, FieldOption } from './command-fields.ts';
import type { FormValue } from './form-values.ts';

interface RowProps {
  readonly id: string;
  readonly field: CommandField;
  readonly value: FormValue;
  readonly error: string | undefined;
  readonly disabled: boolean;
  onChange(value: FormValue): void;
}

/** A field of a command, with its label, help and error. */
export function CommandFieldRow(props: RowProps) {
  const { id, field, value, error, disabled, onChange } = props;
  const { label, required, kind } = field;
  const help = helpOf(field);
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const notes = (
    <>
      {help && (
        <p id={`${id}-help`} className="text-meta break-words whitespace-pre-line text-soft">
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-meta font-medium break-words text-bad">
          {error}
        </p>
      )}
    </>
  );
  if (kind.type === 'boolean') {
    return (
      <div className="flex flex-col gap-1">
        <CheckLine
          id={id}
          label={label}
          checked={value === true}
          disabled={disabled}
          describedBy={describedBy}
          onChange={onChange}
        />
        <div className="pl-6 empty:hidden">{notes}</div>
      </div>
    );
  }
  const heading = (
    <span className="text-small font-medium">
      {label}
      {required && (
        <span className="ml-1 text-bad" aria-hidden>
          *
        </span>
      )}
    </span>
  );
  if (kind.type === 'choices') {
    return (
      <fieldset
        className="flex flex-col gap-1"
        aria-describedby={describedBy}
        aria-invalid={error !== undefined}
      >
        <legend className="contents">{heading}</legend>
        <Choices {...props} options={kind.options} />
        {notes}
      </fieldset>
    );
  }
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id}>{heading}</label>
      <Input {...props} describedBy={describedBy} />
      {notes}
    </div>
  );
}

function helpOf({ description, kind }: CommandField): string | undefined {
  const form =
    kind.type === 'lines' ? 'One per line.' : kind.type === 'json' ? 'Written as JSON.' : rangeText(kind);
  return [description, form].filter(Boolean).join(' ') || undefined;
}

function rangeText(kind: FieldKind): string | undefined {
  if (kind.type !== 'number') return undefined;
  const { min, max } = kind;
  if (min !== undefined && max !== undefined) return `From ${min} to ${max}.`;
  return max === undefined ? undefined : `At most ${max}.`;
}

const INPUT_TYPES: Readonly<Record<string, string>> = {
  date: 'date',
  time: 'time',
  email: 'email',
  uri: 'url',
  password: 'password',
};

function Input({
  id,
  field,
  value,
  error,
  disabled,
  describedBy,
  onChange,
}: RowProps & { readonly describedBy: string | undefined }): ReactNode {
  const { kind, required, placeholder } = field;
  const common = {
    id,
    disabled,
    value: typeof value === 'string' ? value : '',
    'aria-describedby': describedBy,
    'aria-invalid': error !== undefined,
    'aria-required': required,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange(target.value),
    ...(placeholder !== undefined && { placeholder }),
  };
  switch (kind.type) {
    case 'text': {
      if (kind.multiline) return <TextArea {...common} />;
      const type = INPUT_TYPES[kind.format ?? ''] ?? 'text';
      return (
        <TextInput
          {...common}
          type={type}
          autoComplete="off"
          {...((type === 'date' || type === 'time') && { className: 'max-w-48' })}
        />
      );
    }
    case 'number':
      return (
        <TextInput
          {...common}
          inputMode={kind.isInteger && (kind.min ?? -1) >= 0 ? 'numeric' : 'decimal'}
          autoComplete="off"
          className="max-w-40 tabular-nums"
        />
      );
    case 'choice':
      return <Select {...common} options={kind.options} required={required} />;
    case 'lines':
      return <TextArea {...common} />;
    case 'json':
      return <TextArea {...common} spellCheck={false} className="font-mono text-small!" />;
    case 'boolean':
    case 'choices':
    case 'fixed':
      return null;
    default:
      return kind satisfies never;
  }
}

const SELECT =
  'h-8 w-full rounded-md border border-edge/60 bg-raised px-2 text-body text-ink hover:border-edge focus-visible:border-accent focus-visible:outline-1 disabled:opacity-60 aria-invalid:border-bad max-sm:h-10 max-sm:text-[16px]';

function Select({
  options,
  required,
  value,
  ...rest
}: {
  readonly options: readonly FieldOption[];
  readonly required: boolean;
  readonly value: string;
} & Omit<React.SelectHTMLAttributes<HTMLSelectElement>, 'required' | 'value'>) {
  return (
    <select className={SELECT} value={value} {...rest}>
      {(!required || value === '') && <option value="">{required ? 'Choose…' : 'None'}</option>}
      {options.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** Above this number, choices can be searched, and scroll. */
const MAX_CHOICES = 8;

function Choices({
  id,
  value,
  disabled,
  onChange,
  options,
}: RowProps & { readonly options: readonly FieldOption[] }) {
  const chosen = Array.isArray(value) ? value : [];
  const [words, setWords] = useState('');
  const isLong = options.length > MAX_CHOICES;
  const wanted = words.trim().toLowerCase();
  const shown = isLong
    ? options.filter((option) => chosen.includes(option.id) || option.label.toLowerCase().includes(wanted))
    : options;
  if (options.length === 0) return <p className="text-small text-soft">Nothing to choose from yet.</p>;
  return (
    <div className="flex flex-col gap-1 rounded-md border bg-raised px-3 py-2">
      {isLong && (
        <TextInput
          type="search"
          aria-label="Find"
          placeholder="Find"
          value={words}
          disabled={disabled}
          onChange={({ target }) => setWords(target.value)}
          className="mb-1"
        />
      )}
      <div className={classes('flex flex-col gap-1', isLong && 'max-h-52 overflow-y-auto')}>
        {shown.map((option, at) => (
          <CheckLine
            key={option.id}
            id={at === 0 ? id : `${id}-${option.id}`}
            label={option.label}
            checked={chosen.includes(option.id)}
            disabled={disabled}
            onChange={(isChecked) =>
              onChange(
                options
                  .map((each) => each.id)
                  .filter((each) => (each === option.id ? isChecked : chosen.includes(each))),
              )
            }
          />
        ))}
      </div>
    </div>
  );
}
