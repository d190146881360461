import { JournalError } from '../../../journal/error.ts';
import { canonicalJson } from '../../../journal/integrity/canonical-json.ts';
import { sha256 } from '../../../journal/integrity/sha256.ts';

/** The maximum number of cached responses. */
const MAX_KEPT = 1000;

interface KeptAnswer {
  /** A hash of the request, because its text may be erased later. */
  readonly asked: string;
  readonly done: Promise<unknown>;
}

/**
 * The results of requests with an idempotency key. A repeated or concurrent request with the same key gets the first
 * result. The journal also keeps the keys of appends, so nothing is appended twice after a restart.
 */
export class IdempotencyCache {
  readonly #kept = new Map<string, KeptAnswer>();

  /**
   * Runs `act` once for each key; `undefined` means no key. The same key with a different request is refused. Only ids
   * and seqs are cached, and each response is read again from them, so no text of a journal is kept here.
   */
  async once<Result>(name: string | undefined, asked: object, act: () => Promise<Result>): Promise<Result> {
    if (name === undefined) return await act();
    const hash = sha256(canonicalJson(asked, 'request'));
    const known = this.#kept.get(name);
    if (known && known.asked !== hash) throw otherRequest(name);
    // Only this function caches results, each under the key of its request.
    if (known) return (await known.done) as Result;
    const done = act();
    this.#kept.set(name, { asked: hash, done });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    try {
      return await done;
    } catch (error) {
      // A failed request may be retried.
      this.#kept.delete(name);
      throw error;
    }
  }
}

function otherRequest(name: string): JournalError {
  return new JournalError('key-reused', {
    summary: `${JSON.stringify(name)} was first used for a different request.`,
    fix: 'Nothing was done. Send the same request again, or use a new key for a new one.',
  });
}
