import { Paperclip, X } from 'lucide-react';

/** A file that will be sent unless it is removed. */
export function FileChip({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 rounded-md border bg-ground py-0.5 pl-2 text-meta">
      <Paperclip size={14} className="shrink-0 text-soft" aria-hidden />
      <span dir="auto" className="max-w-56 truncate" title={name}>
        {name}
      </span>
      <button
        type="button"
        aria-label={`Remove ${name}`}
        onClick={onRemove}
        className="grid size-7 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink"
      >
        <X size={14} aria-hidden />
      </button>
    </span>
  );
}
