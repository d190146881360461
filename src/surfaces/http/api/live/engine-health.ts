/** How what runs sessions is. */
export interface EngineHealth {
  /** `none` while there is no store and so nothing to run. */
  readonly status: 'running' | 'starting' | 'none' | 'dead';
  /** How long ago it last showed that it can read its store. Missing before the first time. */
  readonly heartbeatAgeMs?: number;
  /** Sessions that wait for their turn, or to be tried again. Missing where other processes work on them. */
  readonly waiting?: number;
  /** The code of the last failure, and how long ago it was. What it said may be private. */
  readonly lastError?: { readonly code: string; readonly ageMs: number };
}

/** What a look at the engine found. */
export interface EngineLook {
  readonly hasStore: boolean;
  readonly isRunning: boolean;
  readonly waiting?: number | undefined;
}

const HEARTBEAT_MS = 5000;
/** Several heartbeats that failed: one alone may be a store that was busy. */
const DEAD_AFTER_MS = 30_000;

/** Looks at an engine again and again, and says how it is. */
export class EngineHeartbeat {
  readonly #look: () => Promise<EngineLook>;
  readonly #now: () => number;
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #began: number;
  #last: EngineLook | undefined;
  #beatAt: number | undefined;
  #failed: { readonly code: string; readonly at: number } | undefined;

  /** `look` rejects where the store of the engine cannot be read. */
  constructor(look: () => Promise<EngineLook>, { now = Date.now }: { readonly now?: () => number } = {}) {
    this.#look = look;
    this.#now = now;
    this.#began = now();
    this.#timer = setInterval(() => void this.beat(), HEARTBEAT_MS).unref();
  }

  /** Looks now. */
  async beat(): Promise<void> {
    try {
      this.#last = await this.#look();
      if (this.#last.isRunning || !this.#last.hasStore) this.#beatAt = this.#now();
    } catch (error) {
      this.failed(error);
    }
  }

  /** Something failed in the engine. */
  failed(error: unknown): void {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unexpected';
    this.#failed = { code, at: this.#now() };
  }

  get health(): EngineHealth {
    const now = this.#now();
    const silentMs = now - (this.#beatAt ?? this.#began);
    return {
      status: this.#status(silentMs),
      ...(this.#beatAt !== undefined && { heartbeatAgeMs: now - this.#beatAt }),
      ...(this.#last?.waiting !== undefined && { waiting: this.#last.waiting }),
      ...(this.#failed && { lastError: { code: this.#failed.code, ageMs: now - this.#failed.at } }),
    };
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #status(silentMs: number): EngineHealth['status'] {
    if (silentMs > DEAD_AFTER_MS) return 'dead';
    if (this.#last === undefined) return 'starting';
    if (!this.#last.hasStore) return 'none';
    return this.#last.isRunning ? 'running' : 'starting';
  }
}
