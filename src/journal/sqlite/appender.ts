import type { StatementSync } from 'node:sqlite';
import { isRepetition, keyReused, placeAfter } from '../append.ts';
import { JournalError } from '../error.ts';
import type { RequestOutcome } from '../group-commit.ts';
import { EMPTY_TIP } from '../integrity/chain.ts';
import { keySeal } from '../integrity/row-seal.ts';
import type { AppendOutcome, AppendRequest, StoredFact, Tip } from '../store.ts';
import type { Branches } from './branches.ts';
import type { Connection } from './connection.ts';
import { PLACE } from './place.ts';
import type { RecentCommits } from './recent-commits.ts';
import { isBusy, isConstraint, storeError } from './sqlite-error.ts';

const MAX_KNOWN_TIPS = 10_000;
/** Larger payloads are not written twice. */
const SMALL_LENGTH = 4096;

type BranchTip = Tip & { readonly branch: number };

/** Facts that were appended to a journal. */
export interface WrittenFacts {
  readonly journal: string;
  readonly branch: number;
  readonly facts: readonly StoredFact[];
}

/** Called after a commit with what was written, and the journals that may have changed. */
export type OnAppended = (written: readonly WrittenFacts[], journals: readonly string[]) => void;

/** Writes groups of appends, each group in one transaction. */
export class Appender {
  readonly #connection: Connection;
  readonly #branches: Branches;
  readonly #recent: RecentCommits;
  readonly #deferJournals: number;
  readonly #onAppended: OnAppended;
  readonly #key: StatementSync;
  readonly #insertKey: StatementSync;
  readonly #markKeyed: StatementSync;
  /** The ends of journals, valid as long as only this connection writes. */
  readonly #tips = new Map<string, BranchTip>();
  #tipsVersion = -1;
  /** Whether the facts of the commit that is under way get their places later. */
  #isDeferring = false;

