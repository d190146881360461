import { HostError } from '../../host/error.ts';
import type { PlannerRegistry } from '../../host/registry.ts';
import { openSession } from '../../host/session.ts';
import type { FactStore, JournalSummary } from '../../journal/store.ts';
import { digestOf, type SessionDigest } from './session-digest.ts';
import { SessionView } from './session-view.ts';

/** How many sessions are kept whole. */
const MOST_VIEWS = 100;
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
  #known = new Map<string, Known>();
  #store: FactStore | undefined;

  constructor(registry: PlannerRegistry) {
    this.#registry = registry;
  }

  /** A session, up to date. Throws `no-session` where there is none. */
  async view(store: FactStore, id: string): Promise<SessionView> {
    this.#use(store);
    const known = this.#views.get(id);
    const view = known ?? SessionView.of(await openSession(store, this.#registry, id));
    const { createdAt } = view;
    await view.catchUp();
    if (known !== undefined && (view.head === 0 || view.createdAt !== createdAt)) {
      // Deleted since, and perhaps made anew with another planner.
      this.#views.delete(id);
      return await this.view(store, id);
    }
    this.#keep(id, view);
    return view;
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
      const digest = stands ? before.digest : await this.#digestOf(store, id);
      known.set(id, { hash, createdAt, redactions, digest });
    }
    this.#known = known;
    return [...known.values()].flatMap(({ digest }) => digest ?? []);
  }

  async #digestOf(store: FactStore, id: string): Promise<SessionDigest | undefined> {
    try {
      return digestOf(await this.view(store, id));
    } catch (error) {
      if (error instanceof HostError) return undefined;
      throw error;
    }
  }

  #use(store: FactStore): void {
    if (this.#store === store) return;
    this.#store = store;
    this.#views.clear();
    this.#known.clear();
  }

  /** The one that was asked for last comes last. */
  #keep(id: string, view: SessionView): void {
    this.#views.delete(id);
    this.#views.set(id, view);
    const [oldest] = this.#views.keys();
    if (this.#views.size > MOST_VIEWS && oldest !== undefined) this.#views.delete(oldest);
  }
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
