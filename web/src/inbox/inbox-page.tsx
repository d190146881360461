import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { MarkdownText } from '../blocks/markdown-text.tsx';
import { LongText } from '../conversation/long-text.tsx';
import { usePageTitle } from '../shell/page-title.ts';
import { PlannerIcon } from '../shell/planner-icon.tsx';
import { type AttentionItem, needKey, needsIn } from '../state/attention.ts';
import { useSessions } from '../state/sessions.ts';
import { Badge } from '../ui/badge.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loading } from '../ui/loading.tsx';
import { TimeAgo } from '../ui/time-text.tsx';
import { InboxActions, SessionActions } from './inbox-actions.tsx';
import { NotificationOffer } from './notification-offer.tsx';

/** Everything that waits for a person, across all sessions. */
export function InboxPage() {
  const lines = useSessions((state) => state.lines);
  const needs = needsIn(lines ?? []);
  usePageTitle('Inbox');
  return (
    <div className="flex h-full flex-col">
      <header className="flex h-12 shrink-0 items-center gap-2 border-b px-4">
        <h1 className="text-title font-semibold">Inbox</h1>
        {needs.length > 0 && <span className="text-small text-soft">{needs.length} waiting</span>}
      </header>
      <NotificationOffer />
      {lines === undefined ? (
        <Loading />
      ) : needs.length === 0 ? (
        <EmptyState icon={Inbox} title="Nothing needs you">
          Drafts, questions and decisions of all sessions appear here.
        </EmptyState>
      ) : (
        <ul className="min-h-0 flex-1 divide-y overflow-y-auto" aria-label="Waiting">
          {needs.map((need) => (
            <InboxRow key={needKey(need)} need={need} />
          ))}
        </ul>
      )}
    </div>
  );
}

function InboxRow({ need: { line, item, isFailure } }: { readonly need: AttentionItem }) {
  const [isOpen, setOpen] = useState(false);
  const { text = 'It ended with a failure. Open it to see what failed.', details } = item ?? {};
  return (
    <li className="flex items-start gap-3 px-4 py-3 hover:bg-hover/60">
      <span className="mt-0.5 text-soft" title={line.plannerName}>
        <PlannerIcon plannerId={line.plannerId} />
      </span>
      <div className="min-w-0 flex-1">
        <Link
          href={`/sessions/${encodeURIComponent(line.id)}`}
          data-item
          className="flex items-baseline gap-2 rounded-sm"
        >
          <span className="min-w-0 truncate text-small font-medium">{line.title || line.id}</span>
          {isFailure && <Badge tone="bad">Failed</Badge>}
          <TimeAgo ts={line.lastActivity} className="ml-auto shrink-0 text-meta text-soft" />
        </Link>
        {item?.type === 'draft' && <p className="text-meta text-soft">A draft for the other side</p>}
        <div id={`waiting-${line.id}-${item?.id ?? 'failed'}`} className="mt-0.5 max-w-3xl text-small">
          <LongText text={text} isMarkdown={item?.type !== 'draft'} isOpen={isOpen} onOpen={setOpen} />
        </div>
        {details && details !== text && (
          // Whoever decides here sees all of what is decided.
          <section
            aria-label="What it is about"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
            tabIndex={0}
            className="mt-1 max-h-80 max-w-3xl overflow-y-auto rounded-md border px-3 py-2"
          >
            <MarkdownText links="read" text={details} className="text-small text-soft" />
          </section>
        )}
        {item ? <InboxActions line={line} item={item} /> : <SessionActions line={line} />}
      </div>
    </li>
  );
}
