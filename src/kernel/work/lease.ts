import type { Clock } from '../../journal/clock.ts';
import { ClaimLostError } from '../error.ts';
import type { Timer } from '../timer.ts';
import { type Claim, type ClaimableJournal, release, renew } from './claim.ts';
import type { ClaimCache } from './claim-fold.ts';

interface LeaseOptions {
  readonly ttlMs: number;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly claims?: ClaimCache;
}

/** A renewal that fails is tried again before the claim runs out. */
const RENEWALS_PER_TTL = 3;

/** A claim that is renewed until it is ended. */
export class Lease {
  readonly #journal: ClaimableJournal;
  readonly #options: LeaseOptions;
  readonly #lost = new AbortController();
  readonly #interval: number;
  #claim: Claim;
  #cancel = (): void => {};
  #renewing = Promise.resolve();

  constructor(journal: ClaimableJournal, claim: Claim, options: LeaseOptions) {
    this.#journal = journal;
    this.#claim = claim;
    this.#options = options;
    this.#interval = options.ttlMs / RENEWALS_PER_TTL;
    this.#renewLater();
  }

  /** Aborted, with the reason, when the claim could not be renewed. */
  get signal(): AbortSignal {
    return this.#lost.signal;
  }

  /** Stops renewing; resolves to the claim as it stands. */
  async end(): Promise<Claim> {
    this.#cancel();
    await this.#renewing;
    this.#cancel();
    return this.#claim;
  }

  async giveBack(): Promise<void> {
    const claim = await this.end();
    try {
      await release(this.#journal, claim, this.#options);
    } catch {
      // It runs out by itself, and whoever gives back has the error that matters.
    }
  }

  #renewLater(): void {
    this.#cancel = this.#options.timer.after(this.#interval, () => {
      this.#renewing = this.#renew();
    });
  }

  async #renew(): Promise<void> {
    try {
      // So much time has passed, also when the clock was set back: by that clock others would see a claim that ran out.
      const atLeast = this.#claim.until + this.#interval;
      this.#claim = await renew(this.#journal, this.#claim, { ...this.#options, atLeast });
      this.#renewLater();
    } catch (error) {
      const last = this.#options.clock.now() + this.#interval >= this.#claim.until;
      if (last || error instanceof ClaimLostError) this.#lost.abort(error);
      else this.#renewLater();
    }
  }
}
