import type { Clock } from '../../journal/clock.ts';
import { ClaimLostError } from '../error.ts';
import type { Timer } from '../timer.ts';
import { type Claim, type ClaimableJournal, release, renew } from './claim.ts';
import type { ClaimCache } from './claim-fold.ts';
import { LateAbort } from './late-abort.ts';

interface LeaseOptions {
  readonly ttlMs: number;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly claims?: ClaimCache;
}

/** A failed renewal is retried before the claim expires. */
const RENEWALS_PER_TTL = 3;

/** A claim that is renewed until it ends. */
export class Lease {
  readonly #journal: ClaimableJournal;
  readonly #options: LeaseOptions;
  readonly #lost = new LateAbort();
  readonly #interval: number;
  #claim: Claim;
  #cancel = (): void => {};
  #renewing = Promise.resolve();

  constructor(journal: ClaimableJournal, claim: Claim, options: LeaseOptions) {
    this.#journal = journal;
    this.#claim = claim;
    this.#options = options;
    this.#interval = options.ttlMs / RENEWALS_PER_TTL;
    // The claim may be older than the lease.
    this.#renewLater(claim.until - options.ttlMs + this.#interval - options.clock.now());
  }

  /** Ends the work that the claim is for. */
  interrupt(reason: unknown): void {
    this.#lost.abort(reason);
  }

  /** Aborted, with the reason, if the claim could not be renewed or the work was interrupted. */
  get signal(): AbortSignal {
    return this.#lost.signal;
  }

  /** Stops renewing; resolves to the current claim. */
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
      // It expires on its own, and the caller's own error matters more.
    }
  }

  #renewLater(ms = this.#interval): void {
    this.#cancel = this.#options.timer.after(Math.min(Math.max(0, ms), this.#interval), () => {
      this.#renewing = this.#renew();
    });
  }

  async #renew(): Promise<void> {
    try {
      // This much time has passed even if the clock was set back: by that clock others would see an expired claim.
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
