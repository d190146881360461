import { useEffect, useState } from 'react';
import type { SessionState } from '../api/contracts.ts';
import { streamSession } from '../state/session-stream.ts';

/** A session that is shown beside another one, as it stands. Why there is none is told with what differs. */
export function useSessionState(id: string): SessionState | undefined {
  const [state, setState] = useState<SessionState>();
  useEffect(() => streamSession(id, { onSession: setState }).close, [id]);
  return state?.id === id ? state : undefined;
}
