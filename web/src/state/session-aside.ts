import { createContext, useContext } from 'react';
import type { SessionState } from '../api/contracts.ts';

/** A session that views show in the place of the open one, to be read only. */
export const SessionAside = createContext<SessionState | undefined>(undefined);

export function useIsAside(): boolean {
  return useContext(SessionAside) !== undefined;
}
