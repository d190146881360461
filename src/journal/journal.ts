import { appendKey } from './append.ts';
import { Attachments } from './attachments.ts';
import type { CanonicalCopy } from './canonical-json.ts';
import { ChainCheck } from './chain.ts';
import { type Clock, type NewId, randomIds, systemClock } from './clock.ts';
import { JournalError, shown } from './error.ts';
import {
  canonicalPayload,
  type Envelope,
  type Fact,
  isFactId,
  MAX_BATCH_FACTS,
  type ProposedFact,
  type RedactedFact,
  takeApart,
} from './fact.ts';
import { checkSeq, FactReading, readStored, seqRange } from './fact-reading.ts';
import { checkPayload, type FactOf, type FactTypes, type ProposedOf } from './fact-types.ts';
import { journalId } from './journal-id.ts';
import { journalNotFound } from './refusals.ts';
import { sha256 } from './sha256.ts';
import { checkFoldName, type Snapshot, snapshotFrom, snapshotText } from './snapshot.ts';
import type { FactStore, JournalSummary, NewFact, StoredFact } from './store.ts';
import { type SubscribeOptions, subscribe } from './subscription.ts';

/** How a journal is opened. */
export interface OpenOptions<Types extends FactTypes = FactTypes> {
  /** The fact types to hold the journal to. Without, any well-formed fact is taken. */
  readonly facts?: Types;
  readonly clock?: Clock;
  readonly newId?: NewId;
}

/** Where an append goes, and what makes it safe to repeat. */
export interface AppendOptions {
  /** Append only if this is the last seq: 0 for a new journal. */
  readonly expectedSeq?: number;
  /** A name for this operation. A second append with the same key and facts returns the first one's result. */
  readonly key?: string;
}

/** `ok: false`: somebody else was first; nothing was written and `head` is the real last seq. */
export type AppendResult<F = Fact> =
  | { readonly ok: true; readonly head: number; readonly facts: readonly F[] }
  | { readonly ok: false; readonly head: number };

/** `firstBad` is the lowest seq that was changed or is missing. */
export interface Verification {
  readonly ok: boolean;
  readonly head: number;
  readonly firstBad?: number;
}

/** What an append hands to its store, and the payloads that it need not parse when they come back. */
interface Batch {
  readonly facts: NewFact[];
  readonly payloads: CanonicalCopy[];
}

const VERIFY_PAGE = 2000;

/** Opens a journal. It comes into being with its first fact. */
export function openJournal<const Types extends FactTypes>(
  store: FactStore,
  id: string,
  options: OpenOptions<Types> & { readonly facts: Types },
): Journal<FactOf<Types> | RedactedFact, ProposedOf<Types>>;
export function openJournal(store: FactStore, id: string, options?: Omit<OpenOptions, 'facts'>): Journal;
export function openJournal(store: FactStore, id: string, options: OpenOptions = {}): Journal {
  return new Journal(store, journalId(id), options);
}

/** An ordered, append-only list of facts. The only truth: everything else is a fold of it. */
export class Journal<F extends Envelope = Fact, P extends { readonly type: string } = ProposedFact> {
  readonly id: string;
  /** Content-addressed bytes beside the facts, shared by all journals of the store. */
  readonly attachments: Attachments;
  readonly #store: FactStore;
  readonly #types: FactTypes | undefined;
  readonly #clock: Clock;
  readonly #newId: NewId;
  #lastTime = { ms: Number.NaN, iso: '' };

  constructor(store: FactStore, id: string, { facts, clock = systemClock, newId = randomIds }: OpenOptions) {
    this.id = id;
    this.#store = store;
    this.#types = facts;
    this.#clock = clock;
    this.#newId = newId;
    this.attachments = new Attachments(store, clock);
  }

