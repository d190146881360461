import { JournalError, shown } from './error.ts';
import { type Envelope, type Fact, factFrom, REDACTED } from './fact.ts';
import { type FactTypes, upcast } from './fact-types.ts';
import type { CanonicalCopy } from './integrity/canonical-json.ts';
import type { KnownEnd, ReadRange, StoredFact } from './store.ts';

const PAGE = 2000;

/** Throws `invalid-seq` unless this is a non-negative integer. */
export function checkSeq(seq: unknown, name: string): void {
  if (typeof seq === 'number' && Number.isSafeInteger(seq) && seq >= 0) return;
  throw new JournalError('invalid-seq', {
    expected: `${name} to be a whole number from 0`,
    actual: shown(seq),
    fix: 'Take it from journal.head() or from the seq of a fact.',
  });
}

/** Which facts to read; all of them by default. */
export interface FactRange {
  readonly from?: number;
  readonly to?: number;
  /** How the fact at `to` was found just now: what is at hand is then not read again. */
  readonly end?: KnownEnd | undefined;
  /** A fact that the caller has already: if the range begins with it, it is left out. */
  readonly known?: KnownFact | undefined;
}

type KnownFact = Pick<Envelope, 'seq' | 'id' | 'ts'>;

function seqRange(range: FactRange): Omit<ReadRange, 'limit'> {
  const { from = 1, to = Number.MAX_SAFE_INTEGER, end } = range;
  checkSeq(from, 'from');
  checkSeq(to, 'to');
  return { from: Math.max(from, 1), to, end };
}

/**
 * A stored fact as readers see it: parsed and upcast to the current version, or the placeholder of an erased one.
 * `known` is a payload that may be reused if it is this fact's; nobody else may hold it.
 */
export function readStored(stored: StoredFact, types: FactTypes | undefined, known?: CanonicalCopy): Fact {
  const { seq, id, ts, type, v } = stored;
  if (stored.payload === null) {
    const redactedAt = stored.redactedAt ?? ts;
    const mark = { seq, id, ts, type: REDACTED, v: 1, redactedType: type, redactedAt };
    return stored.kept === undefined ? mark : { ...mark, kept: keptIn(stored, stored.kept) };
  }
  const fact =
    known?.text === stored.payload ? { seq, id, ts, type, v, ...known.copy } : parsed(stored, stored.payload);
  return types === undefined ? fact : upcast(types, fact);
}

function parsed(stored: StoredFact, payload: string): Fact {
  try {
    return factFrom(stored, payload);
  } catch (cause) {
    throw notJson(stored, payload, cause);
  }
}

function keptIn(stored: StoredFact, kept: string): unknown {
  try {
    return JSON.parse(kept);
  } catch (cause) {
    throw notJson(stored, kept, cause);
  }
}

function notJson({ seq }: StoredFact, text: string, cause: unknown): JournalError {
  return new JournalError('store-corrupt', {
    summary: `The fact at seq ${seq} is not JSON: ${shown(text)}.`,
    fix: 'Something other than Wayfold changed the store. Run `wayfold journal verify`, then restore a backup.',
    cause,
  });
}

/** A read of facts: `await` it for an array, or iterate it to stream page by page with one page in memory. */
export class FactReading<F> implements PromiseLike<F[]>, AsyncIterable<F> {
  readonly #readPage: (page: ReadRange) => Promise<readonly StoredFact[]>;
  readonly #range: Omit<ReadRange, 'limit'>;
  readonly #known: KnownFact | undefined;
  readonly #read: (stored: StoredFact) => F;

  constructor(
    readPage: (page: ReadRange) => Promise<readonly StoredFact[]>,
    range: FactRange,
    read: (stored: StoredFact) => F,
  ) {
    this.#readPage = readPage;
    this.#range = seqRange(range);
    this.#known = range.known;
    this.#read = read;
  }

  // biome-ignore lint/suspicious/noThenProperty: being awaited is the point of this class
  then<A = F[], B = never>(
    onFulfilled?: ((facts: F[]) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#all().then(onFulfilled, onRejected);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<F, void, undefined> {
    for await (const page of this.pages()) yield* page;
  }

  /** The same facts a page at a time: the quickest way through a long journal. */
  async *pages(): AsyncGenerator<F[], void, undefined> {
    const { to, end } = this.#range;
    let { from } = this.#range;
    while (from <= to) {
      const stored = await this.#readPage({ from, to, limit: PAGE, end });
      const last = stored.at(-1);
      if (last === undefined) return;
      yield (isFact(stored[0], this.#known) ? stored.slice(1) : stored).map(this.#read);
      from = last.seq + 1;
    }
  }

  async #all(): Promise<F[]> {
    const all: F[] = [];
    for await (const page of this.pages()) for (const fact of page) all.push(fact);
    return all;
  }
}

function isFact(stored: StoredFact | undefined, known: KnownFact | undefined): boolean {
  return stored?.id === known?.id && stored?.seq === known?.seq && stored?.ts === known?.ts;
}
