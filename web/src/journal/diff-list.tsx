import { ArrowRight, ArrowUpDown, Equal, Minus, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import type { SessionDiff } from '../api/contracts.ts';
import { classes } from '../ui/classes.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { wholeOf, wordsOf } from './diff-words.ts';

type Change = SessionDiff['changes'][number];

const LOOKS = {
  added: { icon: Plus, word: 'Added', tone: 'text-good' },
  removed: { icon: Minus, word: 'Removed', tone: 'text-bad' },
  changed: { icon: Pencil, word: 'Changed', tone: 'text-warn' },
  moved: { icon: ArrowUpDown, word: 'Moved', tone: 'text-calm' },
} as const;

const MAX_VALUE_LENGTH = 400;

/** The differences in words, one per line. */
export function DiffList({ diff }: { readonly diff: SessionDiff }) {
  const { changes, more } = diff;
  if (changes.length === 0) {
    return (
      <EmptyState icon={Equal} title="No differences">
        The facts may differ, but their effect is the same.
      </EmptyState>
    );
  }
  return (
    <ul aria-label="What differs">
      {changes.map((change) => (
        <ChangeLine key={`${change.path} ${change.change}`} change={change} />
      ))}
      {more > 0 && <li className="px-3 py-2 text-small text-soft">And {more} more.</li>}
    </ul>
  );
}

function ChangeLine({ change: { label, path, change, before, after } }: { readonly change: Change }) {
  const { icon: Icon, word, tone } = LOOKS[change];
  // A thing comes or goes; of a field, the value says it.
  const isThing = typeof (before ?? after) === 'object' && before !== null && after !== null;
  const verb = isThing && (change === 'added' || change === 'removed') ? word.toLowerCase() : undefined;
  return (
    <li className="flex gap-2 border-b px-3 py-2 text-small last:border-b-0">
      <span className={classes('mt-0.5 shrink-0', tone)} title={word}>
        <Icon size={14} aria-hidden />
        {verb === undefined && <span className="sr-only">{word}: </span>}
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words first-letter:uppercase" title={path}>
          {label}
          {verb && <span className="font-normal text-soft"> {verb}</span>}
        </p>
        {change === 'moved' ? (
          <p className="text-soft">
            from place {String(before)} to {String(after)}
          </p>
        ) : (
          <div className="flex flex-wrap items-baseline gap-x-2">
            {before !== undefined && (
              <Value value={before} label={label} className="bg-bad-ground text-bad" />
            )}
            {before !== undefined && after !== undefined && (
              <ArrowRight size={12} className="shrink-0 self-center text-soft" aria-hidden />
            )}
            {after !== undefined && (
              <Value value={after} label={label} className="bg-good-ground text-good" />
            )}
          </div>
        )}
      </div>
    </li>
  );
}

function Value({
  value,
  label,
  className,
}: {
  readonly value: unknown;
  readonly label: string;
  readonly className: string;
}) {
  const [whole, setWhole] = useState(false);
  const brief = wordsOf(value, label);
  // The label has said all of it.
  if (brief.text === '' && typeof value === 'object') return null;
  const text = whole ? wholeOf(value) : brief.text.slice(0, MAX_VALUE_LENGTH);
  const isCut = !whole && (brief.isCut || brief.text.length > MAX_VALUE_LENGTH);
  return (
    <span
      className={classes(
        'mt-1 min-w-0 rounded-sm px-1.5 py-0.5 text-meta break-words whitespace-pre-wrap',
        whole && 'font-mono',
        className,
      )}
    >
      {text || 'empty'}
      {isCut && (
        <button type="button" className="ml-1.5 rounded-sm underline" onClick={() => setWhole(true)}>
          Show all
        </button>
      )}
    </span>
  );
}
