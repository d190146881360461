import { createContext, useContext } from 'react';
import type { SessionState } from '../api/contracts.ts';

/** A session that views show instead of the open one, read-only. */
export const SessionAside = createContext<SessionState | undefined>(undefined);

export function useIsAside(): boolean {
  return useContext(SessionAside) !== undefined;
}
