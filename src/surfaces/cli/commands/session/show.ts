import { withSessions } from '../../config/open-sessions.ts';
import type { Invocation } from '../../invocation.ts';
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
  if (watch) {
    await (await import('./watch.ts')).watch(invocation, id);
    return;
  }
  await withSessions(invocation, { create: false }, async (sessions) => {
    await printSession(invocation, await (await sessions.open(id)).view(at));
  });
}
