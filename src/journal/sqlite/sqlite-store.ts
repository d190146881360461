import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { placeAfter } from '../append.ts';
import { erasedMeanwhile } from '../erasure/erasure.ts';
import { JournalError } from '../error.ts';
import { GroupCommit } from '../group-commit.ts';
import { EMPTY_TIP } from '../integrity/chain.ts';
import {
  forkBeyondHead,
  journalExists,
  journalNotFound,
  noSuchFact,
  snapshotBeyondHead,
} from '../refusals.ts';
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
  Tip,
} from '../store.ts';
import { Appender } from './appender.ts';
import { AttachmentRows } from './attachment-rows.ts';
import { type Branch, Branches, summaryOf } from './branches.ts';
import { ChangeFeed } from './change-feed.ts';
import { Connection } from './connection.ts';
import { forgetKeys } from './erasing.ts';
import { inspectStore } from './inspection.ts';
import { KnownJournals } from './known-journals.ts';
import { openDatabase } from './open-database.ts';
import { LAST_ROW } from './place.ts';
import { RecentCommits } from './recent-commits.ts';
import { pragmaNumber } from './schema.ts';
import { SqliteLeases } from './session-leases.ts';
import { Snapshots } from './snapshots.ts';
import { guarded } from './sqlite-error.ts';

/** The file, and how long to wait for its other users. */
export interface SqliteOptions {
  readonly file: string;
  /** How long opening and writing wait for other processes before they fail with `store-locked`; default 10 seconds. */
  readonly lockTimeoutMs?: number;
  /** How often to check for other processes' changes while something watches; default 20 ms. */
  readonly pollMs?: number;
  /** Commits that write to so many journals are stored as they are, and sorted by journal later; default 32. */
  readonly deferJournals?: number;
}

const GROUP_FACTS = 5000;
const RESTORE_CHUNK = 1000;
const EMPTY_LOG_AGAIN_MS = 200;
const IMPORTED = { parent: null, origin: { type: 'import' }, tip: EMPTY_TIP } as const;

/**
 * A store in one SQLite file, which is created with its directory. Safe for many processes at once; an acknowledged
 * append is on disk.
 */
export function sqliteStore(fileOrOptions: string | SqliteOptions): FactStore {
  const options = typeof fileOrOptions === 'string' ? { file: fileOrOptions } : fileOrOptions;
  const file = options.file === ':memory:' ? options.file : resolve(options.file);
  const db = openDatabase(file, options.lockTimeoutMs);
  try {
    return guarded(
      file,
      () => new SqliteStore(db, { lockTimeoutMs: 10_000, pollMs: 20, deferJournals: 32, ...options, file }),
    );
  } catch (error) {
    db.close();
    throw error;
  }
}

class SqliteStore implements FactStore {
  readonly directory: string | undefined;
  readonly leases: SqliteLeases;
  readonly #connection: Connection;
  readonly #recent: RecentCommits;
  readonly #branches: Branches;
  readonly #known: KnownJournals;
  readonly #snapshots: Snapshots;
  readonly #attachments: AttachmentRows;
  readonly #feed: ChangeFeed;
  readonly #appender: Appender;
  readonly #appends: GroupCommit<AppendRequest, AppendOutcome>;
  #emptyingLog: NodeJS.Timeout | undefined;

