import { useId } from 'react';
import type { SessionState } from '../api/contracts.ts';

export type Mode = NonNullable<SessionState['mode']>;

const MODES: readonly { readonly mode: Mode; readonly label: string; readonly help: string }[] = [
  { mode: 'approve', label: 'Ask me', help: 'Every message waits until you approve it.' },
  { mode: 'auto', label: 'Send automatically', help: 'Messages are sent as soon as they are written.' },
];

/** Chooses whether drafts wait for approval. */
export function ModeChoice({
  mode,
  disabled,
  onChange,
}: {
  readonly mode: Mode;
  readonly disabled: boolean;
  onChange(mode: Mode): void;
}) {
  const id = useId();
  return (
    <fieldset className="flex flex-col gap-1" disabled={disabled}>
      <legend className="mb-1 text-small font-medium">Messages</legend>
      <div className="grid grid-cols-2 gap-2 max-sm:grid-cols-1">
        {MODES.map((each) => (
          <label
            key={each.mode}
            htmlFor={`${id}-${each.mode}`}
            className="flex items-start gap-2 rounded-md border bg-raised px-3 py-2 has-checked:border-accent has-checked:bg-chosen has-disabled:opacity-60"
          >
            <input
              id={`${id}-${each.mode}`}
              type="radio"
              name={id}
              checked={mode === each.mode}
              onChange={() => onChange(each.mode)}
              className="mt-0.5 size-4 shrink-0 accent-accent-fill"
            />
            <span className="min-w-0 text-small">
              <span className="block font-medium">{each.label}</span>
              <span className="block text-meta text-soft">{each.help}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
