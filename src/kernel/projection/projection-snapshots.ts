import type { Envelope } from '../../journal/fact.ts';
import type { Journal } from '../../journal/journal.ts';
import { snapshotText } from '../../journal/snapshot.ts';

/** How many facts lie between two snapshots. */
const DEFAULT_SNAPSHOT_EVERY = 500;

/**
 * How to store states of a projection with their journal, so that reading need not start at the first fact.
 * Snapshots never contain redacted content: the store drops those that might.
 */
export interface SnapshotOptions<State> {
  /** The name of the projection's snapshots. */
  readonly name: string;
  /** Change it whenever the projection changes: snapshots of another version are not used. */
  readonly version: number;
  /** The state as plain JSON. */
  save(state: State): unknown;
  /** Restores the state from what `save` returned, which is frozen. */
  restore(saved: unknown): State;
  /**
   * How many facts lie between two snapshots, or follow one at `seq`, for states that grow with their journal;
   * default {@link DEFAULT_SNAPSHOT_EVERY}.
   */
  readonly every?: number | ((seq: number) => number) | undefined;
}

/** A state right after the fact at `seq`. */
interface SavedState<State> {
  readonly seq: number;
  readonly state: State;
}

/** The snapshots of one projection of a journal. */
export class ProjectionSnapshots<State> {
  readonly #journal: Partial<Pick<Journal<Envelope>, 'loadSnapshot' | 'saveSnapshot'>>;
  readonly #options: SnapshotOptions<State>;
  #savedAt = 0;

  constructor(
    journal: Partial<Pick<Journal<Envelope>, 'loadSnapshot' | 'saveSnapshot'>>,
    options: SnapshotOptions<State>,
  ) {
    this.#journal = journal;
    this.#options = options;
  }

  /**
   * The newest snapshot of a journal whose own facts begin at `nativeFrom`. A fork also has those of its source,
   * which record another origin.
   */
  async load({
    nativeFrom,
    atMost,
  }: {
    readonly nativeFrom: number;
    readonly atMost?: number;
  }): Promise<SavedState<State> | undefined> {
    const { name, version, restore } = this.#options;
    const saved = await this.#journal.loadSnapshot?.({ name, version, ...(atMost && { atMost }) });
    if (saved === undefined || (nativeFrom > 1 && saved.seq < nativeFrom)) return undefined;
    this.#savedAt = Math.max(this.#savedAt, saved.seq);
    return { seq: saved.seq, state: restore(frozen(saved.state)) };
  }

  /**
   * Saves a state if one is due, and resolves to the state that would be loaded, so that a state that does not
   * survive is noticed at once. Pass `redactions` as it was before the facts were read.
   */
  async save({ seq, state }: SavedState<State>, redactions: number | undefined): Promise<State> {
    const { name, version, save, restore, every = DEFAULT_SNAPSHOT_EVERY } = this.#options;
    const between = typeof every === 'function' ? every(this.#savedAt) : every;
    if (this.#journal.saveSnapshot === undefined || seq - this.#savedAt < between) return state;
    const snapshot = { name, version, seq, state: save(state) };
    const text = snapshotText(snapshot).state;
    await this.#journal.saveSnapshot(snapshot, redactions === undefined ? {} : { redactions });
    this.#savedAt = seq;
    return restore(frozen(JSON.parse(text)));
  }
}

/** Deeply frozen, so that any mutation fails at once. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}
