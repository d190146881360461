import { setTimeout } from 'node:timers/promises';
import { DEFAULT_RUNAWAY_CAP } from '../harness/harness-options.ts';
import { nextStep } from '../harness/pass/next-step.ts';
import { noModel } from '../harness/pass/recorded-llm.ts';
import type { TriggerFold } from '../harness/pass/trigger-fold.ts';
import { agentLinkOf } from '../host/a2a/connected/agent-link.ts';
import type { WorkLimits } from '../host/admission.ts';
import { type RunningSession, type RunSessionOptions, runSession } from '../host/run-session.ts';
import { isGone, workerName } from '../host/this-process.ts';
import type { Envelope } from '../journal/fact.ts';
import type { Llm } from '../model/llm.ts';
import type { OpenSession } from './open-session.ts';
import { pauseNotice } from './view/pause-notice.ts';

/** How long to wait for another worker's progress before checking again. */
const RECHECK_MS = 500;

/** Options for running a session in this process. */
export interface UntilIdleOptions {
  readonly llm?: Llm | undefined;
  readonly limits?: WorkLimits | undefined;
  readonly signal?: AbortSignal | undefined;
  /** What was appended just now: other processes are waited for only until that is planned for. */
  readonly appended?: readonly Envelope[] | undefined;
  readonly hooks?: RunSessionOptions['hooks'];
  /** How many reactions may run at once. */
  readonly atOnce?: number | undefined;
  /** Called when work has to wait for another worker. */
  readonly onHeld?: RunSessionOptions['onHeld'];
  /**
   * If given, pauses and the work of other processes are waited for as well, and this is called with the reason for
   * a pause. Otherwise a paused session is left as it is.
   */
  readonly onPaused?: ((notice: string) => void) | undefined;
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * Runs the planner and the reactors of a session in this process until there is nothing left to do here. Waits for
 * work that another process has claimed. If the signal is aborted, rejects with its reason.
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
      // Another process is busy with it until it is done or its claim expires, or this one retries what failed.
      await orAborted(nextChange(session), signal);
      await orAborted(running.idle(), signal);
    }
  } finally {
    await running.close();
  }
}

/** Messages of a session that is connected to an agent go there, whichever process sends them. */
async function runHere({ session }: OpenSession, options: RunSessionOptions): Promise<RunningSession> {
  const link = await agentLinkOf(session.journal);
  if (link === undefined) return await runSession(session, options);
  const { runConnectedSession } = await import('../host/a2a/connected/connected-session.ts');
  return await runConnectedSession(session, { ...options, link });
}

/**
 * Whether nothing continues on its own: everything is planned for, or waits for a person to decide, set it up or
 * resume it. With `appended` also once these facts are planned for, even if another process is still busy with
 * others.
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

/** Whether the remaining work continues on its own later: when a pause ends, or another process is done. */
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

/** Whether none of these facts waits for a pass: it had one, or triggers no planner. */
function isPlannedFor(triggers: TriggerFold, facts: readonly Envelope[]): boolean {
  const [first] = facts;
  const last = facts.at(-1);
  if (first === undefined || last === undefined) return true;
  return triggers.fired().every(({ kind, seq }) => seq < first.seq || triggers.plannedSeq(kind) >= last.seq);
}

async function nextChange(session: OpenSession): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const unfollow = session.follow(() => resolve());
  await Promise.race([promise, setTimeout(RECHECK_MS, undefined, { ref: false })]);
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
