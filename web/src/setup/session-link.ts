import type { DeepLinkState } from '../../../src/harness/links/deep-link.ts';
import type { SessionState } from '../api/contracts.ts';
import { loadLinks } from './link-reader.ts';

/**
 * The content of a link to a session. `rev` is the seq at which its setup was applied, which identifies links to older
 * ones.
 */
export function linkStateOf({ id, plannerId, setup, model }: SessionState): DeepLinkState {
  return {
    planner: { id: plannerId, mode: setup?.mode ?? 'approve' },
    planners: setup ? { [plannerId]: { seed: setup.seed } } : {},
    session: id,
    llm: model.id,
    rev: setup?.seq ?? 0,
  };
}

/** The address of a link. */
export async function addressOf(state: DeepLinkState, origin: string): Promise<string> {
  const { encodeDeepLink } = await loadLinks();
  // Chat programs end a link at a quote or a brace.
  return `${origin}/#${encodeURIComponent(encodeDeepLink(state).slice(1))}`;
}
