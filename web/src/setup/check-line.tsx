import { classes } from '../ui/classes.ts';

/** A labelled checkbox. */
export function CheckLine({
  id,
  label,
  checked,
  disabled = false,
  describedBy,
  onChange,
}: {
  readonly id: string;
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly describedBy?: string | undefined;
  onChange(checked: boolean): void;
}) {
  return (
    <label
      htmlFor={id}
      className={classes(
        'flex min-h-6 items-center gap-2 text-small max-sm:min-h-10',
        disabled && 'opacity-60',
      )}
    >
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={describedBy}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4 shrink-0 accent-accent-fill"
      />
      {label}
    </label>
  );
}
