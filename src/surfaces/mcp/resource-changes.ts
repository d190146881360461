import { sameJson } from '../../kernel/session/same-json.ts';
import { LOOK_AGAIN_MS, type ReopeningStore } from '../http/store/reopening-store.ts';
import { type ResourceKind, type ResourceMoment, uriOf } from './resource-kind.ts';

/** That a resource is another one now. */
export interface ResourceChange {
  readonly uri: string;
  /** It is new, or gone: the list of resources is another one. */
  readonly listed: boolean;
}

/** A resource that can be looked at. */
interface Watched {
  readonly kind: ResourceKind;
  readonly id: string;
  /** As it was told last; undefined until its first change. */
  readonly moment: ResourceMoment | undefined;
}

/** Tells when a resource has changed, whichever process changed it. It looks at the store only while somebody listens. */
export class ResourceChanges {
  readonly #place: ReopeningStore;
  readonly #kinds: readonly ResourceKind[];
  readonly #onError: (error: unknown) => void;
  readonly #listeners = new Set<(change: ResourceChange) => void>();
  /** Everything that is there, by its address. */
  readonly #told = new Map<string, Watched>();
  #turn: Promise<void> = Promise.resolve();
  #unwatch: (() => void) | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(place: ReopeningStore, kinds: readonly ResourceKind[], onError: (error: unknown) => void) {
    this.#place = place;
    this.#kinds = kinds;
    this.#onError = onError;
  }

  /** Calls `listener` after every change from now on, until the returned function is called. */
  watch(listener: (change: ResourceChange) => void): () => void {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#inTurn(() => this.#begin({ isLater: false }));
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#inTurn(() => this.#end());
    };
  }

  /** Resolves when what was noticed so far has been told. */
  async settled(): Promise<void> {
    await this.#turn;
  }

  /** A client may listen long before there is anything to hear; listening alone makes no store. */
  async #begin({ isLater }: { readonly isLater: boolean }): Promise<void> {
    if (this.#unwatch !== undefined || this.#listeners.size === 0) return;
    clearTimeout(this.#waiting);
    if (!this.#place.exists()) {
      this.#waiting = setTimeout(() => this.#inTurn(() => this.#begin({ isLater: true })), LOOK_AGAIN_MS);
      return;
    }
    this.#waiting = undefined;
    const store = await this.#place.store();
    const unwatch = store.watch((journal) => this.#inTurn(() => this.#lookAt(journal)));
    const forget = this.#place.onReplaced(() => this.#inTurn(() => this.#beginAnew()));
    this.#unwatch = () => {
      unwatch();
      forget();
    };
    for (const kind of this.#kinds) {
      for (const { id } of await kind.list()) {
        if (isLater) await this.#look(kind, id);
        else this.#told.set(uriOf(kind, id), { kind, id, moment: undefined });
      }
    }
  }

  async #end(): Promise<void> {
    if (this.#listeners.size > 0) return;
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    this.#unwatch?.();
    this.#unwatch = undefined;
    this.#told.clear();
  }

  /** The store was deleted, and everything with it. Another may be there by now, or later. */
  async #beginAnew(): Promise<void> {
    this.#unwatch?.();
    this.#unwatch = undefined;
    for (const { kind, id } of [...this.#told.values()]) await this.#look(kind, id);
    await this.#begin({ isLater: true });
  }

  async #lookAt(journal: string): Promise<void> {
    for (const kind of this.#kinds) {
      const id = kind.idOfJournal(journal);
      if (id !== undefined) await this.#look(kind, id);
    }
  }

  /** A call that failed, or only read, may be a fact too, and is no change. */
  async #look(kind: ResourceKind, id: string): Promise<void> {
    if (this.#listeners.size === 0) return;
    const uri = uriOf(kind, id);
    const moment = await kind.look(id);
    const known = this.#told.get(uri);
    if (!known && !moment?.begun) return;
    if (known?.moment && moment && isSame(known.moment, moment)) return;
    if (moment) this.#told.set(uri, { kind, id, moment });
    else this.#told.delete(uri);
    for (const listener of [...this.#listeners]) listener({ uri, listed: !known || !moment });
  }

  #inTurn(work: () => Promise<void>): void {
    this.#turn = this.#turn.then(work).catch(this.#onError);
  }
}

function isSame(one: ResourceMoment, other: ResourceMoment): boolean {
  return one.begun === other.begun && sameJson(one.state, other.state);
}
