import { LoaderCircle } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { SetupField, SetupValue } from '../api/contracts.ts';
import { TextArea, TextInput } from '../ui/field.tsx';
import { CheckLine } from './check-line.tsx';
import { FileChoice } from './file-choice.tsx';
import { takesFile } from './setup-edits.ts';

export interface SetupFieldProps {
  readonly field: SetupField;
  readonly value: SetupValue | undefined;
  readonly disabled: boolean;
  /** Whether it was changed or emptied. */
  readonly touched: boolean;
  onChange(value: SetupValue | null): void;
  /** Stores a file and resolves to the value for the field. */
  onFile?(file: File): Promise<string | undefined>;
}

interface InputProps extends SetupFieldProps {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
}

/** A field of a setup card, for any planner. */
export function SetupFieldRow(props: SetupFieldProps) {
  const { field, value, touched } = props;
  const id = useId();
  const { type, label, help, required = false, error, pending = false } = field;
  // An untouched field shows no error; the star says that it is required.
  const isBlank = value === undefined || value === '';
  const shownError = touched || !isBlank ? error : undefined;
  const describedBy =
    [help && `${id}-help`, shownError && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const input: InputProps = { ...props, id, describedBy, isInvalid: shownError !== undefined };
  const isGroup = type === 'checkbox-group';
  const notes = (
    <>
      {help && (
        <p id={`${id}-help`} className="text-meta text-soft">
          {help}
        </p>
      )}
      {shownError && (
        <p id={`${id}-error`} role="alert" className="text-meta font-medium text-bad">
          {shownError}
        </p>
      )}
    </>
  );
  if (type === 'checkbox') {
    return (
      <div className="flex flex-col gap-1">
        <CheckLine id={id} label={label} describedBy={describedBy} {...checkOf(input)} />
        <div className="pl-6">{notes}</div>
      </div>
    );
  }
  const heading = (
    <span className="flex items-center gap-1.5 text-small font-medium">
      {label}
      {required && (
        <span className="text-bad" aria-hidden>
          *
        </span>
      )}
      {pending && (
        <span role="status" className="flex items-center gap-1 text-meta font-normal text-soft">
          <LoaderCircle size={12} className="animate-spin" aria-hidden /> Loading
        </span>
      )}
    </span>
  );
  if (isGroup) {
    return (
      <fieldset className="flex flex-col gap-1" aria-describedby={describedBy}>
        <legend className="contents">{heading}</legend>
        <Choices {...input} />
        {notes}
      </fieldset>
    );
  }
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id}>{heading}</label>
      <Input {...input} />
      {notes}
    </div>
  );
}

function Input(props: InputProps): ReactNode {
  const { field, value, disabled, onChange, onFile, id, describedBy, isInvalid } = props;
  const { type, placeholder, required = false } = field;
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const common = {
    id,
    disabled: disabled || field.disabled === true,
    'aria-describedby': describedBy,
    'aria-invalid': isInvalid,
    'aria-required': required,
    value: text,
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange(target.value === '' ? null : target.value),
    ...(placeholder !== undefined && { placeholder }),
  };
  switch (type) {
    case 'textarea':
      return <TextArea {...common} />;
    case 'number':
      return <TextInput {...common} inputMode="decimal" className="max-w-32 tabular-nums" />;
    case 'secret':
      // It holds the name of a secret, which is none.
      return <TextInput {...common} autoComplete="off" spellCheck={false} />;
    case 'select':
      return <Select {...common} field={field} />;
    case 'text':
      return takesFile(field) && onFile ? (
        <FileChoice input={common} onFile={onFile} onStored={onChange} />
      ) : (
        <TextInput {...common} />
      );
    case 'checkbox':
    case 'checkbox-group':
      return null;
    default:
      return type satisfies never;
  }
}

/** The style of a select box. */
export const SELECT =
  'h-8 w-full rounded-md border border-edge/60 bg-raised px-2 text-body text-ink hover:border-edge focus-visible:border-accent focus-visible:outline-1 disabled:opacity-60 aria-invalid:border-bad max-sm:h-10 max-sm:text-[16px]';

function Select({
  field: { options = [] },
  ...rest
}: { readonly field: SetupField } & React.SelectHTMLAttributes<HTMLSelectElement>) {
  const isKnown = options.some(({ value }) => value === rest.value);
  return (
    <select className={SELECT} {...rest}>
      {!isKnown && <option value={String(rest.value)}>{rest.value ? String(rest.value) : 'Choose…'}</option>}
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

function Choices({ field, value, disabled, onChange, id }: InputProps) {
  const { options = [] } = field;
  const chosen = Array.isArray(value) ? (value as readonly string[]) : [];
  if (options.length === 0) return <p className="text-small text-soft">Nothing to choose from yet.</p>;
  return (
    <div className="flex flex-col gap-1 rounded-md border bg-raised px-3 py-2">
      {options.map((option) => (
        <CheckLine
          key={option.value}
          id={`${id}-${option.value}`}
          label={option.label}
          checked={chosen.includes(option.value)}
          disabled={disabled || field.disabled === true}
          onChange={(checked) =>
            onChange(
              options
                .map((each) => each.value)
                .filter((each) => (each === option.value ? checked : chosen.includes(each))),
            )
          }
        />
      ))}
    </div>
  );
}

function checkOf({ field, value, disabled, onChange }: InputProps) {
  return {
    checked: value === true,
    disabled: disabled || field.disabled === true,
    onChange: (checked: boolean) => onChange(checked),
  };
}
