import { LoaderCircle } from 'lucide-react';
import type { SessionState } from '../api/contracts.ts';
import { FileList } from './file-list.tsx';

/** An approved draft that is being sent. */
export function SendingDraft({
  draft: { text, attachments },
}: {
  readonly draft: SessionState['drafts'][number];
}) {
  return (
    <article className="mt-2 ml-auto flex w-fit max-w-[min(36rem,88%)] flex-col gap-1 rounded-md border border-dashed border-accent/35 bg-raised px-3 py-2">
      <p role="status" className="flex items-center gap-1.5 text-meta font-medium text-soft">
        <LoaderCircle size={12} className="shrink-0 animate-spin text-calm" aria-hidden />
        Sending
      </p>
      <p dir="auto" className="max-h-96 overflow-y-auto text-body break-words whitespace-pre-wrap">
        {text}
      </p>
      <FileList files={(attachments ?? []).map(({ name }) => ({ name }))} />
    </article>
  );
}
