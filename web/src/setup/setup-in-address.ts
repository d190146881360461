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
    // Once the page can be used: what writes links is loaded for it.
    const first = setTimeout(write, UNHURRIED_MS);
    // Whatever else changes the address leaves the setup out of it.
    const again = () => written !== undefined && void write();
    for (const change of CHANGES) addEventListener(change, again);
    return () => {
      isOver = true;
      clearTimeout(first);
      for (const change of CHANGES) removeEventListener(change, again);
    };
  }, [state]);
}

const UNHURRIED_MS = 500;

/** What the router tells of changes that are not the browser's own. */
const CHANGES = ['pushState', 'replaceState'] as const;
