import { useEffect, useState } from 'react';
import { ask } from '../api/client.ts';

/** A search hit, as the server reports it. */
export interface FoundSession {
  readonly session: string;
  readonly title: string;
  readonly plannerId: string;
  readonly foundIn: 'title' | 'message' | 'fact';
  readonly excerpt: string;
  readonly seq?: number;
}

/** The address that shows a session at the moment of a hit: in its facts if they match, otherwise in its messages. */
export function foundAddress({ session, foundIn, seq }: FoundSession): string {
  const moment = new URLSearchParams({
    ...(foundIn === 'fact' && { view: 'journal' }),
    ...(seq !== undefined && { at: String(seq) }),
  });
  return `/sessions/${encodeURIComponent(session)}?${moment}`;
}

const TYPING_MS = 200;
const MIN_LETTERS = 3;

/** Sessions whose messages or facts match. Titles are searched on the page itself. */
export function useFoundSessions(typed: string): readonly FoundSession[] {
  const [found, setFound] = useState<readonly FoundSession[]>([]);
  const words = typed.trim();
  useEffect(() => {
    if (words.length < MIN_LETTERS) {
      setFound([]);
      return;
    }
    const asked = new AbortController();
    const timer = setTimeout(() => {
      ask<{ readonly results: readonly FoundSession[] }>(`/api/search?${new URLSearchParams({ q: words })}`, {
        signal: asked.signal,
      }).then(
        ({ results }) => setFound(results.filter(({ foundIn }) => foundIn !== 'title')),
        // Without an answer there is what the page knows itself.
        () => undefined,
      );
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [words]);
  return found;
}
