import { isFinal } from '../../../harness/conversation/task-status.ts';
import { JournalError } from '../../../journal/error.ts';
import type { Envelope } from '../../../journal/fact.ts';
import { type Journal, openJournal } from '../../../journal/journal.ts';
import type { FactStore } from '../../../journal/store.ts';
import { HostError } from '../../error.ts';
import type { PlannerRegistry } from '../../registry.ts';
import { type RunningSession, type RunSessionOptions, runSession } from '../../run-session.ts';
import { openHostSession, type Session } from '../../session.ts';
import { A2aError } from '../error.ts';
import type { ConversationJournal } from '../facts.ts';
import { answerTasks } from './answer-tasks.ts';
import { publishedTasksOf } from './published-tasks.ts';

/** Opens a published session; `undefined` if there is none, or it is not published: nobody outside can tell which. */
export async function openPublishedSession(
  store: FactStore,
  registry: PlannerRegistry,
  id: string,
): Promise<Session | undefined> {
  try {
    const session = await openHostSession(store, registry, id);
    return (await publishedTasksOf(session.journal)).publication === undefined ? undefined : session;
  } catch (error) {
    const isNone =
      (error instanceof HostError && (error.code === 'no-session' || error.code === 'unknown-planner')) ||
      (error instanceof JournalError && error.code === 'invalid-journal-id');
    if (isNone) return undefined;
    throw error;
  }
}

/**
 * Whether callers can reach a session: it is published, or serves a context of a published one, or did until that
 * was unpublished.
 */
export type Reach = 'public' | 'private' | 'withdrawn';

/** How a session can currently be reached. */
export function reachOf(store: FactStore, journal: ConversationJournal): () => Promise<Reach> {
  let original: Journal<Envelope> | undefined;
  return async () => {
    const { publication, contexts } = await publishedTasksOf(journal);
    const { served } = contexts;
    if (served === undefined) return publication === undefined ? 'private' : 'public';
    original ??= openJournal(store, served.publishedSession);
    return (await publishedTasksOf(original)).publication === undefined ? 'withdrawn' : 'public';
  };
}

/** Runs a session for callers from outside: its messages are replies to them, and give them the turn. */
export async function runPublishedSession(
  session: Session,
  options: Omit<RunSessionOptions, 'deliver'>,
): Promise<RunningSession> {
  const { journal } = session;
  const { timer, newId, onError } = options;
  const running = await runSession(session, { ...options, deliver: () => checkAnswerable(journal) });
  const answering = answerTasks(session, { timer, newId, onError });
  return {
    ...running,
    async idle() {
      for (;;) {
        const before = await journal.head();
        await running.idle();
        await answering.caughtUp();
        if ((await journal.head()) === before) return;
      }
    },
    async close() {
      answering.close();
      await running.close();
    },
  };
}

/** Nothing has to be sent anywhere: callers read replies from the journal. But somebody must be waiting for one. */
async function checkAnswerable(journal: ConversationJournal): Promise<void> {
  const { current } = await publishedTasksOf(journal);
  if (current !== undefined && !isFinal(current.status)) return;
  throw new A2aError('no-open-task', {
    summary:
      current === undefined
        ? 'No task of another agent waits for a reply.'
        : `The task of the other agent is ${current.status} and does not wait for a reply.`,
    fix: 'Dismiss the draft, or wait until another agent writes.',
  });
}
