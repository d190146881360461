import type { Feed } from '../event-streams.ts';
import type { ActivityStatus } from './activity-status.ts';

/** How long changes gather before they are told: a draft that streams in is news a few times a second. */
const GATHER_MS = 100;

/** Feeds what a session's planner is doing, now and whenever it changes, until the returned function is called. */
export function followActivity(board: ActivityStatus, session: string, feed: Feed): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = (): void => {
    timer = undefined;
    void feed.send([{ event: 'hud', data: board.of(session) }]);
  };
  const unfollow = board.follow(session, () => {
    timer ??= setTimeout(tell, GATHER_MS);
  });
  tell();
  return () => {
    clearTimeout(timer);
    unfollow();
  };
}
