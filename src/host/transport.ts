import type { Envelope } from '../journal/fact.ts';
import type { Journal } from '../journal/journal.ts';
import type { FactStore } from '../journal/store.ts';
import { ConflictError } from '../kernel/error.ts';
import { stateOf } from '../kernel/projection/follow.ts';
import { agentLinkOf } from './a2a/connected/agent-link.ts';
import { publishedTasksOf } from './a2a/published/published-tasks.ts';
import { hosting, openHostJournal } from './engine/host-fold.ts';

/**
 * Who delivers the other side's messages to a session: another session, callers from outside, or an agent it is
 * connected to.
 */
export type Transport =
  | { readonly type: 'session'; readonly session: string }
  | { readonly type: 'callers' }
  | { readonly type: 'agent'; readonly name: string; readonly cardUrl: string };

/** The transport of a session; `undefined` if a person passes messages on. */
export async function transportOf(
  store: FactStore,
  journal: Pick<Journal<Envelope>, 'id' | 'facts' | 'describe' | 'append' | 'subscribe' | 'attachments'>,
): Promise<Transport | undefined> {
  const pair = (await stateOf(openHostJournal(store), hosting)).pairOf(journal.id);
  if (pair) return { type: 'session', session: pair.first === journal.id ? pair.second : pair.first };
  if ((await publishedTasksOf(journal)).isOpenToCallers) return { type: 'callers' };
  const link = await agentLinkOf(journal);
  return link && { type: 'agent', name: link.name, cardUrl: link.cardUrl };
}

/** Throws a conflict if a session has another transport than `wanted`: it talks to one side at a time. */
export async function checkTransport(
  store: FactStore,
  journal: Parameters<typeof transportOf>[1],
  wanted: Transport['type'],
): Promise<void> {
  const transport = await transportOf(store, journal);
  if (transport === undefined || transport.type === wanted) return;
  throw new ConflictError(refusalOf(transport, journal.id));
}

function refusalOf(transport: Transport, id: string): { readonly summary: string; readonly fix: string } {
  switch (transport.type) {
    case 'session':
      return {
        summary: `${id} is paired with ${transport.session}.`,
        fix: otherwise('Unpair them', `unpair ${id} ${transport.session}`),
      };
    case 'callers':
      return {
        summary: `${id} is published, and talks to whoever calls it.`,
        fix: otherwise('Stop publishing it', `unpublish ${id}`),
      };
    case 'agent':
      return {
        summary: `${id} is connected to ${transport.name}.`,
        fix: otherwise('Disconnect it', `disconnect ${id}`),
      };
  }
}

function otherwise(action: string, command: string): string {
  return `Nothing was appended. ${action} first, in the session's menu or with wayfold ${command}, or fork it and use the copy.`;
}
