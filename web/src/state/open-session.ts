import { useContext } from 'react';
import { create } from 'zustand';
import { ApiProblem, sessionPath } from '../api/client.ts';
import type { Fact, Hud, SessionState } from '../api/contracts.ts';
import { askWhenReachable } from './connection.ts';
import { SessionAside, useIsAside } from './session-aside.ts';
import { streamSession } from './session-stream.ts';

/** The session on the page, at its head and possibly at an earlier moment. */
export interface OpenSession {
  readonly id: string | undefined;
  /** Its current state. */
  readonly now: SessionState | undefined;
  /** Its state at `at`; `undefined` until it arrives, and in the present. */
  readonly past: SessionState | undefined;
  /** The moment on display; `undefined` is the present. */
  readonly at: number | undefined;
  /** The highest seq that is known of. */
  readonly head: number;
  /** The planner's current activity, kept apart from the session because it changes all the time. */
  readonly hud: Hud | null;
  readonly problem: ApiProblem | undefined;
  /** Whether the session was deleted meanwhile. */
  readonly gone: boolean;
  /** Grows with every erasure: what was read before has to be read again. */
  readonly erasures: number;
}

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

/** The session at the moment on display, which every panel shows. */
export function useShown(): SessionState | undefined {
  const aside = useContext(SessionAside);
  const open = useOpenSession(({ now, past, at }) => (at === undefined ? now : (past ?? now)));
  return aside ?? open;
}

/** Whether the present is shown and can be changed, which the past and compared sessions cannot. */
export function useIsPresent(): boolean {
  const isAside = useIsAside();
  const isPresent = useOpenSession(({ at }) => at === undefined);
  return isPresent && !isAside;
}

const factListeners = new Set<(facts: readonly Fact[]) => void>();

/** Calls back with the facts of the open session as they arrive, in order, each once. */
export function onFacts(listener: (facts: readonly Fact[]) => void): () => void {
  factListeners.add(listener);
  return () => factListeners.delete(listener);
}

/** How long to wait for the stream to deliver the result of a command before reading the session again. */
const MAX_WAIT_MS = 2000;

/** Resolves once the open session includes a fact; at once if another session is open. */
export async function shownUpTo(id: string, seq: number): Promise<void> {
  const isThere = ({ id: open, now }: OpenSession) => open !== id || (now !== undefined && now.head >= seq);
  if (isThere(useOpenSession.getState())) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(() => {
      restart();
      end();
    }, MAX_WAIT_MS);
    const stop = useOpenSession.subscribe((state) => {
      if (isThere(state)) end();
    });
  });
}

let restart = (): void => {};

/** Reads the open session again: pairings are not facts of its own. */
export function reloadSession(): void {
  restart();
}

/** Shows a session and keeps it up to date. Returns a function that stops. */
export function openSession(id: string): () => void {
  useOpenSession.setState({ ...NOTHING, id });
  const stream = streamSession(id, {
    onSession: (now) => useOpenSession.setState({ now, head: now.head, problem: undefined }),
    onFacts(facts) {
      for (const listener of factListeners) listener(facts);
    },
    onHud: (hud) => useOpenSession.setState({ hud }),
    onErased() {
      useOpenSession.setState(({ erasures }) => ({ erasures: erasures + 1 }));
      void readMoment();
    },
    onDeleted: () => useOpenSession.setState({ gone: true }),
    onProblem: (problem) => useOpenSession.setState({ problem }),
  });
  restart = stream.restart;
  return () => {
    stream.close();
    restart = () => {};
    if (useOpenSession.getState().id === id) useOpenSession.setState(NOTHING);
  };
}

/** Shows a moment of the open session, or the present. */
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
    const past = await askWhenReachable<SessionState>(sessionPath(id, `?at=${at}`));
    const wanted = useOpenSession.getState();
    if (wanted.id === id && wanted.at !== undefined) useOpenSession.setState({ past });
    if (wanted.at !== at) void readMoment();
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    useOpenSession.setState({ problem: error });
  }
});

/** Runs one at a time, and once more if requested meanwhile. Resolves after a run that started since. */
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
