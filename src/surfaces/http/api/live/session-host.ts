import type { WorkLimits } from '../../../../host/admission.ts';
import type { PairedSessions } from '../../../../host/engine/host-fold.ts';
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
import { type EngineHealth, EngineHeartbeat, type EngineProbe } from './engine-health.ts';

/** Options for running the sessions of a store. */
export interface SessionHostOptions {
  readonly place: ReopeningStore;
  readonly registry: PlannerRegistry;
  /** The model of sessions whose setup does not name one. */
  readonly llm: Llm;
  readonly openModel: OpenModel;
  /** The number of sessions to run at once; others wait until one is idle. */
  readonly atOnce?: number;
  /** How long an idle session stays in memory. */
  readonly idleMs?: number;
  /** How long a lease lasts if its server stops responding. */
  readonly ttlMs?: number;
  /** The spending limits. */
  readonly limits?: WorkLimits;
  /** Creates the engine for a store. By default this process runs the sessions. */
  readonly engine?: (store: FactStore) => SessionEngine;
  readonly onError?: (error: unknown, session?: string) => void;
}

/** The running sessions of a store, until it is closed. */
interface RunSessions {
  readonly sessions: HostedSessions;
  close(): Promise<void>;
}

/**
 * Runs the sessions that were created, forked, configured or paired through a server of this store. They are recorded
 * in a journal, so that a restarted or another server continues with them.
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

  /** Starts running all sessions of the store. Without a store there are none; a failing store is retried. */
  async start(): Promise<void> {
    await this.#run.start();
    await this.#heartbeat.beat();
  }

  /** The health of the engine. */
  get health(): EngineHealth {
    return this.#heartbeat.health;
  }

  isHosted(session: string): boolean {
    return this.#run.current?.sessions.hosted.has(session) ?? false;
  }

  /** Whether this process has the session open, even if it is idle. */
  isAtWork(session: string): boolean {
    return this.#engine?.isAtWork(session) ?? false;
  }

  /** Whether the session has work in progress here. */
  isBusy(session: string): boolean {
    return this.#engine?.isBusy(session) ?? false;
  }

  /** Calls back when a session is opened, becomes idle or is closed. */
  follow(listener: (session: string) => void): () => void {
    const own = (session: string) => listener(session);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  /** The label of a model that a setup names. */
  labelOf(model: string): Pick<Llm, 'id' | 'demo'> {
    return labelOfModel(model, this.#options.openModel);
  }

  /** The default spending limits. */
  get limits(): WorkLimits {
    return this.#options.limits ?? {};
  }

  get pairs(): readonly PairedSessions[] {
    return this.#run.current?.sessions.pairs ?? [];
  }

  /** Runs a session from now on, across restarts. */
  async host(store: FactStore, session: string): Promise<void> {
    await (await this.#run.attach(store)).sessions.host(session);
    this.#changed(session);
  }

  /** Runs a session while it is published. After a restart it must be requested again. */
  async runPublished(store: FactStore, session: string): Promise<void> {
    (await this.#run.attach(store)).sessions.runPublished(session);
  }

  /** Pairs two sessions, across restarts. */
  async pair(store: FactStore, pair: PairedSessions): Promise<void> {
    await (await this.#run.attach(store)).sessions.pair(pair);
  }

  /** Ends the pairing of two sessions. */
  async unpair(store: FactStore, pair: PairedSessions & { readonly by?: string }): Promise<void> {
    await (await this.#run.attach(store)).sessions.unpair(pair);
  }

  /** Stops running an archived session. */
  async rest(session: string): Promise<void> {
    await this.#engine?.rest(session);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#heartbeat.close();
    await this.#run.close();
  }

  readonly #onError = (error: unknown, session?: string): void => {
    // The sessions of a deleted store end with it.
    if (this.#closed || isStoreClosed(error)) return;
    this.#heartbeat.failed(error);
    this.#options.onError?.(error, session);
  };

  async #look(): Promise<EngineProbe> {
    const store = await this.#options.place.existing();
    await store?.list({ limit: 1 });
    // Another process may have created the store in the meantime.
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
