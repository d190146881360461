/** How long to wait if what changed cannot be read right now. */
const RETRY_MS = 1000;

/** How long the first change after an idle time waits for others. */
const FIRST_MS = 5;

/**
 * Collects the names of what changed and reports them together: soon after an idle time, then at most once per
 * `gatherMs`.
 */
export class DebouncedChanges {
  readonly #tell: (names: readonly string[]) => Promise<void>;
  readonly #gatherMs: number;
  readonly #changed = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #toldAt = Number.NEGATIVE_INFINITY;
  #stopped = false;

  /** `tell` may throw: then the same names are reported again later, with further changes. */
  constructor(tell: (names: readonly string[]) => Promise<void>, gatherMs: number) {
    this.#tell = tell;
    this.#gatherMs = gatherMs;
  }

  /** Whether reporting has stopped. */
  get stopped(): boolean {
    return this.#stopped;
  }

  add(name: string): void {
    this.#changed.add(name);
    this.#gather(Math.max(FIRST_MS, this.#toldAt + this.#gatherMs - performance.now()));
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #gather(ms: number): void {
    if (!this.#stopped) this.#timer ??= setTimeout(() => void this.#tellAll(), ms);
  }

  async #tellAll(): Promise<void> {
    const names = [...this.#changed];
    this.#changed.clear();
    this.#toldAt = performance.now();
    let wait = this.#gatherMs;
    try {
      await this.#tell(names);
    } catch {
      for (const name of names) this.#changed.add(name);
      wait = RETRY_MS;
    }
    this.#timer = undefined;
    if (this.#changed.size > 0) this.#gather(wait);
  }
}
