import type { FactStore } from '../../../../journal/store.ts';
import { patchBetween } from '../../../../sessions/compare/json-patch.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import { kindOf } from '../../../../sessions/view/fact-kind.ts';
import { plannerTexts } from '../../../../sessions/view/message.ts';
import type { SessionView } from '../../../../sessions/view/session-view.ts';
import { type FeedEnds, feedChanges } from '../../feeds/change-feed.ts';
import type { Feed, StreamEvent } from '../../feeds/event-streams.ts';
import type { ApiContext } from '../api-context.ts';
import type { SessionAnswer } from '../responses/response-schemas.ts';
import { sessionLine, sessionResponse } from '../responses/session-response.ts';
import type { ActivityStatus } from './activity-status.ts';

/** How long changes of one session gather: a burst of facts is one change. */
const SESSION_MS = 30;
/** How long changes of the list of sessions gather. */
const LIST_MS = 50;
/** How long changes of what a planner does gather: a draft that streams in is news a few times a second. */
const ACTIVITY_MS = 100;
/** How many facts a reader may have missed before it is shown the session anew. */
const MOST_MISSED = 1000;

/** What the reader of a stream has: the answer that was sent last, and what it showed. */
interface Sent {
  readonly answer: SessionAnswer | undefined;
  readonly head: number;
  readonly edition: string;
}

/**
 * Feeds a session whole, as `view`, and from then on what changes, as `change` with the new facts and a patch of what was
 * sent last. A journal that was made anew, and one with erased facts, is shown whole again. What the planner is doing is
 * told by `hud`. Who comes back with the id of the last event gets the facts that it has missed.
 */
export function feedSession(
  store: FactStore,
  {
    id,
    context,
    lastEventId,
  }: { readonly id: string; readonly context: ApiContext; readonly lastEventId?: string | undefined },
  feed: Feed,
): FeedEnds {
  const { sessions, host } = context;
  let sent = sentBefore(lastEventId);
  return [
    ...feedChanges(feed, {
      gatherMs: SESSION_MS,
      watch(changed) {
        changed(id);
        return [store.watch(changed, id), host.follow((session) => session === id && changed(id))];
      },
      async eventsOf() {
        const session = await sessions.find(id);
        if (session === undefined) {
          await feed.send([{ event: 'deleted', data: { id } }]);
          feed.end();
          return [];
        }
        const view = await session.view();
        // What the planner is doing changes all the time, and is told by events of its own.
        const answer = { ...(await sessionResponse(session, view, context)), hud: null };
        const event = await eventOf(session, view, { before: sent, answer });
        sent = { answer, head: view.head, edition: view.edition };
        return event ? [{ ...event, id: `${view.head}@${view.edition.replaceAll(' ', '_')}` }] : [];
      },
    }),
    ...feedActivity(host.activity, id, feed),
  ];
}

/** Feeds what a session's planner is doing, now and whenever it changes. */
export function feedActivity(activity: ActivityStatus, session: string, feed: Feed): FeedEnds {
  const hud = (): StreamEvent => ({ event: 'hud', data: activity.of(session) });
  void feed.send([hud()]);
  return feedChanges(feed, {
    gatherMs: ACTIVITY_MS,
    watch: (changed) => [activity.follow(session, () => changed(session))],
    eventsOf: async () => [hud()],
  });
}

/**
 * Feeds the line of every session that changes, as the list has it, and `gone` for one that was deleted. `ready` says
 * that from now on nothing is missed: who reads the list after it, and applies what comes, always has all of it.
 */
export function feedSessions(
  store: FactStore,
  { sessions, host }: Pick<ApiContext, 'sessions' | 'host'>,
  feed: Feed,
): FeedEnds {
  /** The lines as they were told last: not all that happens to a session shows in its line. */
  const told = new Map<string, string>();
  const eventOfSession = async (id: string): Promise<readonly StreamEvent[]> => {
    const summary = await sessions.summary(id);
    if (summary === undefined) {
      if ((await store.describe(id)) !== undefined) return [];
      told.delete(id);
      return [{ event: 'gone', data: { id } }];
    }
    const line = sessionLine(summary, { host, registry: sessions.registry });
    const text = JSON.stringify(line);
    if (told.get(id) === text) return [];
    told.set(id, text);
    return [{ event: 'session', data: line }];
  };
  const ends = feedChanges(feed, {
    gatherMs: LIST_MS,
    watch: (changed) => [store.watch(changed), host.follow(changed)],
    async eventsOf(ids) {
      const events: StreamEvent[] = [];
      for (const id of ids) events.push(...(await eventOfSession(id)));
      return events;
    },
  });
  void feed.send([{ event: 'ready', data: {} }]);
  return ends;
}

async function eventOf(
  { journal, module }: OpenSession,
  { head, edition, messages }: SessionView,
  { before, answer }: { readonly before: Sent | undefined; readonly answer: SessionAnswer },
): Promise<{ readonly event: string; readonly data: unknown } | undefined> {
  const isAnew =
    before === undefined ||
    before.edition !== edition ||
    before.head > head ||
    head - before.head > MOST_MISSED;
  if (isAnew) return { event: 'view', data: { head, session: answer } };
  const patch =
    before.answer === undefined
      ? [{ op: 'replace', path: '', value: answer } as const]
      : patchBetween(before.answer, answer);
  const facts = head > before.head ? await journal.facts({ from: before.head + 1, to: head }) : [];
  if (facts.length === 0 && patch.length === 0) return undefined;
  const kinds = facts.map((fact) => kindOf(fact, module));
  const texts = plannerTexts(
    messages,
    facts.map(({ seq }) => seq),
  );
  return { event: 'change', data: { head, facts, kinds, texts, patch } };
}

/** What a reader had, by the id of the last event it got. */
function sentBefore(lastEventId: string | undefined): Sent | undefined {
  const [, head, edition] = /^(\d{1,15})@([^ ]+)$/.exec(lastEventId ?? '') ?? [];
  if (head === undefined || edition === undefined) return undefined;
  return { answer: undefined, head: Number(head), edition: edition.replaceAll('_', ' ') };
}
