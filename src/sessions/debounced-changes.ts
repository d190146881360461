/** How long to wait when what changed cannot be read just now. */
const RETRY_MS = 1000;

/** The names of what changed, gathered for a moment and then told together. */
export class DebouncedChanges {
  readonly #tell: (names: readonly string[]) => Promise<void>;
  readonly #gatherMs: number;
  readonly #changed = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  /** `tell` may throw: what it was called with is then told again later, with what changed since. */
  constructor(tell: (names: readonly string[]) => Promise<void>, gatherMs: number) {
    this.#tell = tell;
    this.#gatherMs = gatherMs;
  }

  /** Whether nothing is told any more. */
  get stopped(): boolean {
    return this.#stopped;
  }

  add(name: string): void {
    this.#changed.add(name);
    this.#gather(this.#gatherMs);
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
