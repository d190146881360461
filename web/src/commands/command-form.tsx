import { type FormEvent, useId, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { CommandCall } from '../../../src/harness/module/view-block.ts';
import { usePendingAction } from '../state/commands.ts';
import { Button } from '../ui/button.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { CommandFieldRow } from './command-field-row.tsx';
import { type CommandField, fieldsOf, openFields } from './command-fields.ts';
import { initialValues, readField, readForm } from './form-values.ts';
import { useStepChoices, withSteps } from './step-choices.ts';

/** A form for the missing fields of a command. */
export function CommandForm({
  command,
  input,
  label,
  submitLabel,
  isDanger = false,
  disabled = false,
  onCommand,
  onDone,
  onCancel,
}: {
  /** The command with its known fields, which the form leaves out. */
  readonly command: CommandCall;
  readonly input: object;
  /** The accessible name of the form. */
  readonly label: string;
  readonly submitLabel: string;
  readonly isDanger?: boolean;
  readonly disabled?: boolean;
  readonly onCommand: (command: CommandCall) => unknown;
  /** Called when the command was accepted. */
  readonly onDone?: () => void;
  readonly onCancel?: () => void;
}) {
  const id = useId();
  const steps = useStepChoices();
  const fields = useMemo(
    () => withSteps(fieldsOf(input, command), steps, { input, given: command }),
    [input, command, steps],
  );
  const [edits, setEdits] = useState<ReturnType<typeof initialValues>>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isOpen, setOpen] = useState(false);
  const { busy, problem, run, clear } = usePendingAction();
  const values = { ...initialValues(fields), ...edits };
  const fieldId = (name: string) => `${id}-${name}`;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || disabled) return;
    const form = readForm(fields, values);
    setErrors(form.ok ? {} : form.errors);
    if (!form.ok) {
      const first = fields.find(({ name }) => name in form.errors);
      // What is folded takes no focus.
      if (first?.isAdvanced) flushSync(() => setOpen(true));
      if (first) document.getElementById(fieldId(first.name))?.focus();
      return;
    }
    if (!(await run(async () => onCommand({ ...command, ...form.input, type: command.type })))) return;
    setEdits({});
    onDone?.();
  };
  const shown = openFields(fields);
  const row = (field: CommandField) => (
    <CommandFieldRow
      key={field.name}
      id={fieldId(field.name)}
      field={field}
      value={values[field.name] ?? ''}
      error={errors[field.name]}
      disabled={disabled}
      onChange={(value) => {
        setEdits({ ...edits, [field.name]: value });
        // Corrected fields lose their error at once; errors appear only on sending.
        if (errors[field.name] !== undefined && !('error' in readField(field, value))) {
          const { [field.name]: _, ...rest } = errors;
          setErrors(rest);
        }
      }}
    />
  );
  const advanced = shown.filter(({ isAdvanced }) => isAdvanced);
  const submitButton = (
    <Button type="submit" look={isDanger ? 'danger' : 'primary'} waits={busy} disabled={disabled}>
      {submitLabel}
    </Button>
  );
  return (
    <form noValidate aria-label={label} onSubmit={submit} className="flex flex-col gap-4">
      {shown.filter(({ isAdvanced }) => !isAdvanced).map(row)}
      {advanced.length > 0 && (
        <details
          open={isOpen}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
          className="rounded-md border px-3 py-2"
        >
          <summary className="cursor-pointer text-small font-medium max-sm:min-h-8">More settings</summary>
          <div className="flex flex-col gap-4 pt-3 pb-1">{advanced.map(row)}</div>
        </details>
      )}
      <ProblemNote problem={problem} onClose={clear} />
      {onCancel ? (
        <DialogActions onCancel={onCancel}>{submitButton}</DialogActions>
      ) : (
        <div>{submitButton}</div>
      )}
    </form>
  );
}
