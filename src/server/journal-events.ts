import type { FactStore, Journal } from '../journal/index.ts';
import type { Feed, StreamEvent } from './event-streams.ts';

/** How long changes gather before they are told: a busy journal is news a few times a second, not a thousand. */
const GATHER_MS = 100;
const RETRY_MS = 1000;

/** Feeds a journal's facts from `from` on, then each as it is appended; ends when the journal is deleted. */
export function feedFacts(store: FactStore, journal: Journal, from: number, feed: Feed): () => void {
  const unsubscribe = journal.subscribe({ from, onError: () => undefined }, (facts) =>
    feed.send(facts.map((fact) => ({ event: 'fact', id: fact.seq, data: fact }))),
  );
  const unwatch = feedSummaries(store, feed, journal.id);
  return () => {
    unsubscribe();
    unwatch();
  };
}

/** Feeds what changed in the list of journals; `ready` says that from now on nothing is missed. */
export function feedJournals(store: FactStore, feed: Feed): () => void {
  const unwatch = feedSummaries(store, feed);
  void feed.send([{ event: 'ready', data: {} }]);
  return unwatch;
}

function feedSummaries(store: FactStore, feed: Feed, only?: string): () => void {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  const gather = (ms: number) => {
    if (!stopped) timer ??= setTimeout(tell, ms);
  };
  const tell = async (): Promise<void> => {
    const ids = [...changed];
    changed.clear();
    let wait = GATHER_MS;
    try {
      const events = await Promise.all(ids.map((id) => summaryEvent(store, id)));
      if (stopped) return;
      await feed.send(events);
      if (only !== undefined && events.some(({ event }) => event === 'deleted')) feed.end();
    } catch {
      // The store cannot be read just now. What changed is told when it can.
      for (const id of ids) changed.add(id);
      wait = RETRY_MS;
    }
    timer = undefined;
    if (changed.size > 0) gather(wait);
  };

  const unwatch = store.watch((id) => {
    changed.add(id);
    gather(GATHER_MS);
  }, only);
  return () => {
    stopped = true;
    clearTimeout(timer);
    unwatch();
  };
}

async function summaryEvent(store: FactStore, id: string): Promise<StreamEvent> {
  const summary = await store.describe(id);
  return summary ? { event: 'journal', data: summary } : { event: 'deleted', data: { id } };
}
