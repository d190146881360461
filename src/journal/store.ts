import type { SessionLeases } from './session-leases.ts';

/** The last fact of a journal: the next one follows it, and its hash covers this one's. */
export interface Tip {
  readonly seq: number;
  readonly hash: string;
  readonly ts: string;
}

/** A validated fact on its way into a store, with its payload as canonical JSON. */
export interface NewFact {
  readonly id: string;
  readonly type: string;
  readonly v: number;
  /**
   * Random, so that the digest reveals nothing about an erased payload. Facts from before salts were introduced
   * have none.
   */
  readonly salt?: string;
  readonly payload: string;
  /** SHA-256 of the salt, a line feed and `payload`; without a salt, of `payload` alone. */
  readonly digest: string;
}

/** A fact as a store keeps it. A store never looks inside a payload. */
export interface StoredFact extends Omit<NewFact, 'payload'> {
  readonly seq: number;
  readonly ts: string;
  /** `null` once erased; the salt is erased with it. */
  readonly payload: string | null;
  readonly hash: string;
  /** When the payload was erased. */
  readonly redactedAt?: string;
  /** The fields of an erased payload that stay in force, as canonical JSON. */
  readonly kept?: string;
}

/** One atomic append: all of `facts` right after `expectedSeq`, or nothing. */
export interface AppendRequest {
  readonly journal: string;
  readonly facts: readonly NewFact[];
  /** The requested `ts`; a store raises it to that of the previous fact. */
  readonly ts: string;
  readonly expectedSeq?: number | undefined;
  /** The idempotency key. `digest` distinguishes a retry from a reuse. */
  readonly key?: { readonly name: string; readonly digest: string } | undefined;
}

/** `ok: false` means that another append came first: nothing was written, and `head` is the end of the journal. */
export type AppendOutcome =
  | { readonly ok: true; readonly head: number; readonly facts: readonly StoredFact[] }
  | { readonly ok: false; readonly head: number };

/** Where a journal came from. Reactors act only on facts from `nativeFrom` on, never on copied ones. */
export type JournalOrigin =
  | { readonly type: 'created' }
  | { readonly type: 'fork'; readonly journal: string; readonly at: number }
  | { readonly type: 'import' };

/** The journal and the seq up to which a fork shares its facts. */
export interface ForkPoint {
  readonly source: string;
  readonly at: number;
  /**
   * The value of `redactions()` before the records for the fork were collected. If it has changed, the fork is
   * refused with `erased-meanwhile`.
   */
  readonly redactions: number;
}

/** A new journal that shares the first facts of another. */
export interface ForkRequest extends ForkPoint {
  readonly target: string;
  readonly createdAt: string;
  /** The records of shared facts that were erased after the fork point: the fork's first facts of its own. */
  readonly records: readonly NewFact[];
}

/** A payload to erase, and the fields that stay. */
export interface RedactRequest {
  readonly journal: string;
  readonly seq: number;
  readonly redactedAt: string;
  /** The fields that stay in force, as canonical JSON. */
  readonly kept?: string;
  /** Creates a record of the erasure. Called once for every journal that contains the fact. */
  record(): NewFact;
}

/** Something in a store that differs from what was written. */
export interface Damage {
  /** What is damaged, as a sentence. */
  readonly what: string;
  /** The seq, if a fact is affected. */
  readonly seq?: number;
  /** The hash of an attachment whose bytes have a different one. */
  readonly attachment?: string;
}

/** Metadata of a journal. */
export interface JournalSummary {
  readonly id: string;
  readonly head: number;
  /** The hash of the last fact. */
  readonly hash: string;
  readonly origin: JournalOrigin;
  /** The first seq that was, or will be, appended in this journal itself. */
  readonly nativeFrom: number;
  readonly createdAt: string;
  /** The `ts` of the last fact, or `createdAt`. */
  readonly updatedAt: string;
}

/** A fold's state at a seq. Snapshots of another `version` of the fold are never used. */
export interface StoredSnapshot {
  readonly name: string;
  readonly version: number;
  readonly seq: number;
  readonly state: string;
}

/** How much a store contains. */
export interface StoreUsage {
  readonly journals: number;
  readonly facts: number;
  readonly attachments: number;
  readonly attachmentBytes: number;
  /** Total bytes on disk or in memory. */
  readonly bytes: number;
}

