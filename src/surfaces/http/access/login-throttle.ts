import { type Clock, systemClock } from '../../../journal/clock.ts';
import { systemTimer, type Timer } from '../../../kernel/timer.ts';
import { ServerError } from '../error.ts';
import { TokenBuckets } from './token-bucket.ts';

/** What came of a try. A refusal says after how many seconds the next one is looked at without a wait. */
export type Verdict =
  | { readonly type: 'right' }
  | { readonly type: 'wrong' }
  | { readonly type: 'slowed'; readonly seconds: number };

/** How wrong tokens are held to a rate. */
export const LOGIN_LIMITS = {
  /** Wrong tokens that one address may show. */
  fromOne: { burst: 10, perSecond: 0.1 },
  /** Wrong tokens that all addresses may show together. */
  fromAll: { burst: 100, perSecond: 1 },
  /** How long a token waits until it is looked at, where too many were wrong. */
  waitMs: 2000,
  mostWaitingFromOne: 4,
  mostWaitingFromAll: 32,
  /** How many addresses that have shown the right token are remembered. */
  mostProven: 1000,
} as const;
const ALL = 'all';

/**
 * Slows down who tries tokens, and not who has the right one. After too many wrong tokens from an address, or from all,
 * each further one waits before it is looked at, right or wrong, and only a few wait at once: so guesses cannot be made
 * faster by giving up early. Two are never made to wait: an address that has shown the right token, and the first try
 * of one that has shown none.
 */
export class LoginThrottle {
  readonly #clock: Clock;
  readonly #timer: Timer;
  readonly #wrong = new TokenBuckets(LOGIN_LIMITS.fromOne);
  readonly #wrongInAll = new TokenBuckets(LOGIN_LIMITS.fromAll, 1);
  /** Addresses that have shown the right token, the latest last. */
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

  /** Looks at a token that an address shows, at once or when its time has come. */
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

/** The refusal of a token that came after too many wrong ones. */
export function tooManyTries(): ServerError {
  return new ServerError('rate-limited', {
    summary: `Too many wrong tokens: ${LOGIN_LIMITS.fromOne.burst} are allowed from one address, ${LOGIN_LIMITS.fromAll.burst} from all.`,
    fix: 'Wait for the seconds in Retry-After, then send the token that the server was started with.',
  });
}
