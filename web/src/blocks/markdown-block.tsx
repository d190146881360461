import { ChevronRight } from 'lucide-react';
import type { ViewBlock } from '../../../src/harness/module/view-block.ts';
import { BlockActions } from './block-actions.tsx';
import { BlockFrame } from './block-frame.tsx';
import { MarkdownText } from './markdown-text.tsx';

/** A text below its title. It can be folded if it says whether it is. */
export function MarkdownBlock({ block }: { readonly block: Extract<ViewBlock, { type: 'markdown' }> }) {
  const { title, text, folded, actions } = block;
  const content = (
    <div className="flex min-w-0 flex-col gap-3">
      <MarkdownText text={text} headingLevel={title ? 3 : 2} {...(title && { className: 'text-small' })} />
      <BlockActions actions={actions} />
    </div>
  );
  if (!title) return content;
  if (folded === undefined) {
    return (
      <BlockFrame title={title} label="Text">
        {content}
      </BlockFrame>
    );
  }
  return (
    <details open={!folded} className="group min-w-0 rounded-md border bg-raised">
      <summary className="flex min-h-8 list-none items-center gap-2 rounded-md px-2 py-1 text-small font-medium hover:bg-hover max-sm:min-h-10">
        <ChevronRight
          size={14}
          aria-hidden
          className="shrink-0 text-soft transition-transform duration-120 group-open:rotate-90"
        />
        <span dir="auto" className="min-w-0 break-words">
          {title}
        </span>
      </summary>
      <div className="px-3 pt-1 pb-2.5 pl-8">{content}</div>
    </details>
  );
}
