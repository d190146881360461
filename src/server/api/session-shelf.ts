import { HostError } from '../../host/error.ts';
import type { PlannerRegistry } from '../../host/registry.ts';
import { openSession, type Session } from '../../host/session.ts';
import { JournalError } from '../../journal/error.ts';
import type { FactStore, JournalSummary } from '../../journal/store.ts';
import { openPlanSession } from './plan-session.ts';
import { digestOf, type SessionDigest } from './session-digest.ts';
import { SessionMoments } from './session-moments.ts';
import { SessionView } from './session-view.ts';

/** How many sessions are kept whole. */
const MOST_VIEWS = 100;
/** Of how many sessions moments of the past are kept. */
const MOST_PASTS = 8;
const PAGE = 500;

/** A digest, or that a journal is no session, as of one moment of the journal. */
interface Known {
  readonly hash: string;
  readonly createdAt: string;
  readonly redactions: number;
  readonly digest: SessionDigest | undefined;
}

/** The sessions of a store: each is read once, and then only what is new. */
export class SessionShelf {
  readonly #registry: PlannerRegistry;
  readonly #views = new Map<string, SessionView>();
  readonly #pasts = new Map<string, SessionMoments>();
  #known = new Map<string, Known>();
  #store: FactStore | undefined;

  constructor(registry: PlannerRegistry) {
    this.#registry = registry;
  }

  /** A session, up to date. Throws `no-session` where there is none. */
  async view(store: FactStore, id: string): Promise<SessionView> {
    this.#use(store);
    const known = this.#views.get(id);
    const view = known ?? SessionView.of(await this.#open(store, id));
    const { createdAt } = view;
    await view.catchUp();
    if (known !== undefined && (view.head === 0 || view.createdAt !== createdAt)) {
      // Deleted since, and perhaps made anew with another planner.
      this.#views.delete(id);
      return await this.view(store, id);
    }
    keepLatest(this.#views, id, view, MOST_VIEWS);
    return view;
  }

  /** A session as it was right after the fact at `seq`. */
  async viewAt(store: FactStore, id: string, seq: number): Promise<SessionView> {
    const { session } = await this.view(store, id);
    const known = this.#pasts.get(id);
    const past = known?.session === session ? known : new SessionMoments(session);
    keepLatest(this.#pasts, id, past, MOST_PASTS);
    return await past.at(seq);
  }

  /** What is known of every session of the store that has a planner known here. */
  async digests(store: FactStore): Promise<readonly SessionDigest[]> {
    this.#use(store);
    const redactions = await store.redactions();
    const known = new Map<string, Known>();
    for await (const { id, hash, createdAt } of summariesOf(store)) {
      const before = this.#known.get(id);
      const stands =
        before?.hash === hash && before.createdAt === createdAt && before.redactions === redactions;
      const digest = stands ? before.digest : await this.digest(store, id);
      known.set(id, { hash, createdAt, redactions, digest });
    }
    this.#known = known;
    return [...known.values()].flatMap(({ digest }) => digest ?? []);
  }

  /** What is known of one journal; nothing when it is no session, not there, or of a version that is not known here. */
  async digest(store: FactStore, id: string): Promise<SessionDigest | undefined> {
    try {
      const view = await this.view(store, id);
      return view.planner.hasBegun?.() === false ? undefined : digestOf(view);
    } catch (error) {
      if (error instanceof HostError || isUnreadable(error)) return undefined;
      throw error;
    }
  }

  /** A journal of the plan tools has no beginning of a session, unless it was made one. */
  async #open(store: FactStore, id: string): Promise<Session> {
    try {
      return await openSession(store, this.#registry, id);
    } catch (error) {
      if (!(error instanceof HostError) || error.code !== 'no-session') throw error;
      const plan = await openPlanSession(store, id);
      if (plan === undefined) throw error;
      return plan;
    }
  }

  #use(store: FactStore): void {
    if (this.#store === store) return;
    this.#store = store;
    this.#views.clear();
    this.#pasts.clear();
    this.#known.clear();
  }
}

/** Whether a journal alone is at fault: it hides no other one. */
function isUnreadable(error: unknown): boolean {
  return error instanceof JournalError && (error.code === 'fact-too-new' || error.code === 'invalid-fact');
}

/** The one that was asked for last comes last, and the first goes when there are too many. */
function keepLatest<Value>(all: Map<string, Value>, id: string, value: Value, most: number): void {
  all.delete(id);
  all.set(id, value);
  const [oldest] = all.keys();
  if (all.size > most && oldest !== undefined) all.delete(oldest);
}

async function* summariesOf(store: FactStore): AsyncGenerator<JournalSummary, void, undefined> {
  let after: string | undefined;
  for (;;) {
    const page = await store.list({ limit: PAGE, ...(after !== undefined && { after }) });
    yield* page;
    after = page.at(-1)?.id;
    if (after === undefined || page.length < PAGE) return;
  }
}
