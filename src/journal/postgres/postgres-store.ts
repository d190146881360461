import { GroupCommit } from '../group-commit.ts';
import { storeClosed } from '../refusals.ts';
import type { SessionLeases } from '../session-leases.ts';
import type {
  AppendOutcome,
  AppendRequest,
  Damage,
  FactStore,
  ForkPoint,
  ForkRequest,
  JournalSummary,
  ReadRange,
  RedactRequest,
  StoredFact,
  StoredSnapshot,
  StoreUsage,
} from '../store.ts';
import { appendGroup } from './append-group.ts';
import { collectAttachments, getAttachment, putAttachment } from './attachments.ts';
import { BatchedReads } from './batched-reads.ts';
import { type BranchLock, forkBranch, lockBranches, releaseBranch } from './branching.ts';
import { ChangeFeed } from './change-feed.ts';
import { Database, type Session } from './database.ts';
import { redactFact } from './erasing.ts';
import { inspectStore } from './inspection.ts';
import { type PostgresOptions, postgresOptions } from './options.ts';
import { isLost } from './postgres-error.ts';
import { listJournals, readErasures } from './reading.ts';
import { restoreJournal } from './restoring.ts';
import { postgresLeases } from './session-leases.ts';
import { loadSnapshot, saveSnapshot } from './snapshots.ts';
import { usageOf } from './usage.ts';

/** The maximum size of payloads in one commit, with an allowance for the rest of a fact. */
const GROUP_LENGTH = 1024 * 1024;
const FACT_ALLOWANCE = 256;

/**
 * A store in a PostgreSQL database, for many processes on many machines. It connects on first use, creates its
 * schema if missing, and needs a direct connection: a pooler that shares sessions between clients loses
 * notifications.
 */
export function postgresStore(urlOrOptions: string | PostgresOptions): FactStore {
  return new PostgresStore(postgresOptions(urlOrOptions));
}

class PostgresStore implements FactStore {
  readonly leases: SessionLeases;
  readonly #db: Database;
  readonly #feed: ChangeFeed;
  readonly #reads: BatchedReads;
  readonly #appends: GroupCommit<AppendRequest, AppendOutcome>;
  readonly #underWay = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  constructor(options: Required<PostgresOptions>) {
    const db = new Database(options);
    this.#db = db;
    // A busy worker must not look dead because its pool is.
    this.leases = postgresLeases({
      query: (statement, values) => this.#do(() => db.queryApart(statement, values)),
    });
    this.#feed = new ChangeFeed(db, options);
    this.#reads = new BatchedReads(db);
    this.#appends = new GroupCommit((group) => appendGroup(db, this.#feed, group), {
      weigh: ({ facts }) => facts.reduce((sum, { payload }) => sum + payload.length + FACT_ALLOWANCE, 0),
      capacity: GROUP_LENGTH,
    });
  }

  append(request: AppendRequest): Promise<AppendOutcome> {
    return this.#do(() => this.#reads.keeping(request.journal, () => this.#appends.submit(request)));
  }

  describe(journal: string): Promise<JournalSummary | undefined> {
    return this.#do(() => this.#reads.describe(journal));
  }

  read(journal: string, range: ReadRange): Promise<readonly StoredFact[]> {
    return this.#do(() => this.#reads.read(journal, range));
  }

  erasures(journal: string): Promise<readonly StoredFact[]> {
    return this.#do(() => readErasures(this.#db, journal));
  }

  inspect(journal?: string): Promise<readonly Damage[]> {
    return this.#do(() => inspectStore(this.#db, journal));
  }

  list(page: { after?: string; prefix?: string; limit: number }): Promise<readonly JournalSummary[]> {
    return this.#do(() => listJournals(this.#db, page));
  }

  watch(listener: (journal: string) => void, journal?: string): () => void {
    if (this.#closing) throw storeClosed('PostgreSQL store');
    return this.#feed.watch(listener, journal);
  }

  fork(fork: ForkRequest): Promise<void> {
    return this.#rebranch(fork.target, 'shared', (session) => forkBranch(session, fork));
  }

  restore(
    journal: string,
    facts: AsyncIterable<StoredFact>,
    createdAt: string,
    fork?: ForkPoint,
  ): Promise<void> {
    return this.#change(journal, () =>
      this.#db.longTransaction(async (session) => {
        await restoreJournal(session, this.#db.schema, { journal, facts, createdAt, fork });
        await this.#feed.announce(session, [journal]);
      }),
    );
  }

  redact(request: RedactRequest): Promise<boolean> {
    return this.#do(() =>
      this.#tracked(request.journal, async () => {
        const sharing = await this.#db.transaction(async (session) => {
          await lockBranches(session, this.#db.schema, 'alone');
          const journals = await redactFact(session, request);
          await this.#feed.announce(session, journals);
          return journals;
        });
        for (const shares of sharing) this.#feed.notify(shares);
        return sharing.length > 0;
      }),
    );
  }

  delete(journal: string): Promise<boolean> {
    return this.#rebranch(journal, 'alone', (session) => releaseBranch(session, journal));
  }

  redactions(): Promise<number> {
    return this.#do(() => this.#reads.redactions());
  }

  saveSnapshot(journal: string, snapshot: StoredSnapshot, redactionsSeen: number): Promise<void> {
    return this.#do(() =>
      this.#db.transaction(async (session) => {
        await lockBranches(session, this.#db.schema, 'shared');
        await saveSnapshot(session, journal, snapshot, redactionsSeen);
      }),
    );
  }

  loadSnapshot(
    journal: string,
    want: { name: string; version: number; atMost: number },
  ): Promise<StoredSnapshot | undefined> {
    return this.#do(() => loadSnapshot(this.#db, journal, want));
  }

  putAttachment(sha256: string, bytes: Uint8Array, createdAt: string): Promise<void> {
    return this.#do(() => putAttachment(this.#db, { sha256, bytes, createdAt }));
  }

  getAttachment(sha256: string): Promise<Uint8Array | undefined> {
    return this.#do(() => getAttachment(this.#db, sha256));
  }

  collectAttachments(before: string): Promise<{ count: number; bytes: number }> {
    return this.#do(() => collectAttachments(this.#db, before));
  }

  usage(): Promise<StoreUsage> {
    return this.#do(() => usageOf(this.#db));
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #finish(): Promise<void> {
    await this.#feed.close();
    await Promise.allSettled(this.#underWay);
    await this.#feed.announced();
    await this.#db.close();
  }

  #rebranch<T>(journal: string, lock: BranchLock, work: (session: Session) => Promise<T>): Promise<T> {
    return this.#change(journal, () =>
      this.#db.transaction(async (session) => {
        await lockBranches(session, this.#db.schema, lock);
        const result = await work(session);
        await this.#feed.announce(session, [journal]);
        return result;
      }),
    );
  }

  /** Runs a change of a journal, then notifies local watchers. */
  #change<T>(journal: string, work: () => Promise<T>): Promise<T> {
    return this.#do(() =>
      this.#tracked(journal, async () => {
        const result = await work();
        this.#feed.notify(journal);
        return result;
      }),
    );
  }

  /** Runs a change that may have happened even if its response was lost. */
  async #tracked<T>(journal: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isLost(error)) this.#feed.loseTrack([journal]);
      throw error;
    }
  }

  async #do<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closing) throw storeClosed('PostgreSQL store');
    const running = work();
    this.#underWay.add(running);
    try {
      return await running;
    } finally {
      this.#underWay.delete(running);
    }
  }
}
