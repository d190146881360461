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

/** The debounce for changes of one session: a burst of facts is one change. */
const SESSION_MS = 30;
/** The debounce for changes of the list of sessions. */
const LIST_MS = 50;
/** The debounce for activity: a streaming draft updates a few times a second. */
const ACTIVITY_MS = 100;
/** A client that missed more facts than this gets the whole session again. */
const MAX_MISSED = 1000;

/** The state of a stream's client: the response sent last, and what it was built from. */
interface Sent {
  readonly answer: SessionAnswer | undefined;
  readonly head: number;
  readonly edition: string;
}

/**
 * Streams a session: first as a whole (`view`), then its changes (`change`) with the new facts and a patch of the last
 * response. A recreated journal, or one with erased facts, is sent as a whole again. `hud` reports the planner's
 * activity. A client that reconnects with its last event id gets the facts it missed.
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
        // Activity changes all the time and has its own events.
        const answer = { ...(await sessionResponse(session, view, context)), hud: null };
        const event = await eventOf(session, view, { before: sent, answer });
        sent = { answer, head: view.head, edition: view.edition };
        return event ? [{ ...event, id: `${view.head}@${view.edition.replaceAll(' ', '_')}` }] : [];
      },
    }),
    ...feedActivity(host.activity, id, feed),
  ];
}

/** Streams the activity of a session's planner, now and on every change. */
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
 * Streams the changed lines of the session list, and `gone` for a deleted session. `ready` means that nothing will be
 * missed from here on: a client that reads the list after it and applies the events is up to date.
 */
export function feedSessions(
  store: FactStore,
  { sessions, host }: Pick<ApiContext, 'sessions' | 'host'>,
  feed: Feed,
): FeedEnds {
  /** The lines sent last: not every change of a session changes its line. */
  const sent = new Map<string, string>();
  const eventOfSession = async (id: string): Promise<readonly StreamEvent[]> => {
    const summary = await sessions.summary(id);
    if (summary === undefined) {
      if ((await store.describe(id)) !== undefined) return [];
      sent.delete(id);
      return [{ event: 'gone', data: { id } }];
    }
    const line = sessionLine(summary, { host, registry: sessions.registry });
    const text = JSON.stringify(line);
    if (sent.get(id) === text) return [];
    sent.set(id, text);
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
    head - before.head > MAX_MISSED;
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

/** What a client had already received, by its last event id. */
function sentBefore(lastEventId: string | undefined): Sent | undefined {
  const [, head, edition] = /^(\d{1,15})@([^ ]+)$/.exec(lastEventId ?? '') ?? [];
  if (head === undefined || edition === undefined) return undefined;
  return { answer: undefined, head: Number(head), edition: edition.replaceAll('_', ' ') };
}
