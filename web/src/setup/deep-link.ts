import type { PlannerMode } from '../../../src/harness/facts.ts';
import { encodeDeepLink, linkable } from '../../../src/harness/links/deep-link.ts';
import {
  type HashLocation,
  type LinkedSetup,
  startUrlSync,
  type UrlSync,
  windowHash,
} from '../../../src/harness/links/url-sync.ts';
import type { Planner } from '../../../src/harness/planner.ts';
import { canonicalJson } from '../../../src/journal/integrity/canonical-json.ts';
import type { PlannerLine, SessionState } from '../api/contracts.ts';

export { encodeDeepLink, windowHash };

/** The outcome of a link. Following it changes nothing: it offers a setup, which a person applies. */
export type LinkOutcome =
  | { readonly type: 'refused'; readonly title: string; readonly reason: string }
  /** The session exists with this setup or a newer one. */
  | { readonly type: 'open'; readonly session: string; readonly isOlder: boolean }
  | { readonly type: 'offer'; readonly offer: LinkOffer };

/** A setup that a link proposes, for an existing session or a new one. */
export interface LinkOffer {
  readonly planner: PlannerLine;
  readonly mode: PlannerMode;
  readonly seed: Seed;
  readonly session: SessionState | undefined;
  /** The model it was made with. */
  readonly llm: string | undefined;
}

type Seed = Readonly<Record<string, unknown>>;

export interface LinkSurroundings {
  readonly location: HashLocation;
  planners(): readonly PlannerLine[];
  /** The session with that id, if it is here. */
  findSession(id: string): Promise<SessionState | undefined>;
  /** Called with the outcome of each link in the address. */
  onFollowed(followed: LinkOutcome): void;
}

/** Follows the links in the address, and writes setups into it. */
export function startLinks({ location, planners, findSession, onFollowed }: LinkSurroundings): UrlSync {
  const lineOf = (id: string) => planners().find((each) => each.id === id);
  return startUrlSync({
    location,
    planner(id) {
      const line = lineOf(id);
      return line && linkedPlanner(line);
    },
    async apply(setup) {
      const planner = lineOf(setup.planner.id);
      if (planner) onFollowed(await whereTo(setup, planner, findSession));
    },
    older({ session }) {
      if (session !== undefined) onFollowed({ type: 'open', session, isOlder: true });
    },
    notice(text, reason) {
      // A setup that is too large for a link stays out of the address.
      if (reason === 'not-written') return;
      const broken = 'It is broken, or too long. Copy the whole address again. Nothing was changed.';
      onFollowed(
        reason === 'unreadable'
          ? { type: 'refused', title: 'This link cannot be read', reason: broken }
          : { type: 'refused', title: 'This link cannot be opened', reason: text },
      );
    },
  });
}

/** A planner of the server for links: its setup is the seed itself, from which the server makes a config. */
export function linkedPlanner({ id, name, setup }: PlannerLine): Planner {
  return {
    id,
    name,
    plan: () => [],
    dehydrate: (seed) => seed,
    hydrate(seed) {
      if (!isRecord(seed)) throw new Error('It contains no valid setup. Nothing was changed.');
      // Whoever sends a link must not decide which secret is used with what it sets up.
      const secrets = setup.fields.filter(({ type }) => type === 'secret').map(({ key }) => key);
      const config = Object.fromEntries(Object.entries(seed).filter(([key]) => !secrets.includes(key)));
      return { config, ready: true };
    },
  };
}

async function whereTo(
  { mode, config, session: id, llm, rev }: LinkedSetup,
  planner: PlannerLine,
  findSession: LinkSurroundings['findSession'],
): Promise<LinkOutcome> {
  const seed = isRecord(config) ? config : {};
  const found = id === undefined ? undefined : await findSession(id);
  const session = found?.plannerId === planner.id ? found : undefined;
  if (session?.setup) {
    const { setup } = session;
    if (setup.mode === mode && canonicalJson(linkable(setup.seed)) === canonicalJson(seed)) {
      return { type: 'open', session: session.id, isOlder: false };
    }
    if (rev < setup.seq) return { type: 'open', session: session.id, isOlder: true };
  }
  return { type: 'offer', offer: { planner, mode, seed, session, llm } };
}

function isRecord(value: unknown): value is Seed {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
