import type { FactStore } from '../../../journal/store.ts';
import { DebouncedChanges } from '../../../sessions/debounced-changes.ts';
import { kindOf } from '../../../sessions/fact-kind.ts';
import { patchBetween } from '../../../sessions/json-patch.ts';
import { plannerTexts } from '../../../sessions/message.ts';
import type { OpenSession } from '../../../sessions/open-session.ts';
import type { SessionView } from '../../../sessions/session-view.ts';
import type { Feed } from '../event-streams.ts';
import { followActivity } from './activity-events.ts';
import type { ApiContext } from './api-context.ts';
import type { SessionAnswer } from './response-schemas.ts';
import { sessionResponse } from './session-response.ts';

/** How long changes gather before they are told: a burst of facts is one change. */
const DEBOUNCE_MS = 30;
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
): () => void {
  const { sessions, host } = context;
  let sent = sentBefore(lastEventId);
  const changes = new DebouncedChanges(async () => {
    const session = await sessions.find(id);
    if (changes.stopped) return;
    if (session === undefined) {
      changes.stop();
      await feed.send([{ event: 'deleted', data: { id } }]);
      feed.end();
      return;
    }
    const view = await session.view();
    // What the planner is doing changes all the time, and is told by events of its own.
    const answer = { ...(await sessionResponse(session, view, context)), hud: null };
    const event = await eventOf(session, view, { before: sent, answer });
    if (changes.stopped) return;
    sent = { answer, head: view.head, edition: view.edition };
    if (event) await feed.send([{ ...event, id: `${view.head}@${view.edition.replaceAll(' ', '_')}` }]);
  }, DEBOUNCE_MS);
  const ends = [
    store.watch(() => changes.add(id), id),
    host.follow((session) => {
      if (session === id) changes.add(id);
    }),
    followActivity(host.activity, id, feed),
    () => changes.stop(),
  ];
  changes.add(id);
  return () => {
    for (const end of ends) end();
  };
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
