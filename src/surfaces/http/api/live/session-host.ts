import type { WorkLimits } from '../../../../host/admission.ts';
import type { PairedSessions } from '../../../../host/engine/host-book.ts';
import { HostedSessions } from '../../../../host/engine/hosted-sessions.ts';
import { InProcessEngine, type InProcessOptions } from '../../../../host/engine/in-process-engine.ts';
import type { SessionEngine } from '../../../../host/engine/session-engine.ts';
import { labelOfModel, type OpenModel } from '../../../../host/engine/session-model.ts';
import type { PlannerRegistry } from '../../../../host/registry.ts';
import { isGone, ownWorkerName } from '../../../../host/this-process.ts';
import { JournalError } from '../../../../journal/error.ts';
import type { FactStore } from '../../../../journal/store.ts';
import type { Llm } from '../../../../model/llm.ts';
import type { ReopeningStore } from '../../store/reopening-store.ts';
import { StoreAttachment } from '../../store/store-attachment.ts';
import { ActivityStatus } from './activity-status.ts';
import { type EngineHealth, EngineHeartbeat, type EngineLook } from './engine-health.ts';

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

/** The sessions of a store that are run, until that is closed. */
interface RunSessions {
  readonly sessions: HostedSessions;
  close(): Promise<void>;
}

/**
 * Has the sessions of a store run that its servers are responsible for: those begun, forked, set up or paired through
 * one of them. Which ones stands in a journal, so that a restart, or another server, goes on with them.
 */
export class SessionHost {
  readonly activity = new ActivityStatus();
  readonly #options: SessionHostOptions;
  readonly #listeners = new Set<(session: string) => void>();
  readonly #run: StoreAttachment<RunSessions>;
  readonly #heartbeat: EngineHeartbeat;
  #engine: SessionEngine | undefined;
  #closed = false;

  constructor(options: SessionHostOptions) {
    this.#options = options;
    this.#run = new StoreAttachment({
      place: options.place,
      open: (store) => this.#open(store),
      onError: (error) => this.#onError(error),
    });
    this.#heartbeat = new EngineHeartbeat(() => this.#look());
  }

  /** Takes up every session that is to be run here. Without a store there is none; one that fails may be there soon. */
  async start(): Promise<void> {
    await this.#run.start();
    await this.#heartbeat.beat();
  }

  /** How what runs the sessions is. */
  get health(): EngineHealth {
    return this.#heartbeat.health;
  }

  isHosted(session: string): boolean {
    return this.#run.current?.sessions.hosted.has(session) ?? false;
  }

  /** Whether the session is run here at the moment, also when it has nothing to do. */
  isAtWork(session: string): boolean {
    return this.#engine?.isAtWork(session) ?? false;
  }

  /** Whether the session is at work here and not done with what there is to do. */
  isBusy(session: string): boolean {
    return this.#engine?.isBusy(session) ?? false;
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
    return this.#run.current?.sessions.pairs ?? [];
  }

  /** Runs a session from now on, also after a restart. */
  async host(store: FactStore, session: string): Promise<void> {
    await (await this.#run.attach(store)).sessions.host(session);
    this.#changed(session);
  }

  /** Runs a session for as long as it is published. After a restart somebody has to ask for it again. */
  async runPublished(store: FactStore, session: string): Promise<void> {
    (await this.#run.attach(store)).sessions.runPublished(session);
  }

  /** Lets two sessions talk to each other, also after a restart. */
  async pair(store: FactStore, pair: PairedSessions): Promise<void> {
    await (await this.#run.attach(store)).sessions.pair(pair);
  }

  /** Lets two sessions talk to each other no longer. */
  async unpair(store: FactStore, pair: PairedSessions & { readonly by?: string }): Promise<void> {
    await (await this.#run.attach(store)).sessions.unpair(pair);
  }

  /** Stops work on a session: it was archived. */
  async rest(session: string): Promise<void> {
    await this.#engine?.rest(session);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#heartbeat.close();
    await this.#run.close();
  }

  readonly #onError = (error: unknown, session?: string): void => {
    // The sessions of a store that was deleted end with it.
    if (this.#closed || isStoreClosed(error)) return;
    this.#heartbeat.failed(error);
    this.#options.onError?.(error, session);
  };

  async #look(): Promise<EngineLook> {
    const store = await this.#options.place.existing();
    await store?.list({ limit: 1 });
    // Another process may have made the store since this one looked for it.
    if (store !== undefined && !this.#closed && !this.#run.current) await this.#run.attach(store);
    const isRunning = this.#run.current !== undefined && this.#engine !== undefined;
    return { hasStore: store !== undefined, isRunning, waiting: this.#engine?.waiting };
  }

  async #open(store: FactStore): Promise<RunSessions> {
    const { engine: elsewhere } = this.#options;
    const onError = this.#onError;
    const engine = elsewhere?.(store) ?? new InProcessEngine(store, this.#equipment());
    this.#engine = engine;
    const close = async (sessions?: HostedSessions): Promise<void> => {
      if (this.#engine === engine) this.#engine = undefined;
      await sessions?.close();
      await engine.close();
    };
    try {
      const sessions = await HostedSessions.open(store, { engine, onError });
      return { sessions, close: () => close(sessions) };
    } catch (error) {
      await close();
      throw error;
    }
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

  #changed(session: string): void {
    if (!this.isAtWork(session) && this.activity.of(session).phase !== 'idle')
      this.activity.set(session, 'idle');
    for (const listener of this.#listeners) listener(session);
  }
}

function isStoreClosed(error: unknown): boolean {
  return error instanceof JournalError && error.code === 'store-closed';
}
