import { ERASED_KEY, isRepetition, keyReused, placeAfter } from './append.ts';
import { hashesIn } from './attachments.ts';
import { erasedMeanwhile } from './erasure/erasure.ts';
import { FACT_ERASED } from './fact.ts';
import { EMPTY_TIP, GENESIS_HASH, meaninglessDigest, Rechaining } from './integrity/chain.ts';
import {
  forkBeyondHead,
  journalExists,
  journalNotFound,
  noSuchFact,
  snapshotBeyondHead,
  storeClosed,
} from './refusals.ts';
import { snapshotsToDrop } from './snapshot.ts';
import type {
  AppendOutcome,
  AppendRequest,
  Damage,
  FactStore,
  ForkPoint,
  ForkRequest,
  JournalOrigin,
  JournalSummary,
  ReadRange,
  RedactRequest,
  StoredFact,
  StoredSnapshot,
  StoreUsage,
} from './store.ts';
import { Watchers } from './watchers.ts';

/** A fact of the memory store. Forks share the object, so a redaction reaches all of them. */
type SharedFact = { -readonly [Field in keyof StoredFact]: StoredFact[Field] };

interface MemoryJournal {
  readonly origin: JournalOrigin;
  readonly nativeFrom: number;
  readonly createdAt: string;
  readonly facts: SharedFact[];
  readonly keys: Map<string, { digest: string; from: number; to: number }>;
  snapshots: StoredSnapshot[];
}

/** An in-memory store that ends with the process: for tests, and for plans that need not last. */
export function memoryStore(): FactStore {
  return new MemoryStore();
}

class MemoryStore implements FactStore {
  readonly #journals = new Map<string, MemoryJournal>();
  readonly #attachments = new Map<string, { bytes: Uint8Array; createdAt: string }>();
  readonly #watchers = new Watchers();
  #redactions = 0;
  #closed = false;

  async append(request: AppendRequest): Promise<AppendOutcome> {
    this.#open();
    const journal = this.#journals.get(request.journal);
    const facts = journal?.facts ?? [];
    const first = request.key && journal?.keys.get(request.key.name);
    if (request.key && first) {
      if (!isRepetition(first.digest, request.key.digest))
        throw keyReused(request.journal, request.key.name, first);
      return { ok: true, head: first.to, facts: facts.slice(first.from - 1, first.to).map(copy) };
    }
    const head = facts.length;
    if (request.expectedSeq !== undefined && request.expectedSeq !== head) return { ok: false, head };
    if (request.facts.length === 0) return { ok: true, head, facts: [] };
    const target = journal ?? this.#create(request.journal, { type: 'created' }, [], request.ts);
    const stored = append(target, request);
    const to = head + stored.length;
    if (request.key) target.keys.set(request.key.name, { digest: request.key.digest, from: head + 1, to });
    this.#watchers.notify(request.journal);
    return { ok: true, head: to, facts: stored };
  }

  async describe(id: string): Promise<JournalSummary | undefined> {
    this.#open();
    const journal = this.#journals.get(id);
    return journal && summaryOf(id, journal);
  }

  async read(id: string, { from, to, limit }: ReadRange): Promise<readonly StoredFact[]> {
    this.#open();
    const facts = this.#journals.get(id)?.facts ?? [];
    return facts.slice(from - 1, Math.min(to, from - 1 + limit)).map(copy);
  }

  async erasures(id: string): Promise<readonly StoredFact[]> {
    this.#open();
    const facts = this.#journals.get(id)?.facts ?? [];
    return facts.filter(({ type }) => type === FACT_ERASED).map(copy);
  }

  async inspect(): Promise<readonly Damage[]> {
    this.#open();
    return [];
  }

  async list(page: { after?: string; prefix?: string; limit: number }): Promise<readonly JournalSummary[]> {
    this.#open();
    const { after = '', prefix = '', limit } = page;
    return [...this.#journals]
      .filter(([id]) => id > after && id.startsWith(prefix))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, limit)
      .map(([id, journal]) => summaryOf(id, journal));
  }