  constructor(
    connection: Connection,
    branches: Branches,
    recent: RecentCommits,
    { deferJournals, onAppended }: { readonly deferJournals: number; readonly onAppended: OnAppended },
  ) {
    this.#connection = connection;
    this.#recent = recent;
    this.#deferJournals = deferJournals;
    this.#onAppended = onAppended;
    this.#branches = branches;
    this.#key = connection.db.prepare(
      'SELECT digest, from_seq, to_seq FROM keys WHERE branch = ? AND name = ?',
    );
    this.#insertKey = connection.db.prepare('INSERT INTO keys VALUES (?,?,?,?,?,?)');
    this.#markKeyed = connection.db.prepare(`UPDATE facts SET keyed = 1 WHERE place = ${PLACE}`);
  }

  /** Call it when journals are created, deleted or changed other than by an append. */
  forgetTips(): void {
    this.#tips.clear();
  }

  async append(group: readonly AppendRequest[]): Promise<readonly RequestOutcome<AppendOutcome>[]> {
    const written: WrittenFacts[] = [];
    try {
      const outcomes = await this.#connection.finish(() => {
        const version = this.#connection.dataVersion();
        if (version !== this.#tipsVersion || this.#tips.size > MAX_KNOWN_TIPS) this.forgetTips();
        this.#tipsVersion = version;
        // Counted first: what is added must come after what others have committed.
        const isWaiting = this.#recent.count() > 0;
        this.#isDeferring = (isWaiting || this.#isBroad(group)) && isSmall(group);
        if (isWaiting && !this.#isDeferring) this.#recent.move(this.#branches);
        const outcomes = group.map((request) => this.#append(request, written));
        if (this.#recent.write()) this.#recent.move(this.#branches);
        return outcomes;
      });
      this.#onAppended(
        written,
        group.map(({ journal }) => journal),
      );
      return outcomes;
    } catch (error) {
      this.forgetTips();
      throw error;
    }
  }

  /**
   * The fast path for the most common append: a single fact by a process that knows the tip is one statement. The
   * database refuses it if that knowledge is stale, or if another process is writing; then the slow path decides.
   */
  appendAlone(request: AppendRequest): RequestOutcome<AppendOutcome> | undefined {
    const tip = this.#tips.get(request.journal);
    if (tip === undefined || request.key || request.facts.length !== 1) return undefined;
    if (this.#recent.known > 0 || this.#deferJournals <= 1) return undefined;
    if (request.expectedSeq !== undefined && request.expectedSeq !== tip.seq) return undefined;
    try {
      this.#isDeferring = false;
      const value = this.#insert(request, tip, tip.branch);
      this.#connection.noteWrite();
      const { journal } = request;
      this.#onAppended([{ journal, branch: tip.branch, facts: value.facts }], [journal]);
      return { value };
    } catch (error) {
      if (isConstraint(error) || isBusy(error)) return undefined;
      this.forgetTips();
      return { error: storeError(this.#connection.file, error) };
    }
  }

  #isBroad(group: readonly AppendRequest[]): boolean {
    const journals = () => new Set(group.map(({ journal }) => journal)).size;
    return group.length >= this.#deferJournals && journals() >= this.#deferJournals;
  }

  #append(request: AppendRequest, written: WrittenFacts[]): RequestOutcome<AppendOutcome> {
    const { journal, key, expectedSeq } = request;
    const tip = this.#tips.get(journal) ?? this.#lookUp(journal);
    const head = tip?.seq ?? 0;
    const repeated = key && tip && this.#firstUse(journal, tip.branch, key);
    if (repeated) return repeated;
    if (expectedSeq !== undefined && expectedSeq !== head) return { value: { ok: false, head } };
    if (request.facts.length === 0) return { value: { ok: true, head, facts: [] } };
    // The database refuses such a fact only when it gets its place, together with all others that wait.
    if (tip && this.#isDeferring && !this.#branches.canGrow(tip)) {
      this.#tips.delete(journal);
      return { error: lostEnd(journal) };
    }
    const branch = tip?.branch ?? this.#create(journal, request.ts);
    const value = this.#insert(request, tip ?? EMPTY_TIP, branch);
    written.push({ journal, branch, facts: value.facts });
    if (key) {
      const seal = keySeal({ ...key, from: head + 1, to: value.head });
      this.#insertKey.run(branch, key.name, key.digest, head + 1, value.head, seal);
      if (!this.#isDeferring) this.#markKeyed.run(branch, head + 1);
    }
    return { value };
  }

  #insert(request: AppendRequest, tip: Tip, branch: number): AppendOutcome & { ok: true } {
    const facts = placeAfter(tip, request);
    if (this.#isDeferring) this.#recent.add(branch, facts, { isKeyed: request.key !== undefined });
    else this.#branches.insert(branch, facts);
    const { seq, hash, ts } = facts.at(-1) ?? tip;
    this.#tips.set(request.journal, { branch, seq, hash, ts });
    return { ok: true, head: seq, facts };
  }

  #firstUse(
    journal: string,
    branch: number,
    key: { name: string; digest: string },
  ): RequestOutcome<AppendOutcome> | undefined {
    const first = this.#key.get(branch, key.name);
    if (first === undefined) return undefined;
    const [from, to] = [Number(first.from_seq), Number(first.to_seq)];
    if (!isRepetition(String(first.digest), key.digest))
      return { error: keyReused(journal, key.name, { from, to }) };
    return { value: { ok: true, head: to, facts: this.#branches.readAll(branch, from, to) } };
  }

  #lookUp(journal: string): BranchTip | undefined {
    const row = this.#branches.byId(journal);
    return row && { branch: row.branch, seq: row.tip.seq, hash: row.tip.hash, ts: row.tip.ts };
  }

  #create(id: string, createdAt: string): number {
    return this.#branches.create({
      id,
      parent: null,
      origin: { type: 'created' },
      createdAt,
      tip: EMPTY_TIP,
    });
  }
}

function isSmall(group: readonly AppendRequest[]): boolean {
  return group.every(
    ({ facts }) => facts.reduce((sum, { payload }) => sum + payload.length, 0) < SMALL_LENGTH,
  );
}

function lostEnd(journal: string): JournalError {
  return new JournalError('store-corrupt', {
    summary: `Nothing can follow the last fact of journal ${journal}: it is missing, or something other than Wayfold has added facts.`,
    fix: `Run \`wayfold journal verify ${journal}\`, then restore a backup or import an export.`,
  });
}
