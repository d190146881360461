import type { Envelope } from '../journal/fact.ts';
import type { Journal } from '../journal/journal.ts';
import { type Snapshot, snapshotText } from '../journal/snapshot.ts';
import { eventOf } from './event.ts';
import { isBookkeeping } from './facts.ts';

/** How many facts a snapshot is behind before the next one is saved. */
export const DEFAULT_SNAPSHOT_EVERY = 500;

const MOST_EVENTS_HELD = 10_000;

/** A fold, and how its snapshots are kept. */
export interface FoldOptions<Folded, Event, State> {
  /** Names the fold among the journal's snapshots. */
  readonly name: string;
  /** Change it whenever the fold changes: snapshots of another version are not used. */
  readonly version: number;
  /** See {@link Fold}. */
  fold(events: readonly Event[], from?: State): Folded;
  /** The state to continue from later, as plain JSON data. Without it every load starts at the first fact. */
  snapshot?(folded: Folded): State;
  readonly snapshotEvery?: number;
}

/** Loads a fold of a journal: from its newest snapshot and the facts after it. */
export async function foldJournal<Folded, Event extends { readonly type: string }, State>(
  journal: FoldableJournal,
  options: FoldOptions<Folded, Event, State>,
): Promise<{ readonly folded: Folded; readonly head: number }> {
  const folding = await Folding.open(journal, options);
  for await (const page of journal.facts({ from: folding.head + 1 }).pages()) folding.take(page);
  await folding.save();
  return { folded: folding.folded(), head: folding.head };
}

/** What folding needs of a journal. */
export type FoldableJournal = Pick<
  Journal<Envelope>,
  'facts' | 'loadSnapshot' | 'saveSnapshot' | 'redactions'
>;

/** A fold on its way through a journal: the newest snapshot and the events since. */
export class Folding<Folded, Event extends { readonly type: string }, State> {
  readonly #journal: FoldableJournal;
  readonly #options: FoldOptions<Folded, Event, State>;
  /** The fold of everything before `#events`. */
  #state: State | undefined;
  #events: Event[] = [];
  #head: number;
  #savedAt: number;
  readonly #redactions: number;

  static async open<Folded, Event extends { readonly type: string }, State>(
    journal: FoldableJournal,
    options: FoldOptions<Folded, Event, State>,
  ): Promise<Folding<Folded, Event, State>> {
    const { name, version, snapshot } = options;
    const redactions = snapshot ? await journal.redactions() : 0;
    const saved = snapshot && (await journal.loadSnapshot({ name, version }));
    // What this fold's own snapshot function returned under this name and version.
    const state = saved && frozen(saved.state as State);
    return new Folding(journal, options, { seq: saved?.seq ?? 0, state, redactions });
  }

  private constructor(
    journal: FoldableJournal,
    options: FoldOptions<Folded, Event, State>,
    { seq, state, redactions }: { seq: number; state: State | undefined; redactions: number },
  ) {
    this.#journal = journal;
    this.#options = options;
    this.#state = state;
    this.#head = seq;
    this.#savedAt = seq;
    this.#redactions = redactions;
  }

  /** The last seq that was taken in. */
  get head(): number {
    return this.#head;
  }

  /** Takes in the facts after `head`. Many of them are folded on the way, so that a long journal is not held whole. */
  take(facts: readonly Envelope[]): void {
    for (const fact of facts) {
      // The journal's types say that its facts are this fold's events.
      if (!isBookkeeping(fact)) this.#events.push(eventOf(fact) as unknown as Event);
      this.#head = fact.seq;
    }
    if (this.#options.snapshot && this.#events.length >= MOST_EVENTS_HELD) this.#fold();
  }

  /**
   * Saves a snapshot if one is due. That is before the command and not after it: a failure to save must not make a
   * command that was recorded look like one that failed.
   */
  async save(): Promise<void> {
    const { snapshot, snapshotEvery = DEFAULT_SNAPSHOT_EVERY } = this.#options;
    if (snapshot === undefined || this.#head - this.#savedAt < snapshotEvery) return;
    await this.#journal.saveSnapshot(this.#fold(), { redactions: this.#redactions });
    this.#savedAt = this.#head;
  }

  /** Puts the state in the place of the events that led to it. */
  #fold(): Snapshot {
    const { name, version, snapshot } = this.#options;
    const taken = { name, version, seq: this.#head, state: snapshot?.(this.folded()) };
    // Through JSON, as a snapshot that is loaded later comes: a state that does not survive it shows at once.
    const text = snapshotText(taken).state;
    this.#state = frozen(JSON.parse(text));
    this.#events = [];
    return taken;
  }

  /** A new one on each call: a handler that was asked to process is used up. */
  folded(): Folded {
    return this.#options.fold(this.#events, this.#state);
  }
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}
