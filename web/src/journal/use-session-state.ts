import { useEffect, useState } from 'react';
import { ApiProblem, sessionPath } from '../api/client.ts';
import type { SessionState } from '../api/contracts.ts';
import { askWhenReachable } from '../state/connection.ts';
import { useSessions } from '../state/sessions.ts';

/** A session as it stands, read again when something happens in it. */
export function useSessionState(id: string): SessionState | undefined {
  const isKnown = useSessions(({ lines }) => lines !== undefined);
  const head = useSessions(({ lines }) => lines?.find((line) => line.id === id)?.head);
  const [state, setState] = useState<SessionState>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each fact it is read again
  useEffect(() => {
    // Until the list is there it is not known which facts there are, and it would be read twice.
    if (!isKnown) return;
    const asked = new AbortController();
    askWhenReachable<SessionState>(sessionPath(id), { signal: asked.signal }).then(setState, (error) => {
      // Why there is none is told with what differs.
      if (!asked.signal.aborted && !(error instanceof ApiProblem)) throw error;
    });
    return () => asked.abort();
  }, [id, isKnown, head]);
  return state?.id === id ? state : undefined;
}
