import { sameJson } from '../../kernel/session/same-json.ts';
import { RECHECK_MS, type ReopeningStore } from '../http/store/reopening-store.ts';
import { type ResourceKind, type ResourceMoment, uriOf } from './resource-kind.ts';

/** A change of a resource. */
export interface ResourceChange {
  readonly uri: string;
  /** The resource was added or removed, so the list changed too. */
  readonly listed: boolean;
}

/** A watched resource. */
interface Watched {
  readonly kind: ResourceKind;
  readonly id: string;
  /** Its last reported state; undefined until its first change. */
  readonly moment: ResourceMoment | undefined;
}

/** Reports changes of resources by any process. It watches the store only while it has listeners. */
export class ResourceChanges {
  readonly #place: ReopeningStore;
  readonly #kinds: readonly ResourceKind[];
  readonly #onError: (error: unknown) => void;
  readonly #listeners = new Set<(change: ResourceChange) => void>();
  /** All resources by their address. */
  readonly #reported = new Map<string, Watched>();
  #turn: Promise<void> = Promise.resolve();
  #unwatch: (() => void) | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(place: ReopeningStore, kinds: readonly ResourceKind[], onError: (error: unknown) => void) {
    this.#place = place;
    this.#kinds = kinds;
    this.#onError = onError;
  }

  /** Calls `listener` after every change until the returned function is called. */
  watch(listener: (change: ResourceChange) => void): () => void {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#inTurn(() => this.#begin({ isLater: false }));
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#inTurn(() => this.#end());
    };
  }

  /** Resolves when all changes noticed so far have been reported. */
  async settled(): Promise<void> {
    await this.#turn;
  }

  /** A client may subscribe before a store exists; subscribing does not create one. */
  async #begin({ isLater }: { readonly isLater: boolean }): Promise<void> {
    if (this.#unwatch !== undefined || this.#listeners.size === 0) return;
    clearTimeout(this.#waiting);
    if (!this.#place.exists()) {
      this.#waiting = setTimeout(() => this.#inTurn(() => this.#begin({ isLater: true })), RECHECK_MS);
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
        else this.#reported.set(uriOf(kind, id), { kind, id, moment: undefined });
      }
    }
  }

  async #end(): Promise<void> {
    if (this.#listeners.size > 0) return;
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    this.#unwatch?.();
    this.#unwatch = undefined;
    this.#reported.clear();
  }

  /** The store was deleted with everything in it. A new one may exist now or later. */
  async #beginAnew(): Promise<void> {
    this.#unwatch?.();
    this.#unwatch = undefined;
    for (const { kind, id } of [...this.#reported.values()]) await this.#look(kind, id);
    await this.#begin({ isLater: true });
  }

  async #lookAt(journal: string): Promise<void> {
    for (const kind of this.#kinds) {
      const id = kind.idOfJournal(journal);
      if (id !== undefined) await this.#look(kind, id);
    }
  }

  /** A failed or read-only call may add a fact without changing the resource. */
  async #look(kind: ResourceKind, id: string): Promise<void> {
    if (this.#listeners.size === 0) return;
    const uri = uriOf(kind, id);
    const moment = await kind.look(id);
    const known = this.#reported.get(uri);
    if (!known && !moment?.begun) return;
    if (known?.moment && moment && isSame(known.moment, moment)) return;
    if (moment) this.#reported.set(uri, { kind, id, moment });
    else this.#reported.delete(uri);
    for (const listener of [...this.#listeners]) listener({ uri, listed: !known || !moment });
  }

  #inTurn(work: () => Promise<void>): void {
    this.#turn = this.#turn.then(work).catch(this.#onError);
  }
}

function isSame(one: ResourceMoment, other: ResourceMoment): boolean {
  return one.begun === other.begun && sameJson(one.state, other.state);
}
