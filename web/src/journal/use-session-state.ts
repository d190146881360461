import { useEffect, useState } from 'react';
import type { SessionState } from '../api/contracts.ts';
import { streamSession } from '../state/session-stream.ts';

/** A session that is compared with another one, in its current state. The differences say why if there is none. */
export function useSessionState(id: string): SessionState | undefined {
  const [state, setState] = useState<SessionState>();
  useEffect(() => streamSession(id, { onSession: setState }).close, [id]);
  return state?.id === id ? state : undefined;
}
