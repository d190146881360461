import { useEffect } from 'react';
import { useIsPresent, useOpenSession } from '../state/open-session.ts';
import { loadLinks } from './link-reader.ts';
import { linkStateOf } from './session-link.ts';

/**
 * Keeps the setup of the open session in the address, in words that can be read, under a `rev` that rises with every setup. Who
 * changes it there is offered what they wrote, as with any link.
 */
export function useSetupInAddress(): void {
  const session = useOpenSession(({ now }) => now);
  const isPresent = useIsPresent();
  const state = session?.setup && isPresent ? JSON.stringify(linkStateOf(session)) : undefined;
  useEffect(() => {
    if (state === undefined) return;
    let isOver = false;
    const { pathname } = location;
    let written: string | undefined;
    const write = async () => {
      const { encodeDeepLink } = await loadLinks();
      if (isOver || location.pathname !== pathname || location.hash === written) return;
      try {
        const hash = encodeDeepLink(JSON.parse(state));
        history.replaceState(history.state, '', pathname + location.search + hash);
        written = location.hash;
      } catch {
        // A setup that is too large for a link stays out of the address.
      }
    };
    void write();
    // Whatever else changes the address leaves the setup out of it.
    for (const change of CHANGES) addEventListener(change, write);
    return () => {
      isOver = true;
      for (const change of CHANGES) removeEventListener(change, write);
    };
  }, [state]);
}

/** What the router tells of changes that are not the browser's own. */
const CHANGES = ['pushState', 'replaceState'] as const;
