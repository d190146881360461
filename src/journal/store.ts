import type { SessionLeases } from './session-leases.ts';

/** The last fact of a journal: where the next one goes and what its hash covers. */
export interface Tip {
  readonly seq: number;
  readonly hash: string;
  readonly ts: string;
}

/** A fact on its way into a store: checked, its payload as canonical JSON text. */
export interface NewFact {
  readonly id: string;
  readonly type: string;
  readonly v: number;
  /** Random, so that the digest tells nothing of a payload that was erased. A fact from before there were salts has none. */
  readonly salt?: string;
  readonly payload: string;
  /** SHA-256 of the salt, a line feed and `payload`; without a salt of `payload` alone. */
  readonly digest: string;
}

/** A fact as a store keeps it. A store never looks inside a payload. */
export interface StoredFact extends Omit<NewFact, 'payload'> {
  readonly seq: number;
  readonly ts: string;
  /** `null` once redacted; the salt is gone with it. */
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
  /** The wish for `ts`; a store raises it to the ts of the fact before. */
  readonly ts: string;
  readonly expectedSeq?: number | undefined;
  /** Makes a repetition of this append return the first result. `digest` tells a repetition from a reuse. */
  readonly key?: { readonly name: string; readonly digest: string } | undefined;
}

/** `ok: false` means another append came first: nothing was written and `head` is where the journal stands. */
export type AppendOutcome =
  | { readonly ok: true; readonly head: number; readonly facts: readonly StoredFact[] }
  | { readonly ok: false; readonly head: number };

/** Where a journal came from. Reactors act only on facts from `nativeFrom` on: what was copied is never acted on again. */
export type JournalOrigin =
  | { readonly type: 'created' }
  | { readonly type: 'fork'; readonly journal: string; readonly at: number }
  | { readonly type: 'import' };

/** The journal and the seq up to which a fork shares its facts. */
export interface ForkPoint {
  readonly source: string;
  readonly at: number;
  /**
   * What `redactions()` was before somebody looked which records of erasures the fork needs. When it is another number by
   * now, the fork is refused with `erased-meanwhile`.
   */
  readonly redactions: number;
}

/** A new journal that shares the first facts of another. */
export interface ForkRequest extends ForkPoint {
  readonly target: string;
  readonly createdAt: string;
  /** The records of shared facts that were erased after the fork point: the first facts of the fork's own. */
  readonly records: readonly NewFact[];
}

/** One payload to erase, and what stays of it. */
export interface RedactRequest {
  readonly journal: string;
  readonly seq: number;
  readonly redactedAt: string;
  /** The fields that stay in force, as canonical JSON. */
  readonly kept?: string;
  /** A record of the erasure, a new one on each call: every journal that has the fact gets its own. */
  record(): NewFact;
}

/** Something in a store that is not as it was written. */
export interface Damage {
  /** What is damaged, as a sentence. */
  readonly what: string;
  /** The seq to name, where a fact is concerned. */
  readonly seq?: number;
  /** The hash of an attachment whose bytes have another one. */
  readonly attachment?: string;
}

/** What is known of a journal besides its facts. */
export interface JournalSummary {
  readonly id: string;
  readonly head: number;
  /** Hash of the last fact. */
  readonly hash: string;
  readonly origin: JournalOrigin;
  /** The first seq that was, or will be, appended in this journal itself. */
  readonly nativeFrom: number;
  readonly createdAt: string;
  /** The `ts` of the last fact, or `createdAt`. */
  readonly updatedAt: string;
}

/** A fold's state at a seq. A snapshot of another `version` of the fold is never used. */
export interface StoredSnapshot {
  readonly name: string;
  readonly version: number;
  readonly seq: number;
  readonly state: string;
}

/** How much a store holds. */
export interface StoreUsage {
  readonly journals: number;
  readonly facts: number;
  readonly attachments: number;
  readonly attachmentBytes: number;
  /** Bytes on disk (or in memory), everything included. */
  readonly bytes: number;
}

