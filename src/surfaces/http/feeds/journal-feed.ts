import { JournalError } from '../../../journal/error.ts';
import type { Journal } from '../../../journal/journal.ts';
import type { FactStore, JournalSummary } from '../../../journal/store.ts';
import { watchRedactions } from '../store/redaction-watch.ts';
import { LOOK_AGAIN_MS, type ReopeningStore } from '../store/reopening-store.ts';
import { type FeedEnds, feedChanges } from './change-feed.ts';
import type { Feed, StreamEvent } from './event-streams.ts';

/** A busy journal is news a few times a second, not a thousand. */
const GATHER_MS = 100;

/** The facts that somebody follows, and what was known of their journal at the time. */
export interface FollowedFacts {
  readonly journal: Journal;
  readonly summary: JournalSummary;
  readonly from: number;
}

/**
 * Feeds a journal's facts from `from` on, then each as it is appended. `redacted` says that what was fed before may hold
 * what is erased by now. When the journal is deleted, or made anew under its id, that is told as `deleted`, and the feed
 * ends.
 */
export function feedFacts(store: FactStore, { journal, summary, from }: FollowedFacts, feed: Feed): FeedEnds {
  const { id } = journal;
  let ended = false;
  const end = async (last: readonly StreamEvent[]): Promise<void> => {
    if (ended) return;
    ended = true;
    await feed.send(last);
    feed.end();
  };
  const gone = () => end([{ event: 'deleted', data: { id } }]);
  return [
    () => {
      ended = true;
    },
    journal.subscribe(
      {
        // One fact more than wanted: by the last fact it delivered, a subscription knows that the journal is the same.
        from: Math.max(from - 1, 1),
        onError: (error, retrying) => {
          if (!retrying) void (isGone(error) ? gone() : end([]));
        },
      },
      async (facts) => {
        const wanted = facts.filter(({ seq }) => seq >= from);
        if (wanted.length > 0)
          await feed.send(wanted.map((fact) => ({ event: 'fact', id: fact.seq, data: fact })));
      },
    ),
    ...feedChanges(feed, {
      gatherMs: GATHER_MS,
      watch: (changed) => [store.watch(changed, id)],
      async eventsOf() {
        const now = await store.describe(id);
        if (now?.createdAt === summary.createdAt) return [{ event: 'journal', data: now }];
        await gone();
        return [];
      },
    }),
    watchRedactions(store, { journal: id }, () => feed.send([{ event: 'redacted', data: { id } }])),
  ];
}

/** Feeds what changed in the list of journals; `ready` says that from now on nothing is missed. */
export function feedJournals(store: FactStore, feed: Feed): FeedEnds {
  const ends = feedChanges(feed, {
    gatherMs: GATHER_MS,
    watch: (changed) => [store.watch(changed)],
    eventsOf: (ids) => Promise.all(ids.map((id) => summaryEvent(store, id))),
  });
  void feed.send([{ event: 'ready', data: {} }]);
  return ends;
}

/** Feeds nothing while there is no store, and ends when there is one: who comes back then gets what is in it. */
export function feedNothing(place: ReopeningStore, feed: Feed): FeedEnds {
  const looking = setInterval(() => {
    if (place.exists()) feed.end();
  }, LOOK_AGAIN_MS);
  void feed.send([{ event: 'ready', data: {} }]);
  return [() => clearInterval(looking)];
}

async function summaryEvent(store: FactStore, id: string): Promise<StreamEvent> {
  const summary = await store.describe(id);
  return summary ? { event: 'journal', data: summary } : { event: 'deleted', data: { id } };
}

function isGone(error: unknown): boolean {
  return error instanceof JournalError && error.code === 'journal-not-found';
}
