import { JournalError } from '../../journal/error.ts';
import type { Envelope } from '../../journal/fact.ts';
import { hashOfLast, type Journal } from '../../journal/journal.ts';
import { noSuchFact } from '../../journal/refusals.ts';
import type { JournalSummary } from '../../journal/store.ts';
import { ProjectionSnapshots, type SnapshotOptions } from './projection-snapshots.ts';

/** Where a journal comes from. */
export interface ProjectionOrigin {
  /** The first seq that was, or will be, appended in this journal itself rather than copied by a fork or an import. */
  readonly nativeFrom: number;
  /** When the journal was created; empty if it has no facts or cannot tell. */
  readonly createdAt: string;
}

/**
 * A fold of a journal's facts. States are immutable: `apply` returns the next one, or the same one if nothing
 * changed.
 */
export interface Projection<State> {
  initial(origin: ProjectionOrigin): State;
  /**
   * Pure. It gets every fact in order, including bookkeeping; an erased fact as
   * `{ type: 'redacted', redactedType }`.
   */
  apply(state: State, fact: Envelope): State;
}

/** An immutable state that takes one fact after the other: `accept` returns the next state. */
export interface FactFold<Self> {
  accept(fact: Envelope): Self;
}

/** The projection of a journal for a fold. */
export function foldProjection<State extends FactFold<State>>(
  initial: (origin: ProjectionOrigin) => State,
): Projection<State> {
  return { initial, apply: (fold, fact) => fold.accept(fact) };
}

/** A fold after these facts. */
export function acceptAll<State extends FactFold<State>>(fold: State, facts: Iterable<Envelope>): State {
  let state = fold;
  for (const fact of facts) state = state.accept(fact);
  return state;
}

/**
 * The part of a journal that projections need. Without `describe` it counts as an original, without `redactions` as
 * never erased, and without `watch` changes are seen only by `catchUp`.
 */
export type ProjectedJournal = Pick<Journal<Envelope>, 'facts'> &
  Partial<
    Pick<Journal<Envelope>, 'id' | 'describe' | 'redactions' | 'watch' | 'loadSnapshot' | 'saveSnapshot'>
  >;

/** How many states to keep for returning to an earlier one. */
export interface CheckpointOptions {
  /** How many facts lie between two of them: as many as can be read in an instant. */
  readonly every?: number;
  /** How many to keep at most; for longer journals every second one, and so on. */
  readonly most?: number;
}

/** What a read keeps on its way. */
export interface FoldSetting<State> {
  readonly checkpoints?: CheckpointOptions | undefined;
  readonly snapshots?: SnapshotOptions<State> | undefined;
}

const FACTS_BETWEEN = 4096;
const MAX_KEPT = 32;
const UNKNOWN: ProjectionOrigin = { nativeFrom: 1, createdAt: '' };

/** A state with the fact it follows; of a snapshot only the seq is known. */
interface Moment<State> {
  readonly state: State;
  readonly seq: number;
  readonly id: string;
  readonly ts: string;
}

/**
 * One read of a journal, from its first fact or a snapshot on. It ends when the journal was replaced or something
 * in its store was erased: then the state is void.
 */
export class ProjectionFold<State> {
  readonly #journal: ProjectedJournal;
  readonly #projection: Projection<State>;
  readonly #checkpoints = new Map<number, Moment<State>>();
  readonly #most: number;
  #every: number;
  #origin: ProjectionOrigin | undefined;
  #moment: Moment<State>;
  readonly #snapshots: ProjectionSnapshots<State> | undefined;
  /** The first fact that was read. */
  #first: Pick<Envelope, 'seq' | 'id'> | undefined;
  #redactions: number | undefined;
  /** The hash of the fact at the head, if known: while it matches the journal's, there is nothing to read. */
  #hash: string | undefined;

  constructor(
    journal: ProjectedJournal,
    projection: Projection<State>,
    { checkpoints, snapshots }: FoldSetting<State> = {},
  ) {
    this.#journal = journal;
    this.#projection = projection;
    this.#every = checkpoints?.every ?? FACTS_BETWEEN;
    this.#most = checkpoints?.most ?? MAX_KEPT;
    this.#snapshots = snapshots && new ProjectionSnapshots(journal, snapshots);
    if (journal.describe === undefined) this.#origin = UNKNOWN;
    this.#moment = this.#start();
  }

  get state(): State {
    return this.#moment.state;
  }

  get head(): number {
    return this.#moment.seq;
  }

  get origin(): ProjectionOrigin {
    return this.#origin ?? UNKNOWN;
  }

