import type { Context } from 'hono';
import { z } from 'zod';
import type { FactStore } from '../../../journal/store.ts';
import type { Llm } from '../../../model/llm.ts';
import type { OpenSession } from '../../../sessions/open-session.ts';
import type { Sessions } from '../../../sessions/sessions.ts';
import type { EventStreams } from '../feeds/event-streams.ts';
import type { ReopeningStore } from '../store/reopening-store.ts';
import type { SessionHost } from './live/session-host.ts';
import { sessionResponse } from './responses/session-response.ts';

/** The dependencies that all routes share. */
export interface ApiContext {
  readonly place: ReopeningStore;
  readonly sessions: Sessions;
  readonly llm: Llm;
  readonly streams: EventStreams;
  readonly host: SessionHost;
  /** The store to read from: an empty one if none exists yet. */
  current(): Promise<FactStore>;
  /** The person who sent a request. */
  personOf(c: Context): string;
}

/** A session id in a path. */
export const SessionPath = z.strictObject({
  id: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/,
      'must be 1 to 128 letters, digits, ".", "_", ":" or "-", the first a letter or digit',
    ),
});

/** A journal id in a path. The store validates it. */
export const JournalPath = z.strictObject({ id: z.string() });

/** An id for a new session; names that collide with other paths under `/sessions` are refused. */
export const NewId = SessionPath.shape.id
  .refine((id) => !id.startsWith('wayfold:'), 'must not begin with wayfold:')
  .refine((id) => id !== 'events', 'must not be events');

/** Responds with a newly created session. */
export async function created(c: Context, context: ApiContext, session: OpenSession): Promise<Response> {
  c.header('Location', `/api/sessions/${session.id}`);
  return c.json(await sessionResponse(session, await session.view(), context), 201);
}
