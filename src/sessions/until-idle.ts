import { setTimeout } from 'node:timers/promises';
import { DEFAULT_RUNAWAY_CAP } from '../harness/harness-options.ts';
import { nextStep } from '../harness/next-step.ts';
import { noModel } from '../harness/recorded-llm.ts';
import type { WorkLimits } from '../host/admission.ts';
import { type RunSessionOptions, runSession } from '../host/run-session.ts';
import { isGone, workerName } from '../host/this-process.ts';
import type { Llm } from '../model/llm.ts';
import type { OpenSession } from './open-session.ts';
import { pauseNotice } from './pause-notice.ts';

/** How long another worker's progress is waited for before it is looked at again. */
const LOOK_AGAIN_MS = 500;

/** With what a session is run in this process. */
export interface UntilIdleOptions {
  readonly llm?: Llm | undefined;
  readonly limits?: WorkLimits | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly hooks?: RunSessionOptions['hooks'];
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * Lets the planner and the reactors of a session work in this process until there is nothing left to do here. Work that
 * another process has claimed is waited for. An aborted signal ends it with the signal's reason.
 */
export async function untilIdle(
  session: OpenSession,
  { llm = noModel, limits, signal, hooks, onError }: UntilIdleOptions,
): Promise<void> {
  signal?.throwIfAborted();
  const running = await runSession(session.session, {
    llm,
    worker: workerName(),
    isGone,
    ...(limits && { limits }),
    ...(hooks && { hooks }),
    ...(onError && { onError }),
  });
  try {
    await orAborted(running.idle(), signal);
    while (!(await isAtRest(session))) {
      // Another process is at it until it is done or its claim runs out, or this one tries again what failed.
      await orAborted(nextChange(session), signal);
      await orAborted(running.idle(), signal);
    }
  } finally {
    await running.close();
  }
}

/** Whether nothing goes on by itself: all is planned for, or waits until a person decides or lets it go on. */
async function isAtRest(session: OpenSession): Promise<boolean> {
  const { state } = await session.view();
  const step = nextStep(state.conversation, {
    mode: 'approve',
    runawayCap: DEFAULT_RUNAWAY_CAP,
    nativeFrom: state.origin.nativeFrom,
    now: Date.now(),
    isGone,
  });
  if (step.type === 'rest' && step.reason !== 'held') return true;
  return (await pauseNotice(session.session)) !== undefined;
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
