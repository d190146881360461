import { CircleAlert, Eraser, Lock } from 'lucide-react';
import { typeOf } from '../../../src/surfaces/http/api/facts/fact-filter.ts';
import type { Fact } from '../api/contracts.ts';
import { classes } from '../ui/classes.ts';
import { ClockTime } from '../ui/time-text.tsx';
import { type FactKind, kindOf } from './fact-kind.ts';
import { isPrivate, KIND_LOOKS, lineOf } from './fact-look.ts';

/** A fact in one line. While it is being read, a placeholder can hold the focus. */
export function FactRow({
  seq,
  fact,
  isOpen,
  isFuture,
  tabIndex,
  onToggle,
  onKeyDown,
}: {
  readonly seq: number;
  readonly fact: Fact | undefined;
  readonly isOpen: boolean;
  /** Whether it comes after the moment on display. */
  readonly isFuture: boolean;
  readonly tabIndex: number;
  readonly onToggle: () => void;
  readonly onKeyDown: (event: React.KeyboardEvent) => void;
}) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      tabIndex={tabIndex}
      onClick={onToggle}
      onKeyDown={onKeyDown}
      className={classes(
        'flex h-8 w-full items-center gap-2 px-3 text-left text-small -outline-offset-2 max-md:h-11',
        isFuture ? 'text-soft' : fact && groundOf(fact),
        isOpen ? 'font-medium' : 'hover:bg-hover',
      )}
    >
      <span className="w-12 shrink-0 text-right font-mono text-meta text-soft">{seq}</span>
      {fact ? <FactLine fact={fact} /> : <span className="sr-only">Loading</span>}
    </button>
  );
}

function FactLine({ fact }: { readonly fact: Fact }) {
  const kind = kindOf(fact);
  return (
    <>
      <KindMark kind={kind} />
      <span className="max-w-56 shrink-0 truncate font-mono text-meta max-md:max-w-36">{typeOf(fact)}</span>
      {kind !== 'private' && isPrivate(fact) && <KindMark kind="private" />}
      <span className="min-w-0 flex-1 truncate text-soft">
        {kind === 'erased' ? <i>Erased. Its place in the chain remains.</i> : lineOf(fact)}
      </span>
      <ClockTime ts={fact.ts} className="shrink-0 font-mono text-meta text-soft max-md:hidden" />
    </>
  );
}

function groundOf(fact: Fact): string | false {
  if (kindOf(fact) === 'failure') return 'bg-bad-ground text-bad';
  return isPrivate(fact) && 'bg-private';
}

/** The mark of a kind: a colour, and a shape for notable ones. */
export function KindMark({ kind }: { readonly kind: FactKind }) {
  const { label, dot } = KIND_LOOKS[kind];
  return (
    <span className="grid size-4 shrink-0 place-items-center" title={label}>
      <span className="sr-only">{label}</span>
      {kind === 'private' ? (
        <Lock size={12} className="text-soft" aria-hidden />
      ) : kind === 'failure' ? (
        <CircleAlert size={14} className="text-bad" aria-hidden />
      ) : kind === 'erased' ? (
        <Eraser size={13} className="text-soft" aria-hidden />
      ) : (
        <span className={classes('size-2 rounded-full', dot)} aria-hidden />
      )}
    </span>
  );
}
