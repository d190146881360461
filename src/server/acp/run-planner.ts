import { setTimeout } from 'node:timers/promises';
import { type Conversation, conversationProjection } from '../../harness/conversation.ts';
import { DEFAULT_RUNAWAY_CAP } from '../../harness/harness-options.ts';
import { nextStep } from '../../harness/next-step.ts';
import { noModel } from '../../harness/recorded-llm.ts';
import type { WorkLimits } from '../../host/admission.ts';
import { runSession } from '../../host/run-session.ts';
import type { Session } from '../../host/session.ts';
import { isGone, workerName } from '../../host/this-process.ts';
import { type Following, follow } from '../../kernel/follow.ts';
import type { Llm } from '../../model/llm.ts';
import { pauseNotice } from '../pause-notice.ts';
import { LOOK_AGAIN_MS } from '../reopening-store.ts';
import type { Granted } from './editor-planner.ts';
import type { FollowedFacts } from './followed-facts.ts';

/** With what a planner is run. */
export interface PlannerRun {
  readonly llm: Llm | undefined;
  readonly limits: WorkLimits | undefined;
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/** Lets a planner and its reactors work until there is nothing left to do here. */
export async function runPlanner(
  { session, facts }: { readonly session: Session; readonly facts: FollowedFacts },
  granted: Granted,
  { llm = noModel, limits, signal, onError }: PlannerRun,
): Promise<void> {
  const options = { llm, onError, worker: workerName(), isGone, ...(limits && { limits }) };
  const running = await runSession(session, options);
  const conversation = follow(session.journal, conversationProjection(session.entry.family));
  try {
    await orAborted(running.idle(), signal);
    while (granted.type === 'said' && !(await isAtRest(session, conversation))) {
      // Another process is at it until it is done or its claim runs out, or this one tries again what failed.
      const { length } = facts.all;
      const news = facts.until((all) => all.length !== length);
      const later = setTimeout(LOOK_AGAIN_MS, undefined, { ref: false });
      await orAborted(Promise.race([news, later]), signal);
      await orAborted(running.idle(), signal);
    }
  } finally {
    await running.close();
  }
}

/** Whether nothing goes on by itself: all is planned for, or waits until a person decides or lets it go on. */
async function isAtRest(session: Session, following: Following<Conversation>): Promise<boolean> {
  const conversation = await following.catchUp();
  const { nativeFrom } = conversation;
  const options = {
    mode: 'approve',
    runawayCap: DEFAULT_RUNAWAY_CAP,
    nativeFrom,
    now: Date.now(),
    isGone,
  } as const;
  const step = nextStep(conversation, options);
  if (step.type === 'rest' && step.reason !== 'held') return true;
  return (await pauseNotice(session)) !== undefined;
}

async function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
