import { JournalError } from '../../../journal/error.ts';
import type { Journal } from '../../../journal/journal.ts';
import type { FactStore, JournalSummary } from '../../../journal/store.ts';
import { watchRedactions } from '../store/redaction-watch.ts';
import { RECHECK_MS, type ReopeningStore } from '../store/reopening-store.ts';
import { type FeedEnds, feedChanges } from './change-feed.ts';
import type { Feed, StreamEvent } from './event-streams.ts';

/** A busy journal reports changes a few times a second, not a thousand. */
const GATHER_MS = 100;

/** The facts to follow, and the state of their journal when the stream started. */
export interface FactFeed {
  readonly journal: Journal;
  readonly summary: JournalSummary;
  readonly from: number;
}

/**
 * Streams a journal's facts from `from` on, then each new one. `redacted` means that facts already sent may have been
 * erased since. When the journal is deleted or recreated, the stream sends `deleted` and ends.
 */
export function feedFacts(store: FactStore, { journal, summary, from }: FactFeed, feed: Feed): FeedEnds {
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
        // The subscription starts one fact early, because it detects a recreated journal by the last fact it delivered.
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

/** Streams changes of the list of journals; `ready` means that nothing will be missed from here on. */
export function feedJournals(store: FactStore, feed: Feed): FeedEnds {
  const ends = feedChanges(feed, {
    gatherMs: GATHER_MS,
    watch: (changed) => [store.watch(changed)],
    eventsOf: (ids) => Promise.all(ids.map((id) => summaryEvent(store, id))),
  });
  void feed.send([{ event: 'ready', data: {} }]);
  return ends;
}

/** Sends nothing while there is no store, and ends as soon as there is one, so that clients reconnect to it. */
export function feedNothing(place: ReopeningStore, feed: Feed): FeedEnds {
  const looking = setInterval(() => {
    if (place.exists()) feed.end();
  }, RECHECK_MS);
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
