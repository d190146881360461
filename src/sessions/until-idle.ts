import { setTimeout } from 'node:timers/promises';
import { DEFAULT_RUNAWAY_CAP } from '../harness/harness-options.ts';
import { nextStep } from '../harness/pass/next-step.ts';
import { noModel } from '../harness/pass/recorded-llm.ts';
import type { TriggerFold } from '../harness/pass/trigger-fold.ts';
import { agentLinkOf } from '../host/a2a/agent-link.ts';
import type { WorkLimits } from '../host/admission.ts';
import { type RunningSession, type RunSessionOptions, runSession } from '../host/run-session.ts';
import { isGone, workerName } from '../host/this-process.ts';
import type { Envelope } from '../journal/fact.ts';
import type { Llm } from '../model/llm.ts';
import type { OpenSession } from './open-session.ts';
import { pauseNotice } from './view/pause-notice.ts';

/** How long another worker's progress is waited for before it is looked at again. */
const LOOK_AGAIN_MS = 500;

/** With what a session is run in this process. */
export interface UntilIdleOptions {
  readonly llm?: Llm | undefined;
  readonly limits?: WorkLimits | undefined;
  readonly signal?: AbortSignal | undefined;
  /** What was appended just now: another process is waited for only until that much is planned for. */
  readonly appended?: readonly Envelope[] | undefined;
  readonly hooks?: RunSessionOptions['hooks'];
  /** How many deeds may be under way at once. */
  readonly atOnce?: number | undefined;
  /** Told when work has to wait for another worker. */
  readonly onHeld?: RunSessionOptions['onHeld'];
  /**
   * With it, a pause and the work of other processes are waited for as well, and this is told of a pause, in words. Without
   * it, a session that is paused is left as it is.
   */
  readonly onPaused?: ((notice: string) => void) | undefined;
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * Lets the planner and the reactors of a session work in this process until there is nothing left to do here. Work that
 * another process has claimed is waited for. An aborted signal ends it with the signal's reason.
 */
export async function untilIdle(
  session: OpenSession,
  { llm = noModel, limits, signal, appended, hooks, atOnce, onHeld, onPaused, onError }: UntilIdleOptions,
): Promise<void> {
  signal?.throwIfAborted();
  /** The facts that another worker acts on. */
  const held = new Set<number>();
  const running = await runHere(session, {
    llm,
    worker: workerName(),
    isGone,
    readSecret: session.readSecret,
    ...(limits && { limits }),
    ...(hooks && { hooks }),
    ...(atOnce !== undefined && { atOnce }),
    onHeld(fact, by) {
      held.add(fact.seq);
      onHeld?.(fact, by);
    },
    ...(onError && { onError }),
  });
  const isOver = async () =>
    (await isAtRest(session, appended)) && !(onPaused && (await isHeldUp(session, held, onPaused)));
  try {
    await orAborted(running.idle(), signal);
    while (!(await isOver())) {
      // Another process is at it until it is done or its claim runs out, or this one tries again what failed.
      await orAborted(nextChange(session), signal);
      await orAborted(running.idle(), signal);
    }
  } finally {
    await running.close();
  }
}

/** What is sent in a session that is connected to an agent goes there, whichever process sends it. */
async function runHere({ session }: OpenSession, options: RunSessionOptions): Promise<RunningSession> {
  const link = await agentLinkOf(session.journal);
  if (link === undefined) return await runSession(session, options);
  const { runConnectedSession } = await import('../host/a2a/connected-session.ts');
  return await runConnectedSession(session, { ...options, link });
}

/**
 * Whether nothing goes on by itself: all is planned for, or waits until a person decides, sets it up or lets it go on. With
 * `appended` also once these facts are planned for, though another process is still at others.
 */
export async function isAtRest(session: OpenSession, appended?: readonly Envelope[]): Promise<boolean> {
  const view = await session.view();
  const { conversation, origin } = view.state;
  const step = nextStep(conversation, {
    mode: 'approve',
    runawayCap: DEFAULT_RUNAWAY_CAP,
    nativeFrom: origin.nativeFrom,
    now: Date.now(),
    isGone,
  });
  if (step.type === 'rest' && step.reason !== 'held') return true;
  if (step.type === 'rest' && appended && isPlannedFor(conversation.triggers, appended)) return true;
  return !view.ready || (await pauseNotice(session.session)) !== undefined;
}

/** Whether what is left to do goes on by itself later: when a pause is over, or another process is done. */
async function isHeldUp(
  session: OpenSession,
  held: ReadonlySet<number>,
  onPaused: (notice: string) => void,
): Promise<boolean> {
  const { isDone, archived, state } = await session.view();
  if (isDone || archived) return false;
  const notice = await pauseNotice(session.session);
  if (notice !== undefined) onPaused(notice);
  return notice !== undefined || state.works.underWay.some(({ target }) => held.has(target));
}

/** Whether none of these facts waits for a pass: it had one, or wakes no planner. */
function isPlannedFor(triggers: TriggerFold, facts: readonly Envelope[]): boolean {
  const [first] = facts;
  const last = facts.at(-1);
  if (first === undefined || last === undefined) return true;
  return triggers.fired().every(({ kind, seq }) => seq < first.seq || triggers.plannedSeq(kind) >= last.seq);
}

async function nextChange(session: OpenSession): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const unfollow = session.follow(() => resolve());
  await Promise.race([promise, setTimeout(LOOK_AGAIN_MS, undefined, { ref: false })]);
  unfollow();
}

async function orAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return await work;
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
