import { conversationFact } from '../../../harness/facts.ts';
import { JournalError } from '../../../journal/error.ts';
import type { Envelope, ProposedFact } from '../../../journal/fact.ts';
import type { Journal } from '../../../journal/journal.ts';
import type { FactStore } from '../../../journal/store.ts';
import { decideOn, stateOf } from '../../../kernel/projection/follow.ts';
import { pauseSession, sessionPausing } from '../../pausing.ts';
import type { PlannerRegistry } from '../../registry.ts';
import { openHostSession, type Session } from '../../session.ts';
import { type ContextSession, contextKey } from './published-contexts.ts';
import { publishedTasksOf, taskProjection } from './published-tasks.ts';

/** How much of a published session's id its forks contain. */
const MAX_PREFIX_LENGTH = 80;

/** An id for the session of a context; `unique` contains no hyphen. */
export function contextSessionId(published: string, unique: string): string {
  return `${published.slice(0, MAX_PREFIX_LENGTH)}-context-${unique}`;
}

/**
 * Opens the session of a context: a fork of the published one at the last point before any caller had said
 * anything, with the current setup. Creates it if necessary; if that is interrupted, the next call completes it.
 */
export async function openContextSession(
  { journal: published, store }: Session & { readonly store: FactStore },
  registry: PlannerRegistry,
  { contextId, session: id }: ContextSession,
): Promise<Session> {
  const tasks = await publishedTasksOf(published);
  await published.fork(tasks.lastSharedSeq, id).catch(isThere);
  const fork = await openHostSession(store, registry, id);
  const { contexts, title } = await publishedTasksOf(fork.journal);
  if (contexts.served !== undefined || contexts.isClosed) return fork;
  const renamed = { type: 'session_renamed', title: `${title} (caller ${contextKey(id)})` };
  const begun = [
    ...(await setupsSince(published, tasks.lastSharedSeq)),
    renamed,
    { type: 'a2a_context_opened', contextId, publishedSession: published.id },
  ];
  // Somebody else may do it at the same time.
  await decideOn(fork.journal, taskProjection, ({ contexts: { served } }) => ({
    append: served ? [] : begun,
  }));
  await pauseLike(published, fork.journal);
  return await openHostSession(store, registry, id);
}

function isThere(error: unknown): void {
  if (!(error instanceof JournalError) || error.code !== 'journal-exists') throw error;
}

/** The last setup of each planner after a fact. */
async function setupsSince(journal: Journal<Envelope>, seq: number): Promise<readonly ProposedFact[]> {
  const last = new Map<string, ProposedFact>();
  for (const envelope of await journal.facts({ from: seq + 1 })) {
    const fact = envelope.type === 'planner_configured' ? conversationFact(envelope) : undefined;
    if (fact?.type !== 'planner_configured') continue;
    const { seq: _seq, id: _id, ts: _ts, v: _v, ...setup } = { ...envelope, ...fact };
    last.delete(fact.plannerId);
    last.set(fact.plannerId, setup);
  }
  return [...last.values()];
}

/** Contexts of a paused published session start paused too. If its limit is reached, a context has its own budget. */
async function pauseLike(published: Journal<Envelope>, fork: Journal<Envelope>): Promise<void> {
  const { pause } = (await stateOf(published, sessionPausing)).pauses;
  if (pause?.cause !== 'person') return;
  await pauseSession(fork, { by: pause.by, reason: pause.reason });
}
