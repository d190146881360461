import { type DeepLinkState, decodeDeepLink, encodeDeepLink } from '../../../src/harness/deep-link.ts';
import { DeepLinkError } from '../../../src/harness/error.ts';
import { canonicalJson } from '../../../src/journal/canonical-json.ts';
import type { PlannerLine, SessionState } from '../api/contracts.ts';

export { encodeDeepLink };

/** What a link led to. Nothing is changed by following it: a setup is offered, and a person applies it. */
export type Followed =
  | { readonly type: 'none' }
  | { readonly type: 'refused'; readonly title: string; readonly reason: string }
  /** The session it names is there and set up like that, or in a newer way. */
  | { readonly type: 'open'; readonly session: string; readonly isOlder: boolean }
  | { readonly type: 'offer'; readonly offer: LinkOffer };

/** A setup that a link proposes: for a session that is there, or for one that would begin with it. */
export interface LinkOffer {
  readonly planner: PlannerLine;
  readonly mode: DeepLinkState['planner']['mode'];
  readonly seed: Readonly<Record<string, unknown>>;
  readonly session: SessionState | undefined;
  /** The model it was made with. */
  readonly llm: string | undefined;
}

export interface LinkSurroundings {
  readonly planners: readonly PlannerLine[];
  /** The session of that name, if it is here. */
  findSession(id: string): Promise<SessionState | undefined>;
}

/** Follows the link in an address. */
export async function followLink(
  hash: string,
  { planners, findSession }: LinkSurroundings,
): Promise<Followed> {
  let link: DeepLinkState | undefined;
  try {
    link = decodeDeepLink(hash);
  } catch (error) {
    if (!(error instanceof DeepLinkError)) throw error;
    return refused(
      'This link cannot be read',
      'It is broken, or too long. Copy the whole address again. Nothing was changed.',
    );
  }
  if (link === undefined) return { type: 'none' };
  const { planner: named, planners: seeds, session: id, rev, llm } = link;
  const planner = planners.find((each) => each.id === named.id);
  if (planner === undefined) {
    return refused(
      'This link cannot be followed',
      `It names the planner ${named.id}, which is not here. Nothing was changed.`,
    );
  }
  const linked = seeds[planner.id]?.seed ?? {};
  if (!isRecord(linked))
    return refused('This link cannot be followed', 'Its setup is none. Nothing was changed.');
  // Whoever sends a link must not decide which secret is used with what it sets up.
  const secrets = planner.setup.fields.filter(({ type }) => type === 'secret').map(({ key }) => key);
  const seed = Object.fromEntries(Object.entries(linked).filter(([key]) => !secrets.includes(key)));
  const found = id === undefined ? undefined : await findSession(id);
  const session = found?.plannerId === planner.id ? found : undefined;
  if (session?.setup) {
    const { setup } = session;
    if (setup.mode === named.mode && canonicalJson(setup.seed) === canonicalJson(seed)) {
      return { type: 'open', session: session.id, isOlder: false };
    }
    if (rev < setup.seq) return { type: 'open', session: session.id, isOlder: true };
  }
  return { type: 'offer', offer: { planner, mode: named.mode, seed, session, llm } };
}

function refused(title: string, reason: string): Followed {
  return { type: 'refused', title, reason };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
