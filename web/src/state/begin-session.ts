import { ask } from '../api/client.ts';
import type { SessionState } from '../api/contracts.ts';
import { requestKey } from '../api/request-key.ts';
import { whenReachable } from './connection.ts';
import { putLine } from './sessions.ts';

/** What a session begins with. */
export interface NewSession {
  /** Without it, it is called after what it is about. */
  readonly title?: string;
  readonly plannerId: string;
  readonly config?: unknown;
  /** What is said to its planner at first; in a conversation, what the other side said. */
  readonly text?: string;
  /** What the person wants; in a conversation, guidance for the first message. */
  readonly goal?: string;
  readonly mode?: 'approve' | 'auto' | undefined;
}

/** Begins a session, once, and shows it in the list. While the server is away it waits for it. */
export async function beginSession(body: NewSession): Promise<SessionState> {
  const key = requestKey();
  const session = await whenReachable(() => ask<SessionState>('/api/sessions', { body, key }));
  putLine(session);
  return session;
}
