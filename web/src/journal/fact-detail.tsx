import { Columns2, Copy, Diff, GitFork, History, Link2 } from 'lucide-react';
import type { Fact } from '../api/contracts.ts';
import { Button } from '../ui/button.tsx';
import { copyText } from './copy-text.ts';
import type { FactActions } from './fact-actions.ts';
import { kindOf } from './fact-kind.ts';
import { KIND_LOOKS, payloadOf, reasonOf } from './fact-look.ts';
import { JsonTree } from './json-tree.tsx';

/** A fact in full, with its actions. */
export function FactDetail({
  fact,
  actions,
}: {
  readonly fact: Fact;
  readonly actions: FactActions | undefined;
}) {
  const kind = kindOf(fact);
  const reason = kind === 'failure' ? reasonOf(fact) : undefined;
  return (
    <div className="border-b px-3 pt-2 pb-3 md:pl-12">
      {reason !== undefined && (
        <p className="mb-2 rounded-md border border-bad/30 bg-bad-ground px-3 py-2 text-small break-words whitespace-pre-wrap text-bad">
          {reason}
        </p>
      )}
      <p className="mb-1.5 text-meta text-soft">
        {KIND_LOOKS[kind].label} · version {fact.v} · <span className="font-mono">{fact.id}</span> ·{' '}
        <time dateTime={fact.ts} className="whitespace-nowrap">
          {fact.ts}
        </time>
      </p>
      {/* Above what may be long: nobody scrolls through a plan to compare it. */}
      <div className="mb-1.5 -ml-2 flex flex-wrap gap-x-1">
        {actions && <MomentActions seq={fact.seq} actions={actions} />}
        <Button
          look="quiet"
          className="px-2!"
          onClick={() => copyText(JSON.stringify(fact, null, 2), 'Fact')}
        >
          <Copy size={14} aria-hidden /> Copy JSON
        </Button>
      </div>
      <JsonTree value={payloadOf(fact)} />
    </div>
  );
}

function MomentActions({ seq, actions }: { readonly seq: number; readonly actions: FactActions }) {
  const { marked } = actions;
  const address = actions.momentAddress(seq);
  return (
    <>
      <a
        href={address}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          actions.travel(seq);
        }}
        className="inline-flex h-8 items-center gap-1.5 rounded-md px-2 text-small font-medium text-soft hover:bg-hover hover:text-ink max-sm:h-10"
      >
        <History size={14} aria-hidden /> Go to this moment
      </a>
      <Button look="quiet" className="px-2!" onClick={() => actions.fork(seq)}>
        <GitFork size={14} aria-hidden /> Fork from here
      </Button>
      {marked === undefined || marked === seq ? (
        <>
          <Button look="quiet" className="px-2!" onClick={() => actions.compare(seq)}>
            <Diff size={14} aria-hidden /> Compare with now
          </Button>
          <Button look="quiet" className="px-2!" onClick={() => actions.mark(seq)} disabled={marked === seq}>
            <Columns2 size={14} aria-hidden /> Compare with another…
          </Button>
        </>
      ) : (
        <Button
          look="quiet"
          className="px-2!"
          onClick={() => actions.compare(Math.min(marked, seq), Math.max(marked, seq))}
        >
          <Diff size={14} aria-hidden /> Compare with seq {marked}
        </Button>
      )}
      <Button
        look="quiet"
        className="px-2!"
        onClick={() => copyText(new URL(address, window.location.href).href, 'Link')}
      >
        <Link2 size={14} aria-hidden /> Copy link
      </Button>
    </>
  );
}