  constructor(db: DatabaseSync, { file, lockTimeoutMs, pollMs, deferJournals }: Required<SqliteOptions>) {
    this.directory = file === ':memory:' ? undefined : dirname(file);
    this.leases = new SqliteLeases(file === ':memory:' ? file : `${file}-leases`, lockTimeoutMs);
    this.#connection = new Connection(db, file, lockTimeoutMs);
    this.#recent = new RecentCommits(this.#connection);
    this.#branches = new Branches(db, this.#recent);
    this.#known = new KnownJournals(this.#connection, this.#branches);
    this.#snapshots = new Snapshots(db);
    this.#attachments = new AttachmentRows(this.#connection, this.#branches);
    this.#feed = new ChangeFeed(this.#connection, this.#recent, pollMs);
    this.#appender = new Appender(this.#connection, this.#branches, this.#recent, {
      deferJournals,
      onAppended: (written, journals) => {
        this.#known.noteAppends(written);
        this.#feed.notifyAppended(written, journals);
      },
    });
    this.#appends = new GroupCommit((group) => this.#appender.append(group), {
      commitAlone: (request) => this.#appender.appendAlone(request),
      weigh: ({ facts }) => facts.length,
      capacity: GROUP_FACTS,
      concernsAll: (error) => error instanceof JournalError && error.code !== 'store-full',
    });
  }

  /** Not async: returning the promise directly saves a single append the microtasks of another one. */
  append(request: AppendRequest): Promise<AppendOutcome> {
    if (!this.#connection.isOpen) return Promise.reject(this.#connection.closedError());
    return this.#appends.submit(request);
  }

  async describe(journal: string): Promise<JournalSummary | undefined> {
    const row = this.#connection.read(() => this.#known.byId(journal));
    return row && summaryOf(row);
  }

  async read(journal: string, range: ReadRange): Promise<readonly StoredFact[]> {
    return this.#connection.read(() => this.#known.read(journal, range));
  }

  async erasures(journal: string): Promise<readonly StoredFact[]> {
    return this.#connection.read(() => {
      const row = this.#branches.byId(journal);
      return row ? this.#branches.erasures(row.branch, row.tip.seq) : [];
    });
  }

  async inspect(journal?: string): Promise<readonly Damage[]> {
    return this.#connection.readAtOnce(() =>
      inspectStore(this.#connection.db, this.#branches, this.#recent, journal),
    );
  }

  async list(page: { after?: string; prefix?: string; limit: number }): Promise<readonly JournalSummary[]> {
    return this.#connection.read(() => this.#branches.list(page)).map(summaryOf);
  }

  watch(listener: (journal: string) => void, journal?: string): () => void {
    return this.#connection.read(() => this.#feed.watch(listener, journal));
  }

  async fork({ target, createdAt, records, ...point }: ForkRequest): Promise<void> {
    await this.#change(target, () => {
      const forked = this.#forked(point);
      if (this.#branches.byId(target)) throw journalExists(target);
      const branch = this.#branches.create({ id: target, createdAt, ...forked });
      this.#branches.insert(branch, placeAfter(forked.tip, { facts: records, ts: createdAt }));
    });
  }

  async restore(
    journal: string,
    facts: AsyncIterable<StoredFact>,
    createdAt: string,
    fork?: ForkPoint,
  ): Promise<void> {
    const branch = await this.#write(() => {
      if (this.#branches.byId(journal)) throw journalExists(journal);
      const begun = fork ? this.#forked(fork) : IMPORTED;
      return this.#branches.create({ id: null, createdAt, ...begun });
    });
    try {
      let head = fork?.at ?? 0;
      for await (const chunk of chunksOf(facts, RESTORE_CHUNK)) {
        await this.#write(() => this.#branches.insert(branch, chunk));
        head += chunk.length;
      }
      await this.#change(journal, () => {
        if (this.#branches.byId(journal)) throw journalExists(journal);
        if (fork && fork.redactions !== this.#branches.redactions()) throw erasedMeanwhile('the import');
        this.#branches.name(branch, { id: journal, nativeFrom: head + 1 });
      });
    } catch (error) {
      // Once the store is closed the branch stays without a name, and is collected later.
      await this.#write(() => this.#branches.release(branch)).catch(() => undefined);
      throw error;
    }
  }

  async redact({ journal, seq, redactedAt, kept, record }: RedactRequest): Promise<boolean> {
    const { erased, sharing } = await this.#write(() => {
      this.#appender.forgetTips();
      const { branch, tip } = this.#existing(journal);
      if (seq < 1 || seq > tip.seq) throw noSuchFact(journal, seq, tip.seq);
      const owner = this.#branches.ownerOf(branch, seq);
      const sharing = this.#branches.sharing(owner, seq);
      const erased = this.#branches.erase(sharing, seq, { redactedAt, kept });
      if (erased) {
        for (const { branch } of sharing) this.#snapshots.dropFrom(branch, seq);
        forgetKeys(this.#connection.db, owner, seq);
        this.#branches.record(sharing, record, redactedAt);
      }
      return { erased, sharing };
    });
    if (erased) this.#feed.notifyErased(sharing.flatMap(({ id }) => id ?? []));
    this.#emptyLog();
    return erased;
  }

  async delete(journal: string): Promise<boolean> {
    const deleted = await this.#change(journal, () => {
      const row = this.#branches.byId(journal);
      if (row) this.#branches.release(row.branch);
      return row !== undefined;
    });
    if (deleted) await this.overwriteUnused();
    return deleted;
  }

  async redactions(): Promise<number> {
    return this.#connection.read(() => this.#known.redactions());
  }

  async saveSnapshot(journal: string, snapshot: StoredSnapshot, redactions: number): Promise<void> {
    await this.#write(() => {
      const { branch, tip } = this.#existing(journal);
      if (snapshot.seq > tip.seq) throw snapshotBeyondHead(journal, snapshot.seq, tip.seq);
      if (redactions !== this.#branches.redactions()) return;
      const { hash } = this.#branches.tipAt(branch, snapshot.seq) ?? EMPTY_TIP;
      this.#snapshots.save(this.#branches.ownerOf(branch, snapshot.seq), snapshot, hash);
    });
  }

  async loadSnapshot(
    journal: string,
    want: { name: string; version: number; atMost: number },
  ): Promise<StoredSnapshot | undefined> {
    return this.#connection.read(() => {
      const row = this.#branches.byId(journal);
      for (const { branch, to } of row ? this.#branches.lineage(row.branch).toReversed() : []) {
        const found = this.#snapshots.newest(branch, { ...want, atMost: Math.min(want.atMost, to) });
        if (found) return found;
      }
      return undefined;
    });
  }

  async putAttachment(sha256: string, bytes: Uint8Array, createdAt: string): Promise<void> {
    await this.#attachments.put(sha256, bytes, createdAt);
  }

  async getAttachment(sha256: string): Promise<Uint8Array | undefined> {
    return this.#attachments.get(sha256);
  }

  async collectAttachments(before: string): Promise<{ count: number; bytes: number }> {
    const { released, ...removed } = await this.#attachments.collect(before);
    if (removed.count > 0 || released > 0) this.#emptyLog();
    return removed;
  }

  /** `secure_delete` misses the copies that rows leave behind when SQLite moves them to another page. */
  async overwriteUnused(): Promise<void> {
    await this.#connection.writeAlone(() => this.#connection.db.exec('VACUUM'));
    this.#emptyLog();
  }

  async usage(): Promise<StoreUsage> {
    return this.#connection.readAtOnce(() => {
      const { db, file } = this.#connection;
      const counts = db
        .prepare(
          `SELECT (SELECT count(*) FROM journals WHERE id IS NOT NULL) AS journals,
                  (SELECT coalesce(sum(${LAST_ROW} - base), 0) FROM journals) AS facts,
                  (SELECT count(*) FROM attachments) AS attachments,
                  (SELECT coalesce(sum(size), 0) FROM attachments) AS attachmentBytes`,
        )
        .get();
      const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
      return {
        journals: Number(counts?.journals),
        facts: Number(counts?.facts) + this.#recent.count(),
        attachments: Number(counts?.attachments),
        attachmentBytes: Number(counts?.attachmentBytes),
        bytes: pragmaNumber(db, 'page_count') * pragmaNumber(db, 'page_size') + log,
      };
    });
  }

  async close(): Promise<void> {
    this.#feed.stop();
    clearTimeout(this.#emptyingLog);
    this.leases.close();
    await this.#connection.close(this.#appends.idle());
    this.#feed.close();
  }

  /** A write that creates, changes or deletes a journal. */
  async #change<T>(journal: string, work: () => T): Promise<T> {
    const result = await this.#write(() => {
      // An append may come right after the commit.
      this.#appender.forgetTips();
      return work();
    });
    this.#feed.notify(journal);
    return result;
  }

  /** A write with every fact in its place. */
  #write<T>(work: () => T): Promise<T> {
    return this.#connection.write(() => {
      this.#recent.move(this.#branches);
      return work();
    });
  }

  #forked({ source, at, redactions }: ForkPoint): {
    parent: number | null;
    origin: JournalOrigin;
    tip: Tip;
  } {
    const { branch, tip: last } = this.#existing(source);
    if (at > last.seq) throw forkBeyondHead(source, at, last.seq);
    if (redactions !== this.#branches.redactions()) throw erasedMeanwhile('a fork');
    const tip = this.#branches.tipAt(branch, at);
    if (tip === undefined) throw noSuchFact(source, at, last.seq);
    // The branch that stores the fact, not the one it was read through: that one may be deleted separately.
    const parent = at === 0 ? null : this.#branches.ownerOf(branch, at);
    return { parent, origin: { type: 'fork', journal: source, at }, tip };
  }

  #existing(journal: string): Branch {
    const row = this.#branches.byId(journal);
    if (row === undefined) throw journalNotFound(journal);
    return row;
  }

  /**
   * Empties the write-ahead log, which may still contain erased data. That is not possible while another process is
   * reading, so it is retried.
   */
  #emptyLog(): void {
    clearTimeout(this.#emptyingLog);
    const { busy } =
      this.#connection.read(() => this.#connection.db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()) ?? {};
    if (busy !== 1) return;
    this.#emptyingLog = setTimeout(() => {
      try {
        this.#emptyLog();
      } catch {
        // The next write gets the same failure and can report it; opening the store empties the log too.
      }
    }, EMPTY_LOG_AGAIN_MS);
    this.#emptyingLog.unref();
  }
}

async function* chunksOf<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let chunk: T[] = [];
  for await (const item of items) {
    chunk.push(item);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
