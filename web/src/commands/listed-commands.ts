import type { SessionState } from '../api/contracts.ts';
import { useOpenSession } from '../state/open-session.ts';
import { useIsAside } from '../state/session-aside.ts';

const NONE: SessionState['commands'] = [];

/** What can be done, as of the present: in the past it keeps its place, and nothing above it moves. */
export function useListedCommands({ archived, readOnly, commands }: SessionState): SessionState['commands'] {
  const isAside = useIsAside();
  const now = useOpenSession((state) => state.now);
  if (isAside || archived || readOnly) return NONE;
  // Hidden ones are carried by what is shown, which knows what they are for.
  return (now?.commands ?? commands).filter(({ hidden }) => hidden !== true);
}
