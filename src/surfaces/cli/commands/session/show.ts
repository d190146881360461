import { once } from 'node:events';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import type { SessionView } from '../../../../sessions/session-view.ts';
import { withSessions } from '../../config/open-sessions.ts';
import type { Invocation } from '../../invocation.ts';
import { terminalOf } from '../../terminal/paint.ts';
import { TerminalScreen } from '../../terminal/terminal-screen.ts';
import { sessionLines } from './session-lines.ts';
import { printSession } from './session-turn.ts';

/** How a session is shown. */
export interface ShowOptions {
  /** As it was right after this fact. */
  readonly at?: number;
  /** Again whenever it changes. */
  readonly watch?: boolean;
}

/** Shows a session as it stands, as it was, or as it changes. */
export async function show(
  invocation: Invocation,
  id: string,
  { at, watch = false }: ShowOptions,
): Promise<undefined> {
  await withSessions(invocation, { create: false }, async (sessions) => {
    const session = await sessions.open(id);
    if (!watch) await printSession(invocation, await session.view(at));
    else if (invocation.output.isTerminal && !invocation.output.json)
      await watchOnScreen(invocation, session);
    else await watchInLines(invocation, session);
  });
}

/** Draws until `q`, which is a good end, or Ctrl-C. */
async function watchOnScreen(invocation: Invocation, session: OpenSession): Promise<void> {
  const { signal, stdin } = invocation;
  const quit = new AbortController();
  let view = await session.view();
  const screen = new TerminalScreen({
    stdin,
    stdout: process.stdout,
    draw: ({ columns, rows }) =>
      sessionLines(view, { ...terminalOf(invocation), width: columns }).slice(0, rows),
    onQuit: () => quit.abort(),
    onInterrupt: () => process.kill(process.pid, 'SIGINT'),
  });
  screen.enter();
  const unfollow = session.follow((next) => {
    view = next;
    screen.redraw();
  });
  try {
    await aborted(AbortSignal.any([signal, quit.signal]));
    signal.throwIfAborted();
  } finally {
    unfollow();
    screen.leave();
  }
}

async function watchInLines(invocation: Invocation, session: OpenSession): Promise<void> {
  const { output, signal } = invocation;
  const failed = Promise.withResolvers<never>();
  let last: SessionView | undefined;
  const print = async (view: SessionView): Promise<void> => {
    if (view.head === last?.head && view.edition === last.edition) return;
    if (last !== undefined && !output.json) await output.line('');
    last = view;
    await printSession(invocation, view);
  };
  await print(await session.view());
  const unfollow = session.follow((view) => print(view).catch(failed.reject));
  try {
    await Promise.race([aborted(signal), failed.promise]);
    signal.throwIfAborted();
  } finally {
    unfollow();
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
