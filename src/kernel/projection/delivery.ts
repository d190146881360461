import type { Envelope } from '../../journal/fact.ts';
import { systemTimer, type Timer } from '../timer.ts';

/** A change of a projection. */
export interface ProjectionChange<State> {
  readonly state: State;
  /** The facts since the last change; all facts if everything was folded again. */
  readonly facts: readonly Envelope[];
  /** The journal was replaced, or something was erased: everything was folded again, and earlier changes are void. */
  readonly restarted: boolean;
}

/** Who is told about failures, and the timer for retries. */
export interface RetryOptions {
  readonly onError?: ((error: unknown) => void) | undefined;
  readonly timer?: Timer | undefined;
}

const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 30_000;

/** Increasing delays between retries. */
export class Backoff {
  readonly #timer: Timer;
  #waitMs = FIRST_RETRY_MS;
  #end = (): void => {};

  constructor(timer: Timer = systemTimer) {
    this.#timer = timer;
  }

  reset(): void {
    this.#waitMs = FIRST_RETRY_MS;
  }

  /** Resolves after the delay, or at once when it is ended. */
  async wait(): Promise<void> {
    await new Promise<void>((resolve) => {
      const cancel = this.#timer.after(this.#waitMs, resolve);
      this.#end = () => {
        cancel();
        resolve();
      };
    });
    this.#waitMs = Math.min(this.#waitMs * 2, LAST_RETRY_MS);
  }

  end(): void {
    this.#end();
  }
}

/** One listener of a projection: it gets one change after the other, and again when it fails. */
export class Delivery<State> {
  readonly #listener: (change: ProjectionChange<State>) => void | Promise<void>;
  readonly #onError: (error: unknown) => void;
  readonly #backoff: Backoff;
  readonly #waiting: (() => void)[] = [];
  #pending: ProjectionChange<State> | undefined;
  #isRunning = false;
  #isRetrying = false;
  #isClosed = false;

  constructor(
    listener: (change: ProjectionChange<State>) => void | Promise<void>,
    { onError = () => {}, timer }: RetryOptions,
  ) {
    this.#listener = listener;
    this.#onError = onError;
    this.#backoff = new Backoff(timer);
  }

  /** Whether a change is still to be delivered and is not waiting for a retry. */
  get isBusy(): boolean {
    return this.#isRunning && !this.#isRetrying;
  }

  tell(change: ProjectionChange<State>): void {
    this.#pending = joined(this.#pending, change);
    void this.#run();
  }

  /** Resolves when it is not busy. */
  async settled(): Promise<void> {
    while (this.isBusy) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  close(): void {
    this.#isClosed = true;
    this.#backoff.end();
    this.#wake();
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#pending && !this.#isClosed) {
      const change = this.#pending;
      this.#pending = undefined;
      if (await this.#isHeard(change)) continue;
      this.#pending = this.#pending ? joined(change, this.#pending) : change;
      await this.#pause();
    }
    this.#isRunning = false;
    this.#wake();
  }

  async #isHeard(change: ProjectionChange<State>): Promise<boolean> {
    try {
      await this.#listener(change);
      this.#backoff.reset();
      return true;
    } catch (error) {
      if (!this.#isClosed) this.#onError(error);
      return false;
    }
  }

  async #pause(): Promise<void> {
    if (this.#isClosed) return;
    this.#isRetrying = true;
    this.#wake();
    await this.#backoff.wait();
    this.#isRetrying = false;
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

function joined<State>(
  before: ProjectionChange<State> | undefined,
  after: ProjectionChange<State>,
): ProjectionChange<State> {
  if (before === undefined || after.restarted) return after;
  const { state, facts } = after;
  return { state, facts: before.facts.concat(facts), restarted: before.restarted };
}
