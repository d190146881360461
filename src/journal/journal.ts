import { appendKey } from './append.ts';
import { Attachments } from './attachments.ts';
import { type Clock, type NewId, presentTimestamp, randomIds, systemClock } from './clock.ts';
import {
  checkRedactOptions,
  declaredFields,
  keptFields,
  notErasable,
  type RedactOptions,
  recordIn,
} from './erasure/erasure.ts';
import { JournalError, shown } from './error.ts';
import {
  canonicalPayload,
  type Envelope,
  FACT_ERASED,
  type Fact,
  isFactId,
  MAX_BATCH_FACTS,
  type ProposedFact,
  type RedactedFact,
  takeApart,
} from './fact.ts';
import { checkSeq, type FactRange, FactReading, readStored } from './fact-reading.ts';
import { checkPayload, type FactOf, type FactTypes, keepsOf, type ProposedOf } from './fact-types.ts';
import type { CanonicalCopy } from './integrity/canonical-json.ts';
import { type NewSalt, payloadOf, randomSalts, saltedText } from './integrity/salt.ts';
import { sha256 } from './integrity/sha256.ts';
import { type Verification, verifyJournal } from './integrity/verification.ts';
import { journalId } from './journal-id.ts';
import { journalNotFound, noSuchFact } from './refusals.ts';
import { checkFoldName, type Snapshot, snapshotFrom, snapshotText } from './snapshot.ts';
import type { FactStore, JournalSummary, NewFact, StoredFact } from './store.ts';
import { type SubscribeOptions, subscribe } from './subscription.ts';

/** Options for opening a journal. */
export interface OpenOptions<Types extends FactTypes = FactTypes> {
  /** The fact types to validate against. Without them, any well-formed fact is accepted. */
  readonly facts?: Types;
  readonly clock?: Clock;
  readonly newId?: NewId;
  readonly newSalt?: NewSalt;
}

/** Where to append, and under which idempotency key. */
export interface AppendOptions {
  /** Append only if this is the last seq; 0 for a new journal. */
  readonly expectedSeq?: number;
  /** An idempotency key. A second append with the same key and facts returns the first result. */
  readonly key?: string;
}

/** `ok: false` means that somebody else was first: nothing was written, and `head` is the actual last seq. */
export type AppendResult<F = Fact> =
  | { readonly ok: true; readonly head: number; readonly facts: readonly F[] }
  | { readonly ok: false; readonly head: number };

/** What an append passes to its store, and the payloads that need not be parsed again. */
interface Batch {
  readonly facts: NewFact[];
  readonly payloads: CanonicalCopy[];
}

/** Where the facts that an append has resolved to keep the hash of the last one. */
const LAST_HASH = Symbol('hash of the last fact');

/**
 * The hash of the last of the facts that an append has resolved to; `undefined` for any others. A journal that ends with it
 * has no others before it.
 */
export function hashOfLast(appended: readonly Envelope[]): string | undefined {
  const hash: unknown = Reflect.get(appended, LAST_HASH);
  return typeof hash === 'string' ? hash : undefined;
}

/** Opens a journal. Its first fact creates it. */
export function openJournal<const Types extends FactTypes>(
  store: FactStore,
  id: string,
  options: OpenOptions<Types> & { readonly facts: Types },
): Journal<FactOf<Types> | RedactedFact, ProposedOf<Types>>;
export function openJournal(store: FactStore, id: string, options?: Omit<OpenOptions, 'facts'>): Journal;
export function openJournal(store: FactStore, id: string, options: OpenOptions = {}): Journal {
  return new Journal(store, journalId(id), options);
}

/** An ordered, append-only list of facts. The single source of truth: everything else is a fold of it. */
export class Journal<F extends Envelope = Fact, P extends { readonly type: string } = ProposedFact> {
  readonly id: string;
  /** Content-addressed bytes next to the facts, shared by all journals of the store. */
  readonly attachments: Attachments;
  readonly #store: FactStore;
  readonly #types: FactTypes | undefined;
  readonly #clock: Clock;
  readonly #newId: NewId;
  readonly #newSalt: NewSalt;

  constructor(
    store: FactStore,
    id: string,
    { facts, clock = systemClock, newId = randomIds, newSalt = randomSalts }: OpenOptions,
  ) {
    this.id = id;
    this.#store = store;
    this.#types = facts;
    this.#clock = clock;
    this.#newId = newId;
    this.#newSalt = newSalt;
    this.attachments = new Attachments(store, clock);
  }

  /** Writes the whole batch right after `expectedSeq` (or at the end if none is given), or nothing. */
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
    const appended = outcome.facts.map((fact, i) => this.#read(fact, batch.payloads[i]));
    const last = outcome.facts.at(-1);
    if (last) Object.defineProperty(appended, LAST_HASH, { value: last.hash });
    return { ok: true, head: outcome.head, facts: appended };
  }

