import { setTimeout } from 'node:timers/promises';
import { HostError } from '../../../../host/error.ts';
import { messagesSince } from '../../../../sessions/commands/turn.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import type { Sessions } from '../../../../sessions/sessions.ts';
import type { Message } from '../../../../sessions/view/message.ts';
import type { SessionView } from '../../../../sessions/view/session-view.ts';
import { withSessions } from '../../config/open-sessions.ts';
import { storeIdentity } from '../../config/reopening-store.ts';
import { type StoreLocation, storeExists } from '../../config/store-location.ts';
import { type Invocation, orInterrupted } from '../../invocation.ts';
import { TerminalScreen } from '../../terminal/terminal-screen.ts';
import { terminalOf } from '../../terminal/text/paint.ts';
import { printSession } from './session-turn.ts';
import { timeOf, type WatchedSession, watchFrame } from './watch-frame.ts';

/** A session at one moment, and the changes since the previous one. */
export interface WatchedMoment {
  readonly session: OpenSession;
  readonly view: SessionView;
  readonly news: readonly Message[];
  /** The first moment of a journal; its messages are older than the watch. */
  readonly isFirst: boolean;
}

/** Options of {@link watch}. */
export interface WatchOptions {
  /** The text to show while the session does not exist. Without it, a missing session is an error. */
  readonly missing?: readonly string[];
  /** Prints a moment to a pipe. Default: the session's view. */
  readonly print?: (moment: WatchedMoment) => Promise<void>;
}

/** A watcher of a session. */
interface Watcher {
  readonly signal: AbortSignal;
  /** Whether to wait for a missing session. Always true once it existed. */
  readonly waits: boolean;
  readonly onMoment: (moment: WatchedMoment) => void | Promise<void>;
  readonly onMissing: () => void;
  readonly onTrouble: () => void;
}

const POLL_MS = 200;

/** Shows a session live, with changes by any process: on a screen until `q` or Ctrl-C, or as lines in a pipe. */
export async function watch(invocation: Invocation, id: string, options: WatchOptions = {}): Promise<void> {
  const { output } = invocation;
  if (output.isTerminal && !output.json) await watchOnScreen(invocation, id, options);
  else await watchInLines(invocation, id, options);
}

/** Draws until `q`, which is a normal exit, or Ctrl-C. */
async function watchOnScreen(invocation: Invocation, id: string, { missing }: WatchOptions): Promise<void> {
  const { clock, signal, stdin } = invocation;
  const quit = new AbortController();
  let watched: WatchedSession = { view: undefined, missing: missing ?? [`Waiting for session ${id}`] };
  const screen = new TerminalScreen({
    stdin,
    stdout: process.stdout,
    draw: ({ columns: width, rows }) =>
      watchFrame(watched, { ...terminalOf(invocation), width, rows, now: clock.now() }),
    onQuit: () => quit.abort(),
    onInterrupt: () => process.kill(process.pid, 'SIGINT'),
  });
  const show = (news: Partial<WatchedSession>) => {
    watched = { ...watched, ...news };
    screen.redraw();
  };
  screen.enter();
  try {
    await follow(invocation, id, {
      signal: AbortSignal.any([signal, quit.signal]),
      waits: missing !== undefined,
      onMoment: ({ view }) => show({ view, trouble: undefined }),
      onMissing: () => show({ view: undefined, trouble: undefined }),
      onTrouble: () => {
        const now = clock.now();
        const at = timeOf(new Date(now).toISOString(), now);
        show({ trouble: `The store could not be read at ${at}; trying again` });
      },
    });
  } catch (error) {
    if (!quit.signal.aborted || signal.aborted) throw error;
  } finally {
    screen.leave();
  }
}

/** Prints lines for a file or another program. */
async function watchInLines(
  invocation: Invocation,
  id: string,
  { missing, print = printer(invocation) }: WatchOptions,
): Promise<void> {
  const { output, signal } = invocation;
  let waits = false;
  await follow(invocation, id, {
    signal,
    waits: missing !== undefined,
    onMoment: async (moment) => {
      waits = false;
      await print(moment);
    },
    onMissing: () => {
      if (!waits) output.note((missing ?? [`Waiting for session ${id}`]).join('\n'));
      waits = true;
    },
    onTrouble: () => output.note('The store cannot be read at the moment; trying again.'),
  });
}

/** Prints a session whenever it has changed. */
function printer(invocation: Invocation): (moment: WatchedMoment) => Promise<void> {
  let last: SessionView | undefined;
  return async ({ view }) => {
    if (view.head === last?.head && view.edition === last.edition) return;
    if (last !== undefined && !invocation.output.json) await invocation.output.line('');
    last = view;
    await printSession(invocation, view);
  };
}

/** Follows the session with this id in the current store, also after the store was replaced. */
async function follow(invocation: Invocation, id: string, watcher: Watcher): Promise<never> {
  const { location } = invocation;
  let { waits } = watcher;
  for (;;) {
    // Opening a missing store would be an error.
    while (waits && !storeExists(location)) await lookAgain(watcher);
    const replaced = new AbortController();
    const signal = AbortSignal.any([watcher.signal, replaced.signal]);
    try {
      await withSessions(invocation, { create: false, onError: watcher.onTrouble }, async (sessions) => {
        const stop = onceReplaced(location, () => replaced.abort());
        await followIn(sessions, id, { ...watcher, signal, waits }).finally(stop);
      });
    } catch (error) {
      if (watcher.signal.aborted || !replaced.signal.aborted) throw error;
    }
    waits = true;
  }
}

async function followIn(sessions: Sessions, id: string, watcher: Watcher): Promise<never> {
  const { signal, onMoment } = watcher;
  for (let { waits } = watcher; ; waits = true) {
    const session = await begun(sessions, id, { ...watcher, waits });
    const anew = Promise.withResolvers<void>();
    let seq = 0;
    const tell = async (view: SessionView, isFirst: boolean): Promise<void> => {
      const news = messagesSince(view, seq);
      seq = view.head;
      await onMoment({ session, view, news, isFirst });
    };
    await tell(await session.view(), true);
    const unfollow = session.follow((view, { restarted }) =>
      restarted ? anew.resolve() : tell(view, false).catch(anew.reject),
    );
    try {
      await orInterrupted(anew.promise, signal);
    } finally {
      unfollow();
    }
  }
}

/** The session, as soon as there is something to show. */
async function begun(sessions: Sessions, id: string, watcher: Watcher): Promise<OpenSession> {
  for (;;) {
    try {
      const session = await sessions.open(id);
      const { module, at } = await session.view();
      if (!watcher.waits || module.begun(at)) return session;
    } catch (error) {
      const isMissing = error instanceof HostError && error.code === 'no-session';
      if (!isMissing || !watcher.waits) throw error;
    }
    await lookAgain(watcher);
  }
}

async function lookAgain({ onMissing, signal }: Pick<Watcher, 'onMissing' | 'signal'>): Promise<void> {
  onMissing();
  await setTimeout(POLL_MS, undefined, { signal });
}

/** An open file stays readable after deletion and never changes, so the path is checked. */
function onceReplaced(location: StoreLocation, act: () => void): () => void {
  const opened = storeIdentity(location);
  const looking = setInterval(() => {
    if (storeIdentity(location) !== opened) act();
  }, POLL_MS);
  return () => clearInterval(looking);
}
