import type { Context } from 'hono';
import { z } from 'zod';
import type { PlannerRegistry } from '../../host/registry.ts';
import type { FactStore } from '../../journal/store.ts';
import type { Llm } from '../../model/llm.ts';
import type { EventStreams } from '../event-streams.ts';
import type { ReopeningStore } from '../reopening-store.ts';
import type { SessionHost } from './session-host.ts';
import type { SessionShelf } from './session-shelf.ts';
import type { SessionView } from './session-view.ts';

/** What all operations on sessions share. */
export interface ApiSetting {
  readonly place: ReopeningStore;
  readonly registry: PlannerRegistry;
  readonly llm: Llm;
  readonly streams: EventStreams;
  readonly host: SessionHost;
  readonly shelf: SessionShelf;
  /** The store to read from: an empty one when there is none. */
  current(): Promise<FactStore>;
  /** Who sends a request. */
  personOf(c: Context): string;
}

/** The id of a session in an address. */
export const SessionPath = z.strictObject({
  id: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/,
      'must be 1 to 128 letters, digits, ".", "_", ":" or "-", the first a letter or digit',
    ),
});

/** The session of a request, up to date. */
export async function askedSession(
  { current, shelf }: ApiSetting,
  { id }: z.infer<typeof SessionPath>,
): Promise<{ readonly store: FactStore; readonly view: SessionView }> {
  const store = await current();
  return { store, view: await shelf.view(store, id) };
}
