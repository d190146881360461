import { useMemo } from 'react';
import type { Message, SessionState } from '../api/contracts.ts';
import { wordDiff } from './word-diff.ts';

/** The earlier versions of a draft in the same turn, oldest first. */
export function earlierVersions(
  messages: readonly Message[],
  draft: Pick<SessionState['drafts'][number], 'seq'>,
): readonly string[] {
  const turn = messages.findLastIndex(({ type }) => type === 'remote_sent' || type === 'remote_received');
  return messages
    .slice(turn + 1)
    .flatMap(({ type, text, seq }) =>
      type === 'draft_dismissed' && seq <= draft.seq && typeof text === 'string' ? [text] : [],
    );
}

/** The changes of a draft since its previous version, after guidance, an edit or a redraft. */
export function DraftChanges({ before, after }: { readonly before: string; readonly after: string }) {
  const pieces = useMemo(() => wordDiff(before, after), [before, after]);
  return (
    <p dir="auto" className="max-h-96 overflow-y-auto text-body break-words whitespace-pre-wrap">
      {pieces.map(({ kind, text }, at) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one comparison have no names
        if (kind === 'same') return <span key={at}>{text}</span>;
        const isAdded = kind === 'added';
        const Mark = isAdded ? 'ins' : 'del';
        return (
          <Mark
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one comparison have no names
            key={at}
            className={isAdded ? 'bg-good-ground text-good no-underline' : 'bg-bad-ground text-bad'}
          >
            {text}
          </Mark>
        );
      })}
    </p>
  );
}
