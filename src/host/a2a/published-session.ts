import { ledgerOf } from '../../harness/ledger.ts';
import { isFinal } from '../../harness/status-kinds.ts';
import { JournalError } from '../../journal/error.ts';
import type { Envelope } from '../../journal/fact.ts';
import type { FactStore } from '../../journal/store.ts';
import type { Reactor } from '../../kernel/reactor.ts';
import { HostError } from '../error.ts';
import type { PlannerRegistry } from '../registry.ts';
import { runReactors } from '../run-reactors.ts';
import { type RunningSession, type RunSessionOptions, runSession } from '../run-session.ts';
import { openHostSession, type Session } from '../session.ts';
import { answersByDrafts } from './answer-book.ts';
import { answerMessages } from './answer-messages.ts';
import { A2aError } from './error.ts';
import type { TalkingJournal } from './talking-journal.ts';
import { taskBookOf } from './task-book.ts';

/** Opens a session that is published; `undefined` when there is none, or it is not: nobody outside can tell which. */
export async function openPublishedSession(
  store: FactStore,
  registry: PlannerRegistry,
  id: string,
): Promise<Session | undefined> {
  try {
    const session = await openHostSession(store, registry, id);
    return (await taskBookOf(session.journal)).publication === undefined ? undefined : session;
  } catch (error) {
    const isNone =
      (error instanceof HostError && (error.code === 'no-session' || error.code === 'unknown-planner')) ||
      (error instanceof JournalError && error.code === 'invalid-journal-id');
    if (isNone) return undefined;
    throw error;
  }
}

/** Runs a session for those who reach it from outside: what it sends is their answer, and gives them the turn. */
export async function runPublishedSession(
  session: Session,
  options: Omit<RunSessionOptions, 'deliver'>,
): Promise<RunningSession> {
  const { journal, entry } = session;
  const running = await runSession(session, { ...options, deliver: () => checkAnswerable(journal) });
  const answering = await (answersByDrafts(entry.module)
    ? keepTurns(journal, options)
    : answerInWords(session, options));
  return {
    session,
    async idle() {
      for (;;) {
        const before = await journal.head();
        await running.idle();
        await answering.idle();
        if ((await journal.head()) === before) return;
      }
    },
    async close() {
      await answering.close();
      await running.close();
    },
  };
}

/** Whatever sees to it that those outside are answered. */
interface Answering {
  idle(): Promise<void>;
  close(): Promise<void>;
}

async function keepTurns(
  journal: Session['journal'],
  { worker, ttlMs, isGone, atOnce, clock, timer, newId, onError }: Omit<RunSessionOptions, 'deliver'>,
): Promise<Answering> {
  return await runReactors(journal, [turnKeeper(journal) as Reactor], {
    worker,
    ...(ttlMs !== undefined && { ttlMs }),
    ...(isGone && { isGone }),
    ...(atOnce !== undefined && { atOnce }),
    ...(clock && { clock }),
    ...(timer && { timer }),
    ...(newId && { newId }),
    ...(onError && { onError: (error, fact) => onError(error, fact) }),
  });
}

function answerInWords(
  session: Session,
  { timer, newId, onError }: Omit<RunSessionOptions, 'deliver'>,
): Answering {
  const following = answerMessages(session, { timer, newId, onError });
  return { idle: () => following.caughtUp(), close: async () => following.close() };
}

/** Nothing has to be carried anywhere: whoever asks reads it in the journal. But somebody must be waiting for it. */
async function checkAnswerable(journal: TalkingJournal): Promise<void> {
  const { current } = await taskBookOf(journal);
  if (current !== undefined && !isFinal(current.status)) return;
  throw new A2aError('no-open-task', {
    expected: 'a task of another agent that waits for an answer',
    actual: current === undefined ? 'none' : `one that is ${current.status}`,
    fix: 'Dismiss the draft, or wait until another agent writes again.',
  });
}

/** After an answer it is the other side's turn, unless it was the last word. */
function turnKeeper(journal: TalkingJournal): Reactor<Envelope> {
  return {
    name: 'a2a-turn',
    reactsTo: ['remote_sent'],
    act: async (fact) => async () => {
      const { current } = await taskBookOf(journal);
      const { latestPublic, status, hasEnded } = await ledgerOf(journal);
      if (current === undefined || hasEnded || latestPublic?.seq !== fact.seq) return [];
      return status === 'working' ? [] : [{ type: 'status_changed', a2a: 'working' }];
    },
  };
}
