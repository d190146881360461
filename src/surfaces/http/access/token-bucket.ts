/** The rate of a token bucket. */
export interface Rate {
  /** The capacity of the bucket. */
  readonly burst: number;
  /** The refill rate. */
  readonly perSecond: number;
}

interface Bucket {
  left: number;
  at: number;
}

/** Enough for all active clients, and a bound on memory however many addresses an attacker has. */
export const MAX_CLIENTS = 10_000;

/** A token bucket for each client. If there are too many clients, the one idle for longest is evicted. */
export class TokenBuckets {
  readonly rate: Rate;
  readonly #mostClients: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(rate: Rate, mostClients = MAX_CLIENTS) {
    this.rate = rate;
    this.#mostClients = mostClients;
  }

  /** Whether adding a client would evict one that is still throttled. */
  isFull(now: number): boolean {
    const [longestIdle] = this.#buckets.keys();
    if (longestIdle === undefined || this.#buckets.size < this.#mostClients) return false;
    return this.left(longestIdle, now) < this.rate.burst;
  }

  /** The tokens left in the client's bucket. */
  left(client: string, now: number): number {
    const bucket = this.#buckets.get(client);
    if (bucket === undefined) return this.rate.burst;
    const seconds = Math.max(0, now - bucket.at) / 1000;
    return Math.min(this.rate.burst, bucket.left + seconds * this.rate.perSecond);
  }

  /** The seconds until the client's bucket has a token. */
  secondsUntilNext(client: string, now: number): number {
    return Math.ceil(Math.max(0, 1 - this.left(client, now)) / this.rate.perSecond);
  }

  /** Takes a token from the client's bucket. */
  use(client: string, now: number): void {
    const left = Math.max(0, this.left(client, now) - 1);
    this.#buckets.delete(client);
    const [longestIdle] = this.#buckets.keys();
    if (longestIdle !== undefined && this.#buckets.size >= this.#mostClients) {
      this.#buckets.delete(longestIdle);
    }
    this.#buckets.set(client, { left, at: now });
  }
}
