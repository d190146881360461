import type { PlannerMode } from '../facts.ts';
import type { HydrateContext, Planner } from '../planner.ts';
import { type DeepLinkState, decodeDeepLink, encodeDeepLink } from './deep-link.ts';

/** The hash of the page's URL. */
export interface HashLocation {
  read(): string;
  /** Replaces the hash, without a new history entry. */
  replace(hash: string): void;
  /** Calls back when somebody else changed it. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** The result of a link: its planner, with the config of its seed. */
export interface LinkedSetup {
  readonly planner: Planner;
  readonly mode: PlannerMode;
  readonly config: unknown;
  readonly ready: boolean;
  readonly session?: string;
  readonly llm?: string;
  readonly rev: number;
}

/** Why there is a notice: a link could not be read, names an unknown planner, or a setup is too large for a link. */
export type LinkNotice = 'unreadable' | 'no-planner' | 'not-followed' | 'not-written';

/** What the URL is synchronised with. */
export interface UrlSyncOptions {
  readonly location: HashLocation;
  planner(id: string): Planner | undefined;
  /** Applies what a link says. A promise is awaited. */
  apply(setup: LinkedSetup): unknown;
  /** Tells a person why a link was not followed, or why a setup is not in the URL. Nothing was changed. */
  notice(text: string, reason: LinkNotice): void;
  /** A link of the same session has an older `rev` and was not followed. */
  older?(link: { readonly session?: string }): void;
  readonly hydrate?: Omit<HydrateContext, 'signal'>;
}

/** The setup in the URL: the one that was applied last. */
export interface ShownSetup {
  readonly planner: Planner;
  readonly mode: PlannerMode;
  readonly config: unknown;
  readonly session?: string;
  readonly llm?: string;
  /** The setup's own increasing number, if it has one; default: the next number. */
  readonly rev?: number;
}

/** The only reader and writer of the URL's hash. */
export interface UrlSync {
  /** Writes a setup into the URL, under the next `rev`. */
  show(setup: ShownSetup): void;
  /** Resolves when the last link was followed or refused. */
  settled(): Promise<void>;
  stop(): void;
}

/** Follows the link in the URL, at the start and whenever it changes, and writes the applied setup back. */
export function startUrlSync(options: UrlSyncOptions): UrlSync {
  const sync = new AddressSync(options);
  sync.start();
  return sync;
}

class AddressSync implements UrlSync {
  readonly #options: UrlSyncOptions;
  #planners: DeepLinkState['planners'] = {};
  #rev = -1;
  /** The session whose setup is in the URL: each session counts separately. */
  #session: string | undefined;
  #written: string | undefined;
  #writing = false;
  #following = Promise.resolve();
  #current = new AbortController();
  #unsubscribe = (): void => {};

  constructor(options: UrlSyncOptions) {
    this.#options = options;
  }

  start(): void {
    this.#unsubscribe = this.#options.location.subscribe(() => this.#read());
    this.#read();
  }

  show({ planner, mode, config, session, llm, rev = this.#rev + 1 }: ShownSetup): void {
    const { notice } = this.#options;
    this.#current.abort();
    const others = session === this.#session ? this.#planners : {};
    try {
      const seed = planner.dehydrate?.(config);
      const state = {
        planner: { id: planner.id, mode },
        planners: { ...others, ...(seed !== undefined && { [planner.id]: { seed } }) },
        ...(session !== undefined && { session }),
        ...(llm !== undefined && { llm }),
        // A link from elsewhere may have a high number; one that is not older is still followed.
        rev: Math.min(rev, Number.MAX_SAFE_INTEGER),
      };
      const hash = encodeDeepLink(state);
      this.#planners = state.planners;
      this.#rev = state.rev;
      this.#session = session;
      this.#write(hash);
    } catch (error) {
      notice(reasonOf(error), 'not-written');
    }
  }

  async settled(): Promise<void> {
    await this.#following;
  }

  stop(): void {
    this.#unsubscribe();
    this.#current.abort();
  }

  #write(hash: string): void {
    const { location } = this.#options;
    this.#writing = true;
    try {
      location.replace(hash);
      // As in the URL: a browser encodes parts of it.
      this.#written = location.read();
    } finally {
      this.#writing = false;
    }
  }

  #read(): void {
    const hash = this.#options.location.read();
    if (this.#writing || hash === this.#written) return;
    let link: DeepLinkState | undefined;
    try {
      link = decodeDeepLink(hash);
    } catch (error) {
      this.#options.notice(reasonOf(error), 'unreadable');
    }
    if (link === undefined) return;
    if (link.session === this.#session && link.rev < this.#rev) {
      this.#options.older?.(link);
      return;
    }
    this.#current.abort();
    this.#current = new AbortController();
    this.#following = this.#follow(link, this.#current.signal);
  }

  async #follow(link: DeepLinkState, signal: AbortSignal): Promise<void> {
    const { planner: find, apply, notice, hydrate } = this.#options;
    const { id, mode } = link.planner;
    const planner = find(id);
    if (planner === undefined) {
      notice(`The link names the planner ${id}, which is not loaded. Nothing was changed.`, 'no-planner');
      return;
    }
    try {
      const seed = link.planners[id]?.seed;
      const full = seed === undefined ? undefined : await planner.hydrate?.(seed, { ...hydrate, signal });
      // A newer link, or a setup applied meanwhile, takes precedence.
      if (signal.aborted) return;
      this.#rev = link.rev;
      this.#planners = link.planners;
      const { session, llm, rev } = link;
      this.#session = session;
      await apply({
        planner,
        mode,
        config: full?.config,
        ready: full?.ready ?? false,
        ...(session !== undefined && { session }),
        ...(llm !== undefined && { llm }),
        rev,
      });
    } catch (error) {
      if (!signal.aborted) notice(`The link could not be opened: ${reasonOf(error)}`, 'not-followed');
    }
  }
}

/** The hash of a browser window. */
export function windowHash(
  window: Pick<Window, 'location' | 'history' | 'addEventListener' | 'removeEventListener'>,
): HashLocation {
  return {
    read: () => window.location.hash,
    replace: (hash) => window.history.replaceState(window.history.state, '', hash),
    subscribe(listener) {
      window.addEventListener('hashchange', listener);
      return () => window.removeEventListener('hashchange', listener);
    },
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
