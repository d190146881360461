import { useContext } from 'react';
import { create } from 'zustand';
import { ApiProblem, ask, sessionPath } from '../api/client.ts';
import type { Fact, Hud, SessionState } from '../api/contracts.ts';
import { openLiveStream } from '../api/live-stream.ts';
import { askWhenHeard } from './connection.ts';
import { SessionAside, useIsAside } from './session-aside.ts';

/** The session that the page shows, at its head and, while somebody travels, at an earlier moment. */
export interface OpenSession {
  readonly id: string | undefined;
  /** As it stands now. */
  readonly now: SessionState | undefined;
  /** As it was at `at`; `undefined` until that has arrived, and in the present. */
  readonly past: SessionState | undefined;
  /** The moment that is looked at; `undefined` is the present. */
  readonly at: number | undefined;
  /** The highest seq that is known of. */
  readonly head: number;
  readonly hud: Hud | null;
  readonly problem: ApiProblem | undefined;
  /** Whether the session was deleted under the page. */
  readonly gone: boolean;
  /** Grows whenever something in the past was erased: what was read of it is to be read again. */
  readonly erasures: number;
}

const TOO_MANY_REQUESTS = 429;

const NOTHING: OpenSession = {
  id: undefined,
  now: undefined,
  past: undefined,
  at: undefined,
  head: 0,
  hud: null,
  problem: undefined,
  gone: false,
  erasures: 0,
};

export const useOpenSession = create<OpenSession>(() => NOTHING);

/** The session in the moment that is looked at: what every panel shows. */
export function useShown(): SessionState | undefined {
  const aside = useContext(SessionAside);
  const open = useOpenSession(({ now, past, at }) => (at === undefined ? now : (past ?? now)));
  return aside ?? open;
}

/** Whether the present is shown, to be acted on. Nobody acts in the past, or in a session that is shown aside. */
export function useIsPresent(): boolean {
  const isAside = useIsAside();
  const isPresent = useOpenSession(({ at }) => at === undefined);
  return isPresent && !isAside;
}

const FRAME_MS = 16;
const factListeners = new Set<(facts: readonly Fact[]) => void>();

/** Calls back with the facts of the open session as they arrive, in order, each once. */
export function onFacts(listener: (facts: readonly Fact[]) => void): () => void {
  factListeners.add(listener);
  return () => factListeners.delete(listener);
}

let refresh = async (): Promise<void> => {};

/** Reads the open session again, such as after a command: its own facts may arrive a moment later. */
export async function refreshSession(): Promise<void> {
  await refresh();
}

/** Shows a session and keeps it up. Returns what ends that. */
export function openSession(id: string): () => void {
  useOpenSession.setState({ ...NOTHING, id });
  const isOpen = () => useOpenSession.getState().id === id;
  const read = latestOnly(async () => {
    try {
      const now = await ask<SessionState>(sessionPath(id));
      if (!isOpen()) return;
      useOpenSession.setState(({ head }) => ({
        now,
        hud: now.hud,
        head: Math.max(head, now.head),
        problem: undefined,
      }));
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      // One that was there was deleted while nobody was heard.
      if (isOpen()) {
        useOpenSession.setState(({ now }) =>
          now !== undefined && error.code === 'no-session' ? { gone: true } : { problem: error },
        );
      }
      // Refused for good, such as where there is no session: nothing will come.
      const { status } = error.details;
      if (status >= 400 && status < 500 && status !== TOO_MANY_REQUESTS) {
        close?.();
        close = undefined;
        return;
      }
    }
    if (isOpen() && !ended) close ??= follow();
  });
  refresh = read;
  void read();
  let ended = false;
  let close: (() => void) | undefined;
  const arrive = gathered((facts: readonly Fact[]) => {
    const { head } = useOpenSession.getState();
    const news = facts.filter(({ seq }) => seq > head);
    const last = news.at(-1);
    if (last === undefined || !isOpen()) return;
    useOpenSession.setState({ head: last.seq });
    for (const listener of factListeners) listener(news);
    void read();
  });
  // Begun once the head is known: what the session has at first is read, not told fact by fact.
  const follow = () =>
    openLiveStream({
      address: () => sessionPath(id, `/events?from=${useOpenSession.getState().head + 1}`),
      onOpen: () => void read(),
      onRefused: () => void read(),
      on: {
        fact: (data) => arrive(data as Fact),
        hud: (data) => useOpenSession.setState({ hud: data as Hud }),
        redacted: () => {
          useOpenSession.setState(({ erasures }) => ({ erasures: erasures + 1 }));
          void read();
        },
        deleted: () => useOpenSession.setState({ gone: true }),
      },
    });
  return () => {
    ended = true;
    close?.();
    refresh = async () => {};
    if (isOpen()) useOpenSession.setState(NOTHING);
  };
}

/** Goes to a moment of the open session, or back to the present. */
export function travelTo(at: number | undefined): void {
  const { id, head } = useOpenSession.getState();
  if (id === undefined) return;
  const moment = at === undefined || at >= head ? undefined : Math.max(1, at);
  if (moment === undefined) {
    useOpenSession.setState({ at: undefined, past: undefined });
    return;
  }
  useOpenSession.setState({ at: moment });
  void readMoment();
}

const readMoment = latestOnly(async () => {
  const { id, at } = useOpenSession.getState();
  if (id === undefined || at === undefined) return;
  try {
    const past = await askWhenHeard<SessionState>(sessionPath(id, `?at=${at}`));
    const wanted = useOpenSession.getState();
    if (wanted.id === id && wanted.at !== undefined) useOpenSession.setState({ past });
    if (wanted.at !== at) void readMoment();
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    useOpenSession.setState({ problem: error });
  }
});

/** Hands over what came within a frame at once: drawing takes longer than a fact takes to come. */
function gathered<Item>(take: (items: readonly Item[]) => void): (item: Item) => void {
  let waiting: Item[] = [];
  return (item) => {
    if (waiting.push(item) > 1) return;
    setTimeout(() => {
      const items = waiting;
      waiting = [];
      take(items);
    }, FRAME_MS);
  };
}

/** Runs one at a time, and once more when it was asked for in between. Resolves after a run that began since. */
function latestOnly(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const begin = () => {
    next = undefined;
    running = run().finally(() => {
      running = undefined;
    });
    return running;
  };
  return () => {
    if (running === undefined && next === undefined) return begin();
    next ??= Promise.allSettled([running]).then(begin);
    return next;
  };
}
