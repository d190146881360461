import type { FactStore } from '../../../journal/store.ts';
import { DebouncedChanges } from '../../../sessions/debounced-changes.ts';
import type { Feed } from '../event-streams.ts';
import type { ApiContext } from './api-context.ts';
import { sessionLine } from './session-response.ts';

/** How long changes gather before they are told. */
const GATHER_MS = 50;

/**
 * Feeds the line of every session that changes, as the list has it, and `gone` for one that was deleted. `ready` says
 * that from now on nothing is missed: who reads the list after it, and applies what comes, always has all of it.
 */
export function feedSessions(
  store: FactStore,
  { sessions, host }: Pick<ApiContext, 'sessions' | 'host'>,
  feed: Feed,
): () => void {
  /** The lines as they were told last: not all that happens to a session shows in its line. */
  const told = new Map<string, string>();
  const changes = new DebouncedChanges(async (ids) => {
    const events = [];
    for (const id of ids) {
      const summary = await sessions.summary(id);
      if (changes.stopped) return;
      const line = summary && sessionLine(summary, { host, registry: sessions.registry });
      const text = JSON.stringify(line);
      if (line === undefined) {
        if ((await store.describe(id)) !== undefined) continue;
        told.delete(id);
        events.push({ event: 'gone', data: { id } });
      } else if (told.get(id) !== text) {
        told.set(id, text);
        events.push({ event: 'session', data: line });
      }
    }
    if (events.length > 0) await feed.send(events);
  }, GATHER_MS);
  const ends = [
    store.watch((id) => changes.add(id)),
    host.follow((id) => changes.add(id)),
    () => changes.stop(),
  ];
  void feed.send([{ event: 'ready', data: {} }]);
  return () => {
    for (const end of ends) end();
  };
}
