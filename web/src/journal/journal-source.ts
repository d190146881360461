import type { JournalSummary } from '../../../src/journal/store.ts';
import type { Fact } from '../api/contracts.ts';
import { openLiveStream } from '../api/live-stream.ts';
import { onFacts, useOpenSession } from '../state/open-session.ts';

/** The handlers for changes of a journal. */
export interface JournalHandlers {
  /** The journal has grown up to here, with those of the new facts that are known. */
  onHead(head: number, facts?: readonly Fact[]): void;
  /** A fact that was read before has been erased. */
  onErased(): void;
  onGone(): void;
}

/** A journal to display: where to read its facts, and how to follow it. */
export interface JournalSource {
  readonly id: string;
  /** `/api/sessions/ID` or `/api/journals/ID`. */
  readonly path: string;
  /** Reports what happens after `head`. */
  follow(head: number, news: JournalHandlers): () => void;
}

/** The address of any journal of the store. */
export function journalPath(id: string, rest = ''): string {
  return `/api/journals/${encodeURIComponent(id)}${rest}`;
}

/** The session that is open on the page: it is followed once for all panels. */
export function openSessionSource(id: string): JournalSource {
  return {
    id,
    path: `/api/sessions/${encodeURIComponent(id)}`,
    follow(head, { onHead, onErased, onGone }) {
      const known = useOpenSession.getState();
      if (known.id === id && known.head > head) onHead(known.head);
      const ends = [
        onFacts((facts) => {
          const last = facts.at(-1);
          if (useOpenSession.getState().id === id && last) onHead(last.seq, facts);
        }),
        useOpenSession.subscribe((now, before) => {
          if (now.id !== id) return;
          if (now.head !== before.head) onHead(now.head);
          if (now.erasures !== before.erasures) onErased();
          if (now.gone && !before.gone) onGone();
        }),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}

/** Any journal of the store, followed by itself. */
export function storedJournalSource(id: string): JournalSource {
  return {
    id,
    path: journalPath(id),
    follow(head, { onHead, onErased, onGone }) {
      let known = head;
      const upTo = (seq: number) => {
        known = Math.max(known, seq);
        onHead(known);
      };
      return openLiveStream({
        address: () => journalPath(id, `/events?from=${known + 1}`),
        on: {
          fact: (data) => upTo((data as { readonly seq: number }).seq),
          journal: (data) => upTo((data as JournalSummary).head),
          redacted: onErased,
          deleted: onGone,
        },
      });
    },
  };
}