  /** Writes the whole batch right after `expectedSeq` (or after whatever is last), or nothing. */
  async append(facts: readonly P[], options: AppendOptions = {}): Promise<AppendResult<F>> {
    const { expectedSeq, key } = options ?? {};
    if (expectedSeq !== undefined) checkSeq(expectedSeq, 'expectedSeq');
    checkBatch(facts);
    const batch = this.#types === undefined ? this.#take(facts) : await this.#takeTyped(facts, this.#types);
    const outcome = await this.#store.append({
      journal: this.id,
      facts: batch.facts,
      ts: this.#timestamp(),
      expectedSeq,
      key: key === undefined ? undefined : appendKey(key, batch.facts),
    });
    if (!outcome.ok) return outcome;
    return {
      ok: true,
      head: outcome.head,
      facts: outcome.facts.map((fact, i) => this.#read(fact, batch.payloads[i])),
    };
  }

  /** The last seq; 0 when there is no fact yet. */
  async head(): Promise<number> {
    return (await this.#store.describe(this.id))?.head ?? 0;
  }

  /** What is known of the journal besides its facts, or `undefined` when it does not exist yet. */
  describe(): Promise<JournalSummary | undefined> {
    return this.#store.describe(this.id);
  }

  /** Facts `from` … `to`, both included: `await` it for an array, or iterate it with `for await` in flat memory. */
  facts(range: { readonly from?: number; readonly to?: number } = {}): FactReading<F> {
    const { from, to } = seqRange(range);
    return new FactReading(
      (page) => this.#store.read(this.id, page),
      { from, to },
      (fact) => this.#read(fact),
    );
  }

  /**
   * Delivers every fact from `from` on (default 1), in order, each once, whoever appended it, until the returned
   * function is called. The next batch waits until the listener's promise is settled.
   */
  subscribe(options: SubscribeOptions, listener: (facts: readonly F[]) => void | Promise<void>): () => void {
    return subscribe(this.#store, this.id, options, (fact) => this.#read(fact), listener);
  }

  /**
   * Calls back after the journal may have changed, whoever changed it: sometimes without need, and also when a fact was
   * erased. Ends when the returned function is called.
   */
  watch(listener: () => void): () => void {
    return this.#store.watch(() => listener(), this.id);
  }

  /** A new journal with the same first `atSeq` facts, sharing them; the two then go their own ways. */
  async fork(atSeq: number, newId: string): Promise<Journal<F, P>> {
    checkSeq(atSeq, 'atSeq');
    const target = journalId(newId);
    await this.#store.fork({ source: this.id, at: atSeq, target, createdAt: this.#timestamp() });
    return new Journal(this.#store, target, {
      ...(this.#types && { facts: this.#types }),
      clock: this.#clock,
      newId: this.#newId,
    });
  }

  /** Recomputes the hash chain over every fact, and compares its end with the recorded head. */
  async verify(): Promise<Verification> {
    const check = new ChainCheck();
    const summary = await this.#store.describe(this.id);
    if (summary === undefined) throw journalNotFound(this.id);
    reading: for (let from = 1; from <= summary.head; from = check.tip.seq + 1) {
      const page = await this.#store.read(this.id, { from, to: summary.head, limit: VERIFY_PAGE });
      if (page.length === 0) break;
      for (const fact of page) if (!check.accept(fact)) break reading;
    }
    check.end({ seq: summary.head, hash: summary.hash });
    const strays = check.firstBad === undefined && (await this.#store.hasStrays(this.id));
    const firstBad = strays ? summary.head + 1 : check.firstBad;
    if (firstBad !== undefined && (await this.#isAnother(summary))) throw journalNotFound(this.id);
    return { ok: firstBad === undefined, head: summary.head, ...(firstBad !== undefined && { firstBad }) };
  }

  /** Whether the journal was deleted, or made anew, since it was described. */
  async #isAnother({ createdAt, head }: JournalSummary): Promise<boolean> {
    const now = await this.#store.describe(this.id);
    return now === undefined || now.createdAt !== createdAt || now.head < head;
  }

  /** Erases one fact's payload for good, in every fork too. Its place, type, time and digest stay. */
  async redact(seq: number): Promise<boolean> {
    checkSeq(seq, 'seq');
    return await this.#store.redact(this.id, seq, this.#timestamp());
  }

  /** How many payloads were erased so far in the journal's store. */
  redactions(): Promise<number> {
    return this.#store.redactions();
  }

  /**
   * Keeps a fold's state, so that the next load starts there instead of at seq 1. With `redactions` as it was before
   * the facts were read, nothing is kept if one was erased since: the state might still hold it.
   */
  async saveSnapshot(
    snapshot: Snapshot,
    { redactions }: { readonly redactions?: number } = {},
  ): Promise<void> {
    checkSeq(snapshot.seq, 'seq');
    const seen = redactions ?? (await this.#store.redactions());
    await this.#store.saveSnapshot(this.id, snapshotText(snapshot), seen);
  }

  /** The newest snapshot of this fold and version at or below `atMost`. */
  async loadSnapshot(want: {
    readonly name: string;
    readonly version: number;
    readonly atMost?: number;
  }): Promise<Snapshot | undefined> {
    const { name, version, atMost = Number.MAX_SAFE_INTEGER } = want;
    checkFoldName({ name, version });
    const stored = await this.#store.loadSnapshot(this.id, { name, version, atMost });
    return stored && snapshotFrom(stored);
  }

  #take(facts: readonly P[]): Batch {
    const batch: Batch = { facts: [], payloads: [] };
    // By index, so that a hole is looked at too.
    for (let at = 0; at < facts.length; at++) {
      const { type, v = 1, payload } = takeApart(facts[at], at);
      this.#add(batch, { type, v, payload });
    }
    return batch;
  }

  async #takeTyped(facts: readonly P[], types: FactTypes): Promise<Batch> {
    const batch: Batch = { facts: [], payloads: [] };
    for (const [at, proposed] of facts.entries()) {
      const apart = takeApart(proposed, at);
      const { v, payload } = await checkPayload(types, apart, at);
      this.#add(batch, { type: apart.type, v, payload });
    }
    return batch;
  }

  #add({ facts, payloads }: Batch, { type, v, payload }: { type: string; v: number; payload: object }): void {
    const canonical = canonicalPayload(payload, { type, at: facts.length });
    const { text } = canonical;
    facts.push({ id: this.#factId(), type, v, payload: text, digest: sha256(text) });
    payloads.push(canonical);
  }

  #factId(): string {
    const id = this.#newId();
    if (this.#newId === randomIds || isFactId(id)) return id;
    throw new JournalError('invalid-fact', {
      expected: 'newId to return 1 to 128 letters, digits, ".", "_", ":" or "-"',
      actual: shown(id),
      fix: 'Mend the newId that this journal was opened with.',
    });
  }

  #read(fact: StoredFact, known?: CanonicalCopy): F {
    return readStored(fact, this.#types, known) as Envelope as F;
  }

  #timestamp(): string {
    const ms = this.#clock.now();
    // Many appends fall into one millisecond, and writing a date out is dear beside the rest of an append.
    if (ms !== this.#lastTime.ms) this.#lastTime = { ms, iso: new Date(ms).toISOString() };
    return this.#lastTime.iso;
  }
}

function checkBatch(facts: unknown): void {
  if (!Array.isArray(facts)) {
    throw new JournalError('invalid-fact', {
      expected: 'an array of facts',
      actual: shown(facts),
      fix: "Call journal.append([{ type: 'note_added', text: 'hi' }]).",
    });
  }
  if (facts.length > MAX_BATCH_FACTS) {
    throw new JournalError('batch-too-large', {
      expected: `at most ${MAX_BATCH_FACTS} facts in one append`,
      actual: `${facts.length}`,
      fix: 'Append in several batches.',
    });
  }
}
