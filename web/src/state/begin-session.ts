import { ask } from '../api/client.ts';
import type { SessionState } from '../api/contracts.ts';
import { requestKey } from '../api/request-key.ts';
import { whenReachable } from './connection.ts';
import { putLine } from './sessions.ts';

/** The content of a new session. */
export interface NewSession {
  /** By default, derived from its goal. */
  readonly title?: string;
  readonly plannerId: string;
  readonly config?: unknown;
  /** The first input of its planner; in a conversation, the message of the other side. */
  readonly text?: string;
  /** What the person wants; in a conversation, guidance for the first message. */
  readonly goal?: string;
  readonly mode?: 'approve' | 'auto' | undefined;
}

/** Starts a session, once, and adds it to the list. Waits for the server while it is away. */
export async function beginSession(body: NewSession): Promise<SessionState> {
  const key = requestKey();
  const session = await whenReachable(() => ask<SessionState>('/api/sessions', { body, key }));
  putLine(session);
  return session;
}
