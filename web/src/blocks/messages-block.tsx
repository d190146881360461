import type { ViewBlock } from '../../../src/harness/module/view-block.ts';
import { TimeAgo } from '../ui/time-text.tsx';
import { BlockActions } from './block-actions.tsx';
import { BlockFrame } from './block-frame.tsx';
import { keyed } from './keyed.ts';
import { MarkdownText } from './markdown-text.tsx';
import { ShowMore, useFirst } from './show-more.tsx';

const MESSAGES_AT_ONCE = 100;

/** What was said, and by whom. */
export function MessagesBlock({ block }: { readonly block: Extract<ViewBlock, { type: 'messages' }> }) {
  const { title, items } = block;
  const { first, hidden, showMore } = useFirst(
    keyed(items, ({ id }) => id),
    MESSAGES_AT_ONCE,
  );
  return (
    <BlockFrame title={title} label="Messages">
      {items.length === 0 && <p className="text-small text-soft">No messages yet.</p>}
      <ol className="flex flex-col gap-3">
        {first.map(({ key, item: { from, text, at, actions } }) => (
          <li key={key} className="flex flex-col gap-1 border-l-2 pl-3">
            <p className="flex flex-wrap items-baseline gap-x-2 text-meta text-soft">
              <span dir="auto" className="min-w-0 text-small font-medium break-words text-ink">
                {from}
              </span>
              {at !== undefined && !Number.isNaN(Date.parse(at)) && <TimeAgo ts={at} />}
            </p>
            <MarkdownText text={text} headingLevel={title ? 3 : 2} />
            <BlockActions actions={actions} subject={`message of ${from}`} className="mt-1" />
          </li>
        ))}
      </ol>
      <ShowMore hidden={hidden} noun="messages" onMore={showMore} />
    </BlockFrame>
  );
}