/** Facts `from` to `to`, both included, `limit` at most. */
export interface ReadRange {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

/**
 * What a store must do, and all it must do. `factStoreContract` in `wayfold/testing` checks an implementation.
 * Ids and facts are checked before they get here; every failure is a {@link JournalError}.
 */
export interface FactStore {
  /** The directory that it lies in, where it is one of files: planners may keep files of their own beside it. */
  readonly directory?: string | undefined;
  /** Shares sessions out among workers. Without it every worker of the store follows all of them. */
  readonly leases?: SessionLeases;
  /** Atomic, durable when it resolves. Rejects with `key-reused` when `key` was used for other facts. */
  append(request: AppendRequest): Promise<AppendOutcome>;
  /** `undefined` when there is no such journal. */
  describe(journal: string): Promise<JournalSummary | undefined>;
  /** Facts in order from `from`; at least one when there is one in range, fewer than `limit` when they are large. */
  read(journal: string, range: ReadRange): Promise<readonly StoredFact[]>;
  /** The facts of type `fact_erased`, in order. */
  erasures(journal: string): Promise<readonly StoredFact[]>;
  /**
   * What is damaged besides facts: rows, marks, facts beyond the head, tables. Of one journal; without `journal` of all
   * that the store holds, which may take as long as reading it.
   */
  inspect(journal?: string): Promise<readonly Damage[]>;
  /** Journals by id, those after `after` only. */
  list(page: { after?: string; prefix?: string; limit: number }): Promise<readonly JournalSummary[]>;
  /**
   * Calls back after a journal may have changed, also when another process changed it; sometimes without need,
   * never too late to miss a fact. An erased payload is a change of every journal that shares it. Without `journal`:
   * for all of them.
   */
  watch(listener: (journal: string) => void, journal?: string): () => void;

  /**
   * A new journal that shares the first `at` facts, then has `records`. Rejects with `journal-not-found`, `journal-exists`,
   * `invalid-seq`, `erased-meanwhile`.
   */
  fork(request: ForkRequest): Promise<void>;
  /**
   * Writes facts that come with their hashes into a journal that must not exist yet; all or nothing. With `fork` the
   * journal shares the first `at` facts of `source`, and `facts` are those after them. Rejects like `fork`.
   */
  restore(
    journal: string,
    facts: AsyncIterable<StoredFact>,
    createdAt: string,
    fork?: ForkPoint,
  ): Promise<void>;
  /**
   * Erases a payload with its salt, the snapshots that may hold it and the digests of keys that cover it, and appends a
   * record to every journal that shares the fact; all or nothing. A fact without a salt gets a random digest, and all that
   * share it are chained anew from there. Resolves to false when it was erased before.
   */
  redact(request: RedactRequest): Promise<boolean>;
  /** Removes a journal; forks of it stay whole. Resolves to false when there was none. */
  delete(journal: string): Promise<boolean>;

  /** How many payloads were erased so far, in all journals. */
  redactions(): Promise<number>;
  /**
   * Keeps a snapshot, unless `redactions()` is another number by now: then the state may hold what was erased, and
   * nothing is kept.
   */
  saveSnapshot(journal: string, snapshot: StoredSnapshot, redactions: number): Promise<void>;
  /** The newest snapshot at or below `atMost`, also one a fork shares with its source. */
  loadSnapshot(
    journal: string,
    want: { name: string; version: number; atMost: number },
  ): Promise<StoredSnapshot | undefined>;

  /** Puts right what is there already if it is damaged. */
  putAttachment(sha256: string, bytes: Uint8Array, createdAt: string): Promise<void>;
  getAttachment(sha256: string): Promise<Uint8Array | undefined>;
  /** Removes attachments from before `before` whose hash stands in no fact; resolves to how many and how large. */
  collectAttachments(before: string): Promise<{ count: number; bytes: number }>;

  /**
   * Overwrites the room in its files that nothing is in any more: of what was erased, copies may stand there. Only where a
   * store keeps files of its own.
   */
  overwriteUnused?(): Promise<void>;

  usage(): Promise<StoreUsage>;
  /** Finishes what is under way, then refuses everything else with `store-closed`. */
  close(): Promise<void>;
}
