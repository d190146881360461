import { JournalError } from '../../journal/error.ts';
import type { Journal } from '../../journal/journal.ts';
import type { FactStore, JournalSummary } from '../../journal/store.ts';
import { DebouncedChanges } from '../../sessions/debounced-changes.ts';
import type { Feed } from './event-streams.ts';
import { watchRedactions } from './redaction-watch.ts';
import { LOOK_AGAIN_MS, type ReopeningStore } from './reopening-store.ts';

/** How long changes gather before they are told: a busy journal is news a few times a second, not a thousand. */
const GATHER_MS = 100;

/** The facts that somebody follows, and what was known of their journal at the time. */
export interface FollowedFacts {
  readonly journal: Journal;
  readonly summary: JournalSummary;
  readonly from: number;
}

type SummaryEvent =
  | { readonly event: 'journal'; readonly data: JournalSummary }
  | { readonly event: 'deleted'; readonly data: { readonly id: string } };

/**
 * Feeds a journal's facts from `from` on, then each as it is appended. `redacted` says that what was fed before may hold
 * what is erased by now. When the journal is deleted, or made anew under its id, that is told as `deleted`, and the feed
 * ends.
 */
export function feedFacts(
  store: FactStore,
  { journal, summary, from }: FollowedFacts,
  feed: Feed,
): () => void {
  const { id } = journal;
  let ended = false;
  const end = async (last: readonly SummaryEvent[]): Promise<void> => {
    if (ended) return;
    ended = true;
    await feed.send(last);
    feed.end();
  };
  const gone = () => end([{ event: 'deleted', data: { id } }]);

  const unsubscribe = journal.subscribe(
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
  );
  const unwatch = watchSummaries(
    store,
    async ([now]) => {
      if (now?.event === 'journal' && now.data.createdAt === summary.createdAt) await feed.send([now]);
      else await gone();
    },
    id,
  );
  const forget = watchRedactions(store, { journal: id }, () =>
    feed.send([{ event: 'redacted', data: { id } }]),
  );
  return () => {
    ended = true;
    unsubscribe();
    unwatch();
    forget();
  };
}

/** Feeds what changed in the list of journals; `ready` says that from now on nothing is missed. */
export function feedJournals(store: FactStore, feed: Feed): () => void {
  const unwatch = watchSummaries(store, (events) => feed.send(events));
  void feed.send([{ event: 'ready', data: {} }]);
  return unwatch;
}

/** Feeds nothing while there is no store, and ends when there is one: who comes back then gets its journals. */
export function feedNothing(place: ReopeningStore, feed: Feed): () => void {
  const looking = setInterval(() => {
    if (place.exists()) feed.end();
  }, LOOK_AGAIN_MS);
  void feed.send([{ event: 'ready', data: {} }]);
  return () => clearInterval(looking);
}

function watchSummaries(
  store: FactStore,
  listener: (events: readonly SummaryEvent[]) => Promise<void>,
  only?: string,
): () => void {
  const changes = new DebouncedChanges(async (ids) => {
    const events = await Promise.all(ids.map((id) => summaryEvent(store, id)));
    if (!changes.stopped) await listener(events);
  }, GATHER_MS);
  const unwatch = store.watch((id) => changes.add(id), only);
  return () => {
    changes.stop();
    unwatch();
  };
}

async function summaryEvent(store: FactStore, id: string): Promise<SummaryEvent> {
  const summary = await store.describe(id);
  return summary ? { event: 'journal', data: summary } : { event: 'deleted', data: { id } };
}

function isGone(error: unknown): boolean {
  return error instanceof JournalError && error.code === 'journal-not-found';
}
