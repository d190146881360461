import { setTimeout } from 'node:timers/promises';
import type { WorkLimits } from '../../../host/admission.ts';
import type { PairedSessions } from '../../../host/engine/host-book.ts';
import { HostedSessions } from '../../../host/engine/hosted-sessions.ts';
import { InProcessEngine, type InProcessOptions } from '../../../host/engine/in-process-engine.ts';
import type { SessionEngine } from '../../../host/engine/session-engine.ts';
import { labelOfModel, type OpenModel } from '../../../host/engine/session-model.ts';
import { SessionPairings } from '../../../host/engine/session-pairings.ts';
import type { PlannerRegistry } from '../../../host/registry.ts';
import { isGone, ownWorkerName } from '../../../host/this-process.ts';
import { JournalError } from '../../../journal/error.ts';
import type { FactStore } from '../../../journal/store.ts';
import type { Llm } from '../../../model/llm.ts';
import type { ReopeningStore } from '../reopening-store.ts';
import { ActivityStatus } from './activity-status.ts';

/** How the sessions of a store are run. */
export interface SessionHostOptions {
  readonly place: ReopeningStore;
  readonly registry: PlannerRegistry;
  /** The model of sessions whose setup names none. */
  readonly llm: Llm;
  readonly openModel: OpenModel;
  /** How many sessions are at work at once; further ones wait until one has nothing to do. */
  readonly atOnce?: number;
  /** How long a session that has nothing to do is kept at work. */
  readonly idleMs?: number;
  /** How long work stays with a server that fell silent. */
  readonly ttlMs?: number;
  /** How much may be spent. */
  readonly limits?: WorkLimits;
  /** Has the sessions worked on elsewhere: makes the way there for a store. By default this process does it. */
  readonly engine?: (store: FactStore) => SessionEngine;
  readonly onError?: (error: unknown, session?: string) => void;
}

/** The sessions of a store, and who works on them. */
interface Attached {
  readonly store: FactStore;
  readonly engine: SessionEngine;
  readonly sessions: Promise<HostedSessions>;
}

const RETRY_MS = 2000;

/**
 * Has the sessions of a store run that its servers are responsible for: those begun, forked, set up or paired through
 * one of them. Which ones stands in a journal, so that a restart, or another server, goes on with them.
 */
export class SessionHost {
  readonly activity = new ActivityStatus();
  readonly #options: SessionHostOptions;
  readonly #listeners = new Set<(session: string) => void>();
  readonly #forget: () => void;
  #attached: Attached | undefined;
  #sessions: HostedSessions | undefined;
  #closed = false;

  constructor(options: SessionHostOptions) {
    this.#options = options;
    this.#forget = options.place.onReplaced(() => {
      void this.#leaveStore().then(() => this.start());
    });
  }

  /** Takes up every session that is to be run here. Without a store there is none; one that fails may be there soon. */
  async start(): Promise<void> {
    for (let attempt = 1; !this.#closed; attempt++) {
      try {
        const store = await this.#options.place.existing();
        if (store !== undefined && !this.#closed) await this.#attach(store);
        return;
      } catch (error) {
        if (attempt > 1) this.#onError(error);
        await setTimeout(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  isHosted(session: string): boolean {
    return this.#sessions?.hosted.has(session) ?? false;
  }

  /** Whether the session is run here at the moment, also when it has nothing to do. */
  isAtWork(session: string): boolean {
    return this.#attached?.engine.isAtWork(session) ?? false;
  }

  /** Whether the session is at work here and not done with what there is to do. */
  isBusy(session: string): boolean {
    return this.#attached?.engine.isBusy(session) ?? false;
  }

  /** Calls back when a session is taken up, has nothing more to do, or is put to rest. */
  follow(listener: (session: string) => void): () => void {
    const own = (session: string) => listener(session);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  /** What a model that a setup names is called. */
  labelOf(model: string): Pick<Llm, 'id' | 'demo'> {
    return labelOfModel(model, this.#options.openModel);
  }

  /** How much may usually be spent. */
  get limits(): WorkLimits {
    return this.#options.limits ?? {};
  }

  get pairs(): readonly PairedSessions[] {
    return this.#sessions?.pairs ?? [];
  }

  /** Runs a session from now on, also after a restart. */
  async host(store: FactStore, session: string): Promise<void> {
    await (await this.#attach(store)).host(session);
    this.#changed(session);
  }

  /** Lets two sessions talk to each other, also after a restart. */
  async pair(store: FactStore, pair: PairedSessions): Promise<void> {
    await (await this.#attach(store)).pair(pair);
  }

  /** Lets two sessions talk to each other no longer. */
  async unpair(store: FactStore, pair: PairedSessions & { readonly by?: string }): Promise<void> {
    await (await this.#attach(store)).unpair(pair);
  }

  /** Stops work on a session: it was archived. */
  async rest(session: string): Promise<void> {
    await this.#attached?.engine.rest(session);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#forget();
    await this.#leaveStore();
  }

  readonly #onError = (error: unknown, session?: string): void => {
    // The sessions of a store that was deleted end with it.
    if (!this.#closed && !isStoreClosed(error)) this.#options.onError?.(error, session);
  };

  async #attach(store: FactStore): Promise<HostedSessions> {
    while (this.#attached !== undefined && this.#attached.store !== store) await this.#leaveStore();
    this.#attached ??= this.#attachment(store);
    const attached = this.#attached;
    try {
      const sessions = await attached.sessions;
      if (this.#attached === attached) this.#sessions = sessions;
      return sessions;
    } catch (error) {
      if (this.#attached === attached) await this.#leaveStore();
      throw error;
    }
  }

  #attachment(store: FactStore): Attached {
    const { registry, engine: elsewhere } = this.#options;
    const onError = this.#onError;
    if (elsewhere) {
      const engine = elsewhere(store);
      return { store, engine, sessions: HostedSessions.open(store, { engine, onError }) };
    }
    const engine = new InProcessEngine(store, this.#equipment());
    const pairings = new SessionPairings(registry, onError);
    return { store, engine, sessions: HostedSessions.open(store, { engine, pairings, onError }) };
  }

  #equipment(): InProcessOptions {
    const { registry, llm, openModel, atOnce, idleMs, ttlMs, limits } = this.#options;
    return {
      registry,
      llm,
      openModel,
      worker: ownWorkerName('server'),
      isGone,
      ...(atOnce !== undefined && { atOnce }),
      ...(idleMs !== undefined && { idleMs }),
      ...(ttlMs !== undefined && { ttlMs }),
      ...(limits && { limits }),
      hud: this.activity.set.bind(this.activity),
      onChange: (session) => this.#changed(session),
      onError: this.#onError,
    };
  }

  async #leaveStore(): Promise<void> {
    const attached = this.#attached;
    this.#attached = undefined;
    this.#sessions = undefined;
    if (attached === undefined) return;
    await (await attached.sessions.catch(() => undefined))?.close();
    await attached.engine.close();
  }

  #changed(session: string): void {
    if (!this.isAtWork(session) && this.activity.of(session).phase !== 'idle')
      this.activity.set(session, 'idle');
    for (const listener of this.#listeners) listener(session);
  }
}

function isStoreClosed(error: unknown): boolean {
  return error instanceof JournalError && error.code === 'store-closed';
}
