import type { Envelope } from '../journal/fact.ts';
import type { Journal } from '../journal/journal.ts';
import { snapshotText } from '../journal/snapshot.ts';
import { AppendList } from './collections/append-list.ts';
import { eventOf } from './event.ts';
import { isBookkeeping } from './facts.ts';
import { type Following, follow } from './projection/follow.ts';
import type { Projection } from './projection/projection.ts';
import { frozen } from './projection/projection-snapshots.ts';

const MAX_EVENTS_HELD = 10_000;

/** A fold, and how to store its snapshots. */
export interface FoldOptions<Folded, Event, State> {
  /** The name of the fold's snapshots. */
  readonly name: string;
  /** Change it whenever the fold changes: snapshots of another version are not used. */
  readonly version: number;
  /** See {@link Fold}. */
  fold(events: readonly Event[], from?: State): Folded;
  /** The state to continue from later, as plain JSON. Without it every load starts at the first fact. */
  snapshot?(folded: Folded): State;
  readonly snapshotEvery?: number;
}

/** The part of a journal that folding needs. */
export type FoldableJournal = Pick<
  Journal<Envelope>,
  'facts' | 'loadSnapshot' | 'saveSnapshot' | 'redactions'
>;

/** Loads a fold of a journal from its newest snapshot and the facts after it. */
export async function foldJournal<Folded, Event extends { readonly type: string }, State>(
  journal: FoldableJournal,
  options: FoldOptions<Folded, Event, State>,
): Promise<{ readonly folded: Folded; readonly head: number }> {
  const following = followEvents(journal, options);
  const events = await following.catchUp();
  return { folded: foldedOf(events, options), head: following.head };
}

/** The events of a journal that are not folded yet, and the fold of everything before them. */
export interface UnfoldedEvents<Event, State> {
  readonly from: State | undefined;
  readonly events: AppendList<Event>;
}

/** An incremental fold of a journal. It folds only when needed, many events at once. */
export function followEvents<Folded, Event extends { readonly type: string }, State>(
  journal: FoldableJournal,
  options: FoldOptions<Folded, Event, State>,
): Following<UnfoldedEvents<Event, State>> {
  const { name, version, snapshot, snapshotEvery: every } = options;
  const projection = eventProjection(options);
  if (snapshot === undefined) return follow({ facts: (range) => journal.facts(range) }, projection);
  return follow(
    // A fold sees only events, so a snapshot is as valid in a fork as in the original.
    {
      facts: (range) => journal.facts(range),
      redactions: () => journal.redactions(),
      loadSnapshot: (wanted) => journal.loadSnapshot(wanted),
      saveSnapshot: (saved, at) => journal.saveSnapshot(saved, at),
    },
    projection,
    {
      snapshots: {
        name,
        version,
        every,
        save: (events) => snapshot(foldedOf(events, options)),
        restore: restored,
      },
    },
  );
}

/** See {@link followEvents}. Long journals are folded in batches, so that they are never entirely in memory. */
export function eventProjection<Folded, Event extends { readonly type: string }, State>(
  options: FoldOptions<Folded, Event, State>,
): Projection<UnfoldedEvents<Event, State>> {
  const { name, version, snapshot } = options;
  return {
    initial: () => ({ from: undefined, events: AppendList.empty() }),
    apply(state, fact) {
      if (isBookkeeping(fact)) return state;
      // The journal's types say that its facts are this fold's events.
      const next = { from: state.from, events: state.events.push(eventOf(fact) as unknown as Event) };
      if (snapshot === undefined || next.events.length < MAX_EVENTS_HELD) return next;
      // Through JSON, like a snapshot that is loaded.
      const saved = { name, version, seq: fact.seq, state: snapshot(foldedOf(next, options)) };
      return restored(frozen(JSON.parse(snapshotText(saved).state)));
    },
  };
}

/** A new one on each call: a handler that has processed a command cannot be reused. */
export function foldedOf<Folded, Event, State>(
  { events, from }: UnfoldedEvents<Event, State>,
  { fold }: Pick<FoldOptions<Folded, Event, State>, 'fold'>,
): Folded {
  return fold(events.slice(), from);
}

function restored<Event, State>(saved: unknown): UnfoldedEvents<Event, State> {
  // This fold's own snapshot function returned it under this name and version.
  return { from: saved as State, events: AppendList.empty() };
}
