import { create } from 'zustand';
import type { UrlSync } from '../../../src/harness/links/url-sync.ts';
import { ApiProblem, ask, sessionPath } from '../api/client.ts';
import type { SessionState } from '../api/contracts.ts';
import { useSessions } from '../state/sessions.ts';
import type { LinkOutcome } from './deep-link.ts';
import { loadLinks } from './link-reader.ts';

/** Where the link led that stood in the address last, until somebody has seen to it. */
export const useFollowedLink = create<{ readonly followed: LinkOutcome | undefined }>(() => ({
  followed: undefined,
}));

let started: Promise<UrlSync> | undefined;

/** The only one who reads or writes the hash of the address. It begins with the first link, or the first setup to show. */
export function addressLinks(): Promise<UrlSync> {
  started ??= begin();
  return started;
}

async function begin(): Promise<UrlSync> {
  const { startLinks, windowHash } = await loadLinks();
  return startLinks({
    location: windowHash(window),
    planners: () => useSessions.getState().planners,
    findSession,
    onFollowed: (followed) => useFollowedLink.setState({ followed }),
  });
}

async function findSession(id: string): Promise<SessionState | undefined> {
  try {
    return await ask<SessionState>(sessionPath(id));
  } catch (error) {
    if (error instanceof ApiProblem) return undefined;
    throw error;
  }
}
