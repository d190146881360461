/** The health of the engine. */
export interface EngineHealth {
  /** `none` if there is no store yet, and so nothing to run. */
  readonly status: 'running' | 'starting' | 'none' | 'dead';
  /** Milliseconds since it last read its store. Absent before the first time. */
  readonly heartbeatAgeMs?: number;
  /** Sessions that wait for their turn or for a retry. Absent if other processes run them. */
  readonly waiting?: number;
  /** The code of the last failure, and its age. Its message may be private. */
  readonly lastError?: { readonly code: string; readonly ageMs: number };
}

/** The result of a check of the engine. */
export interface EngineProbe {
  readonly hasStore: boolean;
  readonly isRunning: boolean;
  readonly waiting?: number | undefined;
}

const HEARTBEAT_MS = 5000;
/** Several missed heartbeats: a single one may only mean that the store was busy. */
const DEAD_AFTER_MS = 30_000;

/** Checks an engine regularly, and reports its health. */
export class EngineHeartbeat {
  readonly #look: () => Promise<EngineProbe>;
  readonly #now: () => number;
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #began: number;
  #last: EngineProbe | undefined;
  #beatAt: number | undefined;
  #failed: { readonly code: string; readonly at: number } | undefined;

  /** `look` rejects if the engine cannot read its store. */
  constructor(look: () => Promise<EngineProbe>, { now = Date.now }: { readonly now?: () => number } = {}) {
    this.#look = look;
    this.#now = now;
    this.#began = now();
    this.#timer = setInterval(() => void this.beat(), HEARTBEAT_MS).unref();
  }

  /** Checks now. */
  async beat(): Promise<void> {
    try {
      this.#last = await this.#look();
      if (this.#last.isRunning || !this.#last.hasStore) this.#beatAt = this.#now();
    } catch (error) {
      this.failed(error);
    }
  }

  /** Records a failure of the engine. */
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
