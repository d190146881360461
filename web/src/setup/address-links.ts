import { create } from 'zustand';
import type { UrlSync } from '../../../src/harness/links/url-sync.ts';
import { ApiProblem, ask, sessionPath } from '../api/client.ts';
import type { SessionState } from '../api/contracts.ts';
import { useSessions } from '../state/sessions.ts';
import type { LinkOutcome } from './deep-link.ts';
import { loadLinks } from './link-reader.ts';

/** The outcome of the last link in the address, until it is handled. */
export const useFollowedLink = create<{ readonly followed: LinkOutcome | undefined }>(() => ({
  followed: undefined,
}));

let started: Promise<UrlSync> | undefined;

/** The only reader and writer of the hash of the address, created with the first link or setup. */
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
