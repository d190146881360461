import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { classes } from '../ui/classes.ts';

/** How deep a value is unfolded at first, and how many of its entries. */
const OPEN_DEPTH = 2;
const OPEN_ENTRIES = 20;
const ENTRIES_AT_ONCE = 100;
const MAX_TEXT_LENGTH = 600;

/** A JSON value whose deep and long parts are folded. */
export function JsonTree({ value }: { readonly value: Readonly<Record<string, unknown>> }) {
  return (
    <div className="font-mono text-meta leading-5 break-words">
      <Entries value={value} depth={0} />
    </div>
  );
}

function Entries({ value, depth }: { readonly value: object; readonly depth: number }) {
  const [shown, setShown] = useState(ENTRIES_AT_ONCE);
  const entries = Object.entries(value);
  return (
    <ul className={classes(depth > 0 && 'ml-2 border-l pl-3')}>
      {entries.slice(0, shown).map(([key, each]) => (
        <li key={key}>
          <Entry name={key} value={each} depth={depth} />
        </li>
      ))}
      {entries.length > shown && (
        <li>
          <button
            type="button"
            className="rounded-sm text-accent underline"
            onClick={() => setShown(shown + ENTRIES_AT_ONCE)}
          >
            {Math.min(ENTRIES_AT_ONCE, entries.length - shown)} more of {entries.length}
          </button>
        </li>
      )}
    </ul>
  );
}

function Entry({
  name,
  value,
  depth,
}: {
  readonly name: string;
  readonly value: unknown;
  readonly depth: number;
}) {
  const isBranch = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  const size = isBranch ? Object.keys(value).length : 0;
  const [open, setOpen] = useState(depth + 1 < OPEN_DEPTH && size <= OPEN_ENTRIES);
  if (!isBranch) {
    return (
      <div className="flex gap-2 pl-4">
        <span className="shrink-0 text-soft">{name}:</span>
        <Leaf value={value} />
      </div>
    );
  }
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="inline-flex items-center rounded-sm text-left"
      >
        <ChevronRight
          size={12}
          aria-hidden
          className={classes('mr-1 shrink-0 transition-transform duration-120', open && 'rotate-90')}
        />
        <span className="text-soft">
          {name}: {Array.isArray(value) ? `[${size}]` : `{${size}}`}
        </span>
      </button>
      {open && <Entries value={value} depth={depth + 1} />}
    </>
  );
}

function Leaf({ value }: { readonly value: unknown }) {
  const [whole, setWhole] = useState(false);
  if (typeof value !== 'string') {
    const text = JSON.stringify(value);
    return <span className={typeof value === 'number' ? 'text-calm' : 'text-accent'}>{text}</span>;
  }
  if (whole || value.length <= MAX_TEXT_LENGTH)
    return <span className="min-w-0 whitespace-pre-wrap">{value || '""'}</span>;
  return (
    <span className="min-w-0 whitespace-pre-wrap">
      {value.slice(0, MAX_TEXT_LENGTH)}…{' '}
      <button type="button" className="rounded-sm text-accent underline" onClick={() => setWhole(true)}>
        Show all {value.length} characters
      </button>
    </span>
  );
}
