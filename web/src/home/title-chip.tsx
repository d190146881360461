import { PenLine } from 'lucide-react';
import { useId, useState } from 'react';
import { TextInput } from '../ui/field.tsx';

/** The title of the session: inferred, and editable by a click. */
export function TitleChip({
  inferred,
  title,
  onChange,
}: {
  /** The inferred title; empty if the planner finds one. */
  readonly inferred: string;
  readonly title: string | undefined;
  readonly onChange: (title: string | undefined) => void;
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  if (isOpen || title !== undefined) {
    return (
      <span className="flex min-w-0 items-center gap-2 text-meta">
        <label htmlFor={id} className="text-soft">
          Title
        </label>
        <TextInput
          id={id}
          autoFocus={isOpen}
          value={title ?? inferred}
          maxLength={200}
          onChange={({ target }) => onChange(target.value)}
          onBlur={() => {
            setOpen(false);
            if (title?.trim() === '') onChange(undefined);
          }}
          className="h-7! w-64 max-w-full text-small!"
        />
      </span>
    );
  }
  return (
    <button
      type="button"
      onClick={() => setOpen(true)}
      className="flex h-7 max-w-[min(100%,24rem)] min-w-0 items-center gap-1.5 rounded-full border px-2.5 text-meta text-soft hover:bg-hover hover:text-ink max-sm:h-10"
    >
      <PenLine size={12} className="shrink-0" aria-hidden />
      <span className="truncate">
        <span className="sr-only">Change the title: </span>
        {inferred || 'Titled by the planner'}
      </span>
    </button>
  );
}
