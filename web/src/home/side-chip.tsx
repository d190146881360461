import { UserRound } from 'lucide-react';
import type { SetupField, SetupValue } from '../api/contracts.ts';

/** Whether a field chooses the person's side of a conversation, and there is a choice. */
export function isOwnSide({ ownSide = false, visible = true, options = [] }: SetupField): boolean {
  return ownSide && visible && options.length > 1;
}

/** The person's side: the first one by default. */
export function SideChip({
  field: { label, options = [] },
  value,
  disabled,
  onChange,
}: {
  readonly field: SetupField;
  readonly value: SetupValue | undefined;
  readonly disabled: boolean;
  readonly onChange: (side: string) => void;
}) {
  return (
    <label className="flex h-7 max-w-full min-w-0 items-center gap-1.5 rounded-full border pl-2.5 text-meta text-soft focus-within:outline-2 focus-within:outline-accent hover:bg-hover max-sm:h-10">
      <UserRound size={12} className="shrink-0" aria-hidden />
      <span className="shrink-0" aria-hidden>
        You are:
      </span>
      <select
        aria-label={label}
        value={String(value || options[0]?.value)}
        disabled={disabled}
        onChange={({ target }) => onChange(target.value)}
        className="h-full min-w-0 truncate rounded-full bg-transparent pr-2 font-medium text-ink outline-none"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