  /** The last seq; 0 if there are no facts. */
  async head(): Promise<number> {
    return (await this.#store.describe(this.id))?.head ?? 0;
  }

  /** Metadata of the journal, or `undefined` if it does not exist yet. */
  describe(): Promise<JournalSummary | undefined> {
    return this.#store.describe(this.id);
  }

  /**
   * Facts `from` to `to`, both included: `await` it for an array, or iterate it with `for await` in constant
   * memory.
   */
  facts(range: FactRange = {}): FactReading<F> {
    return new FactReading(
      (page) => this.#store.read(this.id, page),
      range,
      (fact) => this.#read(fact),
    );
  }

  /**
   * Delivers every fact from `from` on (default 1), in order and once, whichever process appends it, until you call
   * the returned function. The next batch waits until the listener's promise settles.
   */
  subscribe(options: SubscribeOptions, listener: (facts: readonly F[]) => void | Promise<void>): () => void {
    return subscribe(this.#store, this.id, options, (fact) => this.#read(fact), listener);
  }

  /**
   * Calls back when the journal may have changed, in any process: sometimes without a change, and also after an
   * erasure. Call the returned function to stop.
   */
  watch(listener: () => void): () => void {
    return this.#store.watch(() => listener(), this.id);
  }

  /** Creates a journal that shares the first `atSeq` facts; after that the two diverge. */
  async fork(atSeq: number, newId: string): Promise<Journal<F, P>> {
    checkSeq(atSeq, 'atSeq');
    const target = journalId(newId);
    for (let forked = false; !forked; ) forked = await this.#tryFork(atSeq, target);
    return new Journal(this.#store, target, {
      ...(this.#types && { facts: this.#types }),
      clock: this.#clock,
      newId: this.#newId,
      newSalt: this.#newSalt,
    });
  }

  /** Resolves to false if something was erased meanwhile: the fork might lack its record. */
  async #tryFork(at: number, target: string): Promise<boolean> {
    const redactions = await this.#store.redactions();
    const records = (await this.#store.erasures(this.id)).flatMap((fact) => {
      const record = fact.seq > at ? recordIn(fact) : undefined;
      return record && record.erasedSeq <= at ? this.#newFact(FACT_ERASED, 1, record, 0).fact : [];
    });
    const createdAt = this.#timestamp();
    try {
      await this.#store.fork({ source: this.id, at, target, createdAt, redactions, records });
      return true;
    } catch (error) {
      if (error instanceof JournalError && error.code === 'erased-meanwhile') return false;
      throw error;
    }
  }

  /**
   * Recomputes the hash chain over every fact, compares its end with the recorded head, and checks everything else
   * that belongs to the journal: records of erasures, its row, its keys, and the attachments that its facts name.
   */
  verify(): Promise<Verification> {
    return verifyJournal(this.#store, this.id);
  }

  /**
   * Permanently erases one fact's payload, in every fork too, and records that in each of them as a `fact_erased`
   * fact. Position, type and time of the fact stay. Resolves to false if it was erased before.
   */
  async redact(seq: number, options: RedactOptions = {}): Promise<boolean> {
    checkSeq(seq, 'seq');
    checkRedactOptions(options);
    const { by, reason, keep, overwrite = true } = options;
    const [stored] = await this.#store.read(this.id, { from: Math.max(seq, 1), to: seq, limit: 1 });
    if (stored === undefined) throw await this.#noSuchFact(seq);
    if (stored.type === FACT_ERASED) throw notErasable(this.id, seq);
    if (stored.payload === null) return false;
    const fact = readStored(stored, this.#types);
    const kept = keep ? keptFields(fact, keep) : declaredFields(fact, keepsOf(this.#types, stored.type));
    const redactedAt = this.#timestamp();
    const record = {
      erasedSeq: seq,
      erasedType: stored.type,
      erasedAt: redactedAt,
      by,
      reason,
      kept: kept === undefined ? undefined : JSON.parse(kept),
    };
    const erased = await this.#store.redact({
      journal: this.id,
      seq,
      redactedAt,
      ...(kept !== undefined && { kept }),
      record: () => this.#newFact(FACT_ERASED, 1, record, 0).fact,
    });
    if (erased && overwrite) await this.#store.overwriteUnused?.();
    return erased;
  }

  async #noSuchFact(seq: number): Promise<JournalError> {
    const summary = await this.#store.describe(this.id);
    return summary ? noSuchFact(this.id, seq, summary.head) : journalNotFound(this.id);
  }

  /** How many payloads have been erased in the journal's store. */
  redactions(): Promise<number> {
    return this.#store.redactions();
  }

  /**
   * Saves a fold's state, so that the next load starts there instead of at seq 1. Pass `redactions` as it was
   * before the facts were read: if a fact was erased since, nothing is saved, because the state might contain it.
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
    // By index, so that holes are checked too.
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
    const { fact, canonical } = this.#newFact(type, v, payload, facts.length);
    facts.push(fact);
    payloads.push(canonical);
  }

  #newFact(type: string, v: number, fields: object, at: number): { fact: NewFact; canonical: CanonicalCopy } {
    const { text, copy } = canonicalPayload(fields, { type, at });
    const salt = this.#newSalt();
    const salted = saltedText({ salt, payload: text });
    const digest = sha256(salted);
    // Sliced again: hashing has flattened a text that was concatenated from many, and storing it would copy all of
    // it.
    const payload = payloadOf(salted);
    const fact = { id: this.#factId(), type, v, salt, payload, digest };
    return { fact, canonical: { text: payload, copy } };
  }

  #factId(): string {
    const id = this.#newId();
    if (this.#newId === randomIds || isFactId(id)) return id;
    throw new JournalError('invalid-fact', {
      expected: 'newId to return 1 to 128 letters, digits, ".", "_", ":" or "-"',
      actual: shown(id),
      fix: 'Correct the newId that this journal was opened with.',
    });
  }

  #read(fact: StoredFact, known?: CanonicalCopy): F {
    return readStored(fact, this.#types, known) as Envelope as F;
  }

  #timestamp(): string {
    return presentTimestamp(this.#clock);
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
