import { useEffect } from 'react';
import type { ShownSetup } from '../../../src/harness/links/url-sync.ts';
import type { SessionState } from '../api/contracts.ts';
import { useIsPresent, useOpenSession } from '../state/open-session.ts';
import { useSessions } from '../state/sessions.ts';
import { addressLinks } from './address-links.ts';
import { loadLinks } from './link-reader.ts';

/**
 * Keeps the setup of the open session in the address, in readable form, with a `rev` that grows with every setup. If
 * somebody edits it there, the result is offered like any link.
 */
export function useSetupInAddress(): void {
  const session = useOpenSession(({ now }) => now);
  const isPresent = useIsPresent();
  const shown = session?.setup && isPresent ? JSON.stringify(shownSetup(session)) : undefined;
  useEffect(() => {
    if (shown === undefined) return;
    let isOver = false;
    const { pathname } = location;
    let written: string | undefined;
    const write = async () => {
      const links = await addressLinks();
      const { linkedPlanner } = await loadLinks();
      // What stands there is followed first.
      await links.settled();
      if (isOver || location.pathname !== pathname || location.hash === written) return;
      const { plannerId, ...setup }: SetupOfSession = JSON.parse(shown);
      const planner = useSessions.getState().planners.find(({ id }) => id === plannerId);
      if (planner) links.show({ planner: linkedPlanner(planner), ...setup });
      written = location.hash;
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
  }, [shown]);
}

type SetupOfSession = Omit<ShownSetup, 'planner'> & { readonly plannerId: string };

/** `rev` is the seq at which the setup was applied, which identifies links to older ones. */
function shownSetup({ id, plannerId, setup, model }: SessionState): SetupOfSession {
  const { mode = 'approve', seed, seq = 0 } = setup ?? {};
  return { plannerId, mode, config: seed, session: id, llm: model.id, rev: seq };
}

const UNHURRIED_MS = 500;

/** Events of the router for changes that are not the browser's own. */
const CHANGES = ['pushState', 'replaceState'] as const;
