import type { Session } from '../../host/session.ts';
import { JournalError } from '../../journal/error.ts';
import { noSuchFact } from '../../journal/refusals.ts';
import { SessionView } from './session-view.ts';

/** How many facts lie between two moments that are kept: as many as are read in an instant. */
const FACTS_BETWEEN = 4096;
/** How many moments of a session are kept at most; of a longer session every second one, and so on. */
const MOST_KEPT = 32;

/**
 * The past of a session. On the way to a moment, views are left behind at regular distances, so that going to any other
 * moment reads only what lies after the nearest of them.
 */
export class SessionMoments {
  readonly session: Session;
  readonly #mostKept: number;
  readonly #kept = new Map<number, SessionView>();
  #between: number;
  #edition = '';

  constructor(session: Session, { between = FACTS_BETWEEN, mostKept = MOST_KEPT } = {}) {
    this.session = session;
    this.#between = between;
    this.#mostKept = mostKept;
  }

  /** The seqs of the moments that are kept. */
  get kept(): readonly number[] {
    return [...this.#kept.keys()].toSorted((a, b) => a - b);
  }

  /** The session as it was right after the fact at `seq`. */
  async at(seq: number): Promise<SessionView> {
    await this.#check(seq);
    const nearest = this.#kept.get(this.kept.findLast((kept) => kept <= seq) ?? 0);
    const view = nearest?.copy() ?? SessionView.before(this.session);
    do {
      const stop = (Math.floor(view.head / this.#between) + 1) * this.#between;
      const next = Math.min(stop, seq);
      await view.goTo(next);
      if (view.head < next) throw noSuchFact(this.session.journal.id, seq, view.head);
      if (stop < seq) this.#keep(view);
    } while (view.head < seq);
    // What was kept of another edition may hold what is erased by now.
    if (view.edition !== this.#edition) this.#kept.clear();
    return view;
  }

  async #check(seq: number): Promise<void> {
    const { journal } = this.session;
    const head = await journal.head();
    if (seq >= 1 && seq <= head) return;
    throw new JournalError('invalid-seq', {
      expected: `a seq from 1 to ${head}, the head of ${journal.id}`,
      actual: String(seq),
      fix: 'Choose a moment that the journal has.',
    });
  }

  #keep(view: SessionView): void {
    if (view.edition !== this.#edition) this.#kept.clear();
    this.#edition = view.edition;
    if (this.#kept.has(view.head)) return;
    this.#kept.set(view.head, view.copy());
    if (this.#kept.size <= this.#mostKept) return;
    this.#between *= 2;
    for (const seq of this.kept) if (seq % this.#between !== 0) this.#kept.delete(seq);
  }
}