  get edition(): string {
    return [this.origin.createdAt, this.#first?.id ?? '', this.#redactions ?? 0].join(' ');
  }

  /**
   * Reads new facts, page by page, until `take` returns false. Reads the last known fact again: if it differs, the
   * journal was deleted or recreated. Resolves to false if the state is void.
   */
  async read(take: (applied: readonly Envelope[]) => boolean): Promise<boolean> {
    // Counted before the facts are read: an erasure in between is noticed the next time.
    const [redactions, summary] = await Promise.all([
      this.#journal.redactions?.(),
      this.#journal.describe?.(),
    ]);
    const { head } = this;
    if (head > 0 && (redactions !== this.#redactions || this.#isAnother(summary))) return false;
    this.#redactions = redactions;
    if (head === 0) await this.#restore(summary);
    const known = this.#moment;
    if (summary && summary.head === known.seq && summary.hash === this.#hash) return true;
    let isSame = known.seq === 0;
    let goesOn = true;
    let pages = 0;
    // Up to the known end: checking for more would cost another query.
    const end = summary && redactions !== undefined ? { hash: summary.hash, redactions } : undefined;
    const news = {
      from: Math.max(1, known.seq),
      ...(known.id !== '' && { known }),
      ...(summary && { to: summary.head, end }),
    };
    for await (const page of this.#journal.facts(news).pages()) {
      isSame ||= page[0]?.seq !== known.seq || this.#isKnown(page[0]);
      if (!isSame) return false;
      this.#first ??= page[0];
      if (this.#origin === undefined) this.#begin(summary ?? (await this.#journal.describe?.()));
      pages += 1;
      goesOn = this.take(page, take);
      if (!goesOn) break;
    }
    // Between two pages the journal may have been recreated, so that the second page belongs to the new one.
    if (pages > 1) isSame = await this.#beginsAsBefore();
    if (isSame && goesOn) this.#hash = summary?.head === this.head ? summary.hash : undefined;
    return isSame;
  }

  /** Saves a snapshot if one is due. */
  async save(): Promise<void> {
    const moment = this.#moment;
    const state = await this.#snapshots?.save(moment, this.#redactions);
    if (state !== undefined && this.#moment === moment) this.#moment = { ...moment, state };
  }

  /** Applies the facts that come next, and reports them even if the projection throws at one. */
  take(facts: readonly Envelope[], tell: (applied: readonly Envelope[]) => boolean): boolean {
    const applied: Envelope[] = [];
    // Nothing can be folded before the journal's origin is known.
    if (this.#origin === undefined) return true;
    let isTold = true;
    try {
      for (const fact of facts) {
        if (fact.seq !== this.head + 1) continue;
        this.#moment = this.#next(this.#moment, fact);
        this.#first ??= fact;
        applied.push(fact);
      }
    } finally {
      this.#hash = facts.at(-1)?.seq === this.head ? hashOfLast(facts) : undefined;
      if (applied.length > 0) isTold = tell(applied);
    }
    return isTold;
  }

  /** The state right after the fact at `seq`, which is not beyond the head. */
  async at(seq: number): Promise<State> {
    if (seq === this.head) return this.state;
    const nearest = [...this.#checkpoints.keys()].filter((kept) => kept <= seq);
    let moment = this.#checkpoints.get(Math.max(0, ...nearest)) ?? this.#start();
    const saved = await this.#snapshots?.load({ nativeFrom: this.origin.nativeFrom, atMost: seq });
    if (saved && saved.seq > moment.seq) moment = { ...saved, id: '', ts: '' };
    for await (const page of this.#journal.facts({ from: moment.seq + 1, to: seq }).pages()) {
      for (const fact of page) {
        moment = this.#next(moment, fact);
        if (moment.seq % this.#every === 0) this.#keep(moment);
      }
    }
    if (moment.seq !== seq) throw noSuchFact(this.#journal.id ?? '', seq, moment.seq);
    return moment.state;
  }

  #start(): Moment<State> {
    return { state: this.#projection.initial(this.origin), seq: 0, id: '', ts: '' };
  }

  #next({ state }: Moment<State>, fact: Envelope): Moment<State> {
    const { seq, id, ts } = fact;
    return { state: this.#projection.apply(state, fact), seq, id, ts };
  }

  #begin(summary: JournalSummary | undefined): void {
    this.#origin = summary ? { nativeFrom: summary.nativeFrom, createdAt: summary.createdAt } : UNKNOWN;
    if (this.head === 0) this.#moment = this.#start();
  }

  /** Whether a fact is the one at the head. A snapshot accepts the one it finds. */
  #isKnown(fact: Envelope | undefined): boolean {
    const { state, seq, id, ts } = this.#moment;
    if (id === '' && fact?.seq === seq) this.#moment = { state, seq, id: fact.id, ts: fact.ts };
    return id === '' || (fact?.id === id && fact.ts === ts);
  }

  async #restore(summary: JournalSummary | undefined): Promise<void> {
    const saved = await this.#snapshots?.load({ nativeFrom: summary?.nativeFrom ?? 1 });
    if (saved) this.#moment = { ...saved, id: '', ts: '' };
  }

  async #beginsAsBefore(): Promise<boolean> {
    const { seq, id } = this.#first ?? { seq: 1, id: '' };
    const [first] = await this.#journal.facts({ from: seq, to: seq });
    return first?.id === id;
  }

  #isAnother(summary: JournalSummary | undefined): boolean {
    return this.#journal.describe !== undefined && summary?.createdAt !== this.origin.createdAt;
  }

  #keep(moment: Moment<State>): void {
    this.#checkpoints.set(moment.seq, moment);
    if (this.#checkpoints.size <= this.#most) return;
    this.#every *= 2;
    for (const seq of this.#checkpoints.keys()) if (seq % this.#every !== 0) this.#checkpoints.delete(seq);
  }
}

/** The error for a moment that a journal does not have. */
export function noSuchMoment(journal: Pick<ProjectedJournal, 'id'>, seq: number, head: number): JournalError {
  return new JournalError('invalid-seq', {
    expected: `a seq from 1 to ${head}, the head of ${journal.id ?? 'the journal'}`,
    actual: String(seq),
    fix: 'Choose a moment that the journal has.',
  });
}