  watch(listener: (journal: string) => void, journal?: string): () => void {
    this.#open();
    return this.#watchers.add(listener, journal);
  }

  async fork({ records, ...fork }: ForkRequest): Promise<void> {
    this.#open();
    const { source, at, target, createdAt } = fork;
    const shared = this.#sharedAt(fork);
    if (this.#journals.has(target)) throw journalExists(target);
    const forked = this.#create(target, { type: 'fork', journal: source, at }, shared, createdAt);
    append(forked, { facts: records, ts: createdAt });
    forked.snapshots = this.#existing(source).snapshots.filter(({ seq }) => seq <= at);
    this.#watchers.notify(target);
  }

  async restore(
    id: string,
    facts: AsyncIterable<StoredFact>,
    createdAt: string,
    fork?: ForkPoint,
  ): Promise<void> {
    this.#open();
    const shared = fork ? this.#sharedAt(fork) : [];
    const restored: SharedFact[] = [];
    for await (const fact of facts) restored.push({ ...fact });
    if (this.#journals.has(id)) throw journalExists(id);
    if (fork) this.#sharedAt(fork);
    const origin: JournalOrigin = fork
      ? { type: 'fork', journal: fork.source, at: fork.at }
      : { type: 'import' };
    this.#create(id, origin, [...shared, ...restored], createdAt);
    this.#watchers.notify(id);
  }

  async redact({ journal: id, seq, redactedAt, kept, record }: RedactRequest): Promise<boolean> {
    this.#open();
    const fact = this.#existing(id).facts[seq - 1];
    if (fact === undefined) throw noSuchFact(id, seq, this.#existing(id).facts.length);
    if (fact.payload === null) return false;
    const sharing = [...this.#journals].filter(([, { facts }]) => facts[seq - 1] === fact);
    if (fact.salt === undefined)
      giveDigest(
        fact,
        meaninglessDigest(),
        sharing.map(([, { facts }]) => facts),
      );
    fact.payload = null;
    delete fact.salt;
    fact.redactedAt = redactedAt;
    if (kept !== undefined) fact.kept = kept;
    this.#redactions += 1;
    for (const [, journal] of sharing) {
      journal.snapshots = journal.snapshots.filter((kept) => kept.seq < seq);
      for (const key of journal.keys.values()) if (key.from <= seq && seq <= key.to) key.digest = ERASED_KEY;
      append(journal, { facts: [record()], ts: redactedAt });
    }
    for (const [shares] of sharing) this.#watchers.notify(shares);
    return true;
  }

  async delete(id: string): Promise<boolean> {
    this.#open();
    const existed = this.#journals.delete(id);
    if (existed) this.#watchers.notify(id);
    return existed;
  }

  async redactions(): Promise<number> {
    this.#open();
    return this.#redactions;
  }

  async saveSnapshot(id: string, snapshot: StoredSnapshot, redactions: number): Promise<void> {
    this.#open();
    const journal = this.#existing(id);
    const head = journal.facts.length;
    if (snapshot.seq > head) throw snapshotBeyondHead(id, snapshot.seq, head);
    if (redactions !== this.#redactions) return;
    const { name, version, seq } = snapshot;
    const others = journal.snapshots.filter((kept) => kept.name !== name);
    const sameFold = journal.snapshots.filter(
      (kept) => kept.name === name && kept.version === version && kept.seq !== seq,
    );
    const drop = new Set(snapshotsToDrop([seq, ...sameFold.map((kept) => kept.seq)]));
    journal.snapshots = [...others, ...[snapshot, ...sameFold].filter((kept) => !drop.has(kept.seq))];
  }

  async loadSnapshot(
    id: string,
    want: { name: string; version: number; atMost: number },
  ): Promise<StoredSnapshot | undefined> {
    this.#open();
    return this.#journals
      .get(id)
      ?.snapshots.filter(
        ({ name, version, seq }) => name === want.name && version === want.version && seq <= want.atMost,
      )
      .reduce<StoredSnapshot | undefined>(
        (best, next) => (best && best.seq > next.seq ? best : next),
        undefined,
      );
  }

  async putAttachment(sha256: string, bytes: Uint8Array, createdAt: string): Promise<void> {
    this.#open();
    this.#attachments.set(sha256, { bytes: bytes.slice(), createdAt });
  }

  async getAttachment(sha256: string): Promise<Uint8Array | undefined> {
    this.#open();
    return this.#attachments.get(sha256)?.bytes.slice();
  }

  async collectAttachments(before: string): Promise<{ count: number; bytes: number }> {
    this.#open();
    const referred = new Set<string>();
    for (const { facts } of this.#journals.values()) {
      for (const { payload } of facts) for (const hash of hashesIn(payload ?? '')) referred.add(hash);
    }
    let count = 0;
    let size = 0;
    for (const [hash, { bytes, createdAt }] of this.#attachments) {
      if (referred.has(hash) || createdAt >= before) continue;
      this.#attachments.delete(hash);
      count += 1;
      size += bytes.length;
    }
    return { count, bytes: size };
  }

  async usage(): Promise<StoreUsage> {
    this.#open();
    const facts = new Set([...this.#journals.values()].flatMap((journal) => journal.facts));
    const attachmentBytes = [...this.#attachments.values()].reduce((sum, { bytes }) => sum + bytes.length, 0);
    const factBytes = [...facts].reduce((sum, { payload }) => sum + (payload?.length ?? 0), 0);
    return {
      journals: this.#journals.size,
      facts: facts.size,
      attachments: this.#attachments.size,
      attachmentBytes,
      bytes: attachmentBytes + factBytes,
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#watchers.clear();
  }

  #create(id: string, origin: JournalOrigin, facts: SharedFact[], createdAt: string): MemoryJournal {
    const journal = {
      origin,
      nativeFrom: facts.length + 1,
      createdAt,
      facts,
      keys: new Map(),
      snapshots: [],
    };
    this.#journals.set(id, journal);
    return journal;
  }

  #sharedAt({ source, at, redactions }: ForkPoint): SharedFact[] {
    const { facts } = this.#existing(source);
    if (redactions !== this.#redactions) throw erasedMeanwhile('a fork');
    if (at > facts.length) throw forkBeyondHead(source, at, facts.length);
    return facts.slice(0, at);
  }

  #existing(id: string): MemoryJournal {
    const journal = this.#journals.get(id);
    if (journal === undefined) throw journalNotFound(id);
    return journal;
  }

  #open(): void {
    if (this.#closed) throw storeClosed('memory store');
  }
}

/** Gives a fact a new digest and rechains the facts after it, in every journal that contains it. */
function giveDigest(fact: SharedFact, digest: string, journals: readonly SharedFact[][]): void {
  const hashes = new Map<SharedFact, string>();
  for (const facts of journals) {
    const rechaining = new Rechaining(facts[fact.seq - 2]?.hash ?? GENESIS_HASH);
    for (const each of facts.slice(fact.seq - 1)) {
      hashes.set(each, rechaining.next(each, each === fact ? digest : each.digest));
    }
  }
  for (const [each, hash] of hashes) each.hash = hash;
  fact.digest = digest;
}

function append({ facts }: MemoryJournal, batch: Pick<AppendRequest, 'facts' | 'ts'>): readonly StoredFact[] {
  const stored = placeAfter(facts.at(-1) ?? EMPTY_TIP, batch);
  for (const fact of stored) facts.push({ ...fact });
  return stored;
}

function copy(fact: SharedFact): StoredFact {
  return { ...fact };
}

function summaryOf(id: string, journal: MemoryJournal): JournalSummary {
  const { origin, nativeFrom, createdAt, facts } = journal;
  const { seq, hash, ts } = facts.at(-1) ?? EMPTY_TIP;
  return { id, head: seq, hash, origin, nativeFrom, createdAt, updatedAt: ts || createdAt };
}