/** Facts `from` to `to`, both included, at most `limit`. */
export interface ReadRange {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  /** How the fact at `to` was found just now. A store that has these facts at hand need not look for them. */
  readonly end?: KnownEnd | undefined;
}

/** Where a journal was found to end. */
export interface KnownEnd {
  readonly hash: string;
  /** What `redactions()` was at the time, or before. */
  readonly redactions: number;
}

/**
 * Everything a store must do. `factStoreContract` in `wayfold/testing` tests an implementation. Ids and facts are
 * validated before they get here; every failure is a {@link JournalError}.
 */
export interface FactStore {
  /** The directory of a store that consists of files: planners may keep their own files next to it. */
  readonly directory?: string | undefined;
  /** Distributes sessions among workers. Without it every worker of the store follows all of them. */
  readonly leases?: SessionLeases;
  /** Atomic, and durable when it resolves. Rejects with `key-reused` if `key` was used for other facts. */
  append(request: AppendRequest): Promise<AppendOutcome>;
  /** `undefined` if there is no such journal. */
  describe(journal: string): Promise<JournalSummary | undefined>;
  /** Facts in order from `from`; at least one if there is one in range, fewer than `limit` if they are large. */
  read(journal: string, range: ReadRange): Promise<readonly StoredFact[]>;
  /** The facts of type `fact_erased`, in order. */
  erasures(journal: string): Promise<readonly StoredFact[]>;
  /**
   * Damage besides that of facts: rows, marks, facts beyond the head, tables. With `journal` of that journal;
   * without it of the whole store, which may take as long as reading it.
   */
  inspect(journal?: string): Promise<readonly Damage[]>;
  /** Journals by id, only those after `after`. */
  list(page: { after?: string; prefix?: string; limit: number }): Promise<readonly JournalSummary[]>;
  /**
   * Calls back after a journal may have changed, in this process or another; sometimes without a change, never so
   * late that a fact is missed. Erasing a payload changes every journal that shares it. Without `journal`, for all
   * journals.
   */
  watch(listener: (journal: string) => void, journal?: string): () => void;

  /**
   * Creates a journal that shares the first `at` facts, followed by `records`. Rejects with `journal-not-found`,
   * `journal-exists`, `invalid-seq`, `erased-meanwhile`.
   */
  fork(request: ForkRequest): Promise<void>;
  /**
   * Writes facts with their hashes into a new journal, all or nothing. With `fork` the journal shares the first
   * `at` facts of `source`, and `facts` follow them. Rejects like `fork`.
   */
  restore(
    journal: string,
    facts: AsyncIterable<StoredFact>,
    createdAt: string,
    fork?: ForkPoint,
  ): Promise<void>;
  /**
   * Erases a payload with its salt, the snapshots that may contain it and the digests of keys that cover it, and
   * appends a record to every journal that shares the fact; all or nothing. A fact without a salt gets a random
   * digest, and every journal that shares it is rechained from there. Resolves to false if it was erased before.
   */
  redact(request: RedactRequest): Promise<boolean>;
  /** Deletes a journal; its forks stay intact. Resolves to false if there was none. */
  delete(journal: string): Promise<boolean>;

  /** How many payloads have been erased, in all journals. */
  redactions(): Promise<number>;
  /**
   * Saves a snapshot, unless `redactions()` has changed: then the state may contain what was erased, and nothing is
   * saved.
   */
  saveSnapshot(journal: string, snapshot: StoredSnapshot, redactions: number): Promise<void>;
  /** The newest snapshot at or below `atMost`, including those a fork shares with its source. */
  loadSnapshot(
    journal: string,
    want: { name: string; version: number; atMost: number },
  ): Promise<StoredSnapshot | undefined>;

  /** Stores bytes, and repairs a damaged copy. */
  putAttachment(sha256: string, bytes: Uint8Array, createdAt: string): Promise<void>;
  getAttachment(sha256: string): Promise<Uint8Array | undefined>;
  /** Removes attachments older than `before` whose hash occurs in no fact; resolves to their number and total size. */
  collectAttachments(before: string): Promise<{ count: number; bytes: number }>;

  /**
   * Overwrites unused space in the store's files, which may contain copies of erased data. Only for stores with
   * their own files.
   */
  overwriteUnused?(): Promise<void>;

  usage(): Promise<StoreUsage>;
  /** Finishes pending work, then refuses everything else with `store-closed`. */
  close(): Promise<void>;
}
