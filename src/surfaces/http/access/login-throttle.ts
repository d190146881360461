import { type Clock, systemClock } from '../../../journal/clock.ts';
import { systemTimer, type Timer } from '../../../kernel/timer.ts';
import { ServerError } from '../error.ts';
import { TokenBuckets } from './token-bucket.ts';

/** The result of a try. A refusal says after how many seconds the next try is checked without delay. */
export type Verdict =
  | { readonly type: 'right' }
  | { readonly type: 'wrong' }
  | { readonly type: 'slowed'; readonly seconds: number };

/** The rate limits for wrong tokens. */
export const LOGIN_LIMITS = {
  /** Wrong tokens from one address. */
  fromOne: { burst: 10, perSecond: 0.1 },
  /** Wrong tokens from all addresses together. */
  fromAll: { burst: 100, perSecond: 1 },
  /** The delay before a token is checked once too many were wrong. */
  waitMs: 2000,
  mostWaitingFromOne: 4,
  mostWaitingFromAll: 32,
  /** The maximum number of remembered addresses that have shown the right token. */
  mostProven: 1000,
} as const;
const ALL = 'all';

/**
 * Slows down guessing without slowing down people who have the token. After too many wrong tokens from an address, or
 * from all, each further one is delayed before it is checked, right or wrong, and only a few wait at a time, so that
 * cancelling early does not speed up guessing. Never delayed: an address that has shown the right token before, and an
 * address's first try.
 */
export class LoginThrottle {
  readonly #clock: Clock;
  readonly #timer: Timer;
  readonly #wrong = new TokenBuckets(LOGIN_LIMITS.fromOne);
  readonly #wrongInAll = new TokenBuckets(LOGIN_LIMITS.fromAll, 1);
  /** Addresses that have shown the right token, the most recent last. */
  readonly #proven = new Set<string>();
  readonly #waiting = new Map<string, number>();
  #waitingInAll = 0;

  constructor({
    clock = systemClock,
    timer = systemTimer,
  }: { readonly clock?: Clock; readonly timer?: Timer } = {}) {
    this.#clock = clock;
    this.#timer = timer;
  }

  /** Checks the token of an address, at once or after its delay. */
  async judge(client: string, isRight: () => boolean): Promise<Verdict> {
    const slowed = this.#isSlowed(client);
    if (slowed && !this.#proven.has(client)) {
      const waits = this.#waiting.get(client) ?? 0;
      if (waits >= LOGIN_LIMITS.mostWaitingFromOne || this.#waitingInAll >= LOGIN_LIMITS.mostWaitingFromAll) {
        return this.#slowed(client);
      }
      await this.#wait(client);
    }
    if (isRight()) {
      this.#prove(client);
      return { type: 'right' };
    }
    const now = this.#clock.now();
    this.#wrong.use(client, now);
    this.#wrongInAll.use(ALL, now);
    return slowed ? this.#slowed(client) : { type: 'wrong' };
  }

  #isSlowed(client: string): boolean {
    const now = this.#clock.now();
    const left = this.#wrong.left(client, now);
    const isFirst = left === LOGIN_LIMITS.fromOne.burst && !this.#wrong.isFull(now);
    return left < 1 || (!isFirst && this.#wrongInAll.left(ALL, now) < 1);
  }

  #slowed(client: string): Verdict {
    const now = this.#clock.now();
    const seconds = Math.max(
      1,
      this.#wrong.secondsUntilNext(client, now),
      this.#wrongInAll.secondsUntilNext(ALL, now),
    );
    return { type: 'slowed', seconds };
  }

  async #wait(client: string): Promise<void> {
    this.#waiting.set(client, (this.#waiting.get(client) ?? 0) + 1);
    this.#waitingInAll += 1;
    await new Promise<void>((resolve) => this.#timer.after(LOGIN_LIMITS.waitMs, resolve));
    this.#waitingInAll -= 1;
    const left = (this.#waiting.get(client) ?? 0) - 1;
    if (left > 0) this.#waiting.set(client, left);
    else this.#waiting.delete(client);
  }

  #prove(client: string): void {
    this.#proven.delete(client);
    this.#proven.add(client);
    const [longestAgo] = this.#proven;
    if (this.#proven.size > LOGIN_LIMITS.mostProven && longestAgo !== undefined)
      this.#proven.delete(longestAgo);
  }
}

/** The error for a token that came after too many wrong ones. */
export function tooManyTries(): ServerError {
  return new ServerError('rate-limited', {
    summary: `Too many wrong tokens: ${LOGIN_LIMITS.fromOne.burst} are allowed from one address, ${LOGIN_LIMITS.fromAll.burst} from all.`,
    fix: 'Wait for the seconds in Retry-After, then send the token that the server was started with.',
  });
}
