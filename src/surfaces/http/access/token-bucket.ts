/** How often something may be done. */
export interface Rate {
  /** At once, after a pause. */
  readonly burst: number;
  /** On and on. */
  readonly perSecond: number;
}

interface Bucket {
  left: number;
  at: number;
}

/** Enough for every client at work, and little memory however many addresses an attacker has. */
export const MOST_CLIENTS = 10_000;

/** What each client may still do at a rate. Of too many clients the one that did nothing for longest is forgotten. */
export class TokenBuckets {
  readonly rate: Rate;
  readonly #mostClients: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(rate: Rate, mostClients = MOST_CLIENTS) {
    this.rate = rate;
    this.#mostClients = mostClients;
  }

  /** Whether adding a client would evict one that is still throttled. */
  isFull(now: number): boolean {
    const [longestIdle] = this.#buckets.keys();
    if (longestIdle === undefined || this.#buckets.size < this.#mostClients) return false;
    return this.left(longestIdle, now) < this.rate.burst;
  }

  /** How often the client may do it at once. */
  left(client: string, now: number): number {
    const bucket = this.#buckets.get(client);
    if (bucket === undefined) return this.rate.burst;
    const seconds = Math.max(0, now - bucket.at) / 1000;
    return Math.min(this.rate.burst, bucket.left + seconds * this.rate.perSecond);
  }

  /** How long it takes until the client may do it once. */
  secondsUntilNext(client: string, now: number): number {
    return Math.ceil(Math.max(0, 1 - this.left(client, now)) / this.rate.perSecond);
  }

  /** The client did it, or tried to. */
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
