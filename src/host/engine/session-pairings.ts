import { ledgerOf } from '../../harness/ledger.ts';
import { isFinal } from '../../harness/status-kinds.ts';
import type { FactStore } from '../../journal/store.ts';
import { type Pairing, pairSessions } from '../pair-sessions.ts';
import type { PlannerRegistry } from '../registry.ts';
import { openHostSession } from '../session.ts';
import type { PairedSessions } from './host-book.ts';

/** What carries messages over between the sessions of a store. */
export class SessionPairings {
  readonly #registry: PlannerRegistry;
  readonly #onError: (error: unknown) => void;
  readonly #pairings = new Map<string, Promise<Pairing>>();

  constructor(registry: PlannerRegistry, onError: (error: unknown) => void) {
    this.#registry = registry;
    this.#onError = onError;
  }

  /** Carries over what two sessions say, from now on and what is on its way. */
  async carryOver(store: FactStore, pair: PairedSessions): Promise<void> {
    const key = `${pair.first} ${pair.second}`;
    const pairing = this.#pairings.get(key) ?? this.#begin(store, pair);
    this.#pairings.set(key, pairing);
    try {
      await pairing;
    } catch (error) {
      this.#pairings.delete(key);
      throw error;
    }
  }

  /** Goes on with a pairing, unless both sides have come to their end or one is no longer there. */
  async goOn(store: FactStore, pair: PairedSessions): Promise<void> {
    try {
      const ledgers = await Promise.all(
        [pair.first, pair.second].map(async (id) =>
          ledgerOf((await openHostSession(store, this.#registry, id)).journal),
        ),
      );
      if (ledgers.every(({ status, archived }) => archived || isFinal(status))) return;
      await this.carryOver(store, pair);
    } catch (error) {
      this.#onError(error);
    }
  }

  /** Carries nothing over any more between two sessions. What is on its way stays where it is. */
  async end({ first, second }: PairedSessions): Promise<void> {
    const key = `${first} ${second}`;
    const pairing = this.#pairings.get(key);
    this.#pairings.delete(key);
    (await pairing?.catch(() => undefined))?.close();
  }

  async close(): Promise<void> {
    const pairings = [...this.#pairings.values()];
    this.#pairings.clear();
    for (const pairing of await Promise.allSettled(pairings)) {
      if (pairing.status === 'fulfilled') pairing.value.close();
    }
  }

  async #begin(store: FactStore, { first, second }: PairedSessions): Promise<Pairing> {
    const one = await openHostSession(store, this.#registry, first);
    const other = await openHostSession(store, this.#registry, second);
    return await pairSessions(one.journal, other.journal, { onError: this.#onError });
  }
}
