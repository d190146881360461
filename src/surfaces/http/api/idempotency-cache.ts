import { JournalError } from '../../../journal/error.ts';
import { canonicalJson } from '../../../journal/integrity/canonical-json.ts';
import { sha256 } from '../../../journal/integrity/sha256.ts';

/** How many answers are kept for those who ask again. */
const MOST_KEPT = 1000;

interface KeptAnswer {
  /** The hash of what was asked: the words themselves may be erased some day. */
  readonly asked: string;
  readonly done: Promise<unknown>;
}

/**
 * What requests with a name came to. Who sends one again, or twice at once, gets the first answer. The journal keeps the
 * names of appends as well, so that nothing is said twice when the server was restarted in between.
 */
export class IdempotencyCache {
  readonly #kept = new Map<string, KeptAnswer>();

  /**
   * Does `act` once for a name; `undefined` is none. The same name for something else is refused. What `act` resolves to is
   * kept: ids and seqs, by which the answer is read anew each time, and never text of a journal.
   */
  async once<Result>(name: string | undefined, asked: object, act: () => Promise<Result>): Promise<Result> {
    if (name === undefined) return await act();
    const hash = sha256(canonicalJson(asked, 'request'));
    const known = this.#kept.get(name);
    if (known && known.asked !== hash) throw otherRequest(name);
    // Only this function puts answers in, each under the name of what it did.
    if (known) return (await known.done) as Result;
    const done = act();
    this.#kept.set(name, { asked: hash, done });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    try {
      return await done;
    } catch (error) {
      // Whoever tries again may have more luck.
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
