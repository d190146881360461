import { noModel } from '../../harness/recorded-llm.ts';
import { runSession } from '../../host/run-session.ts';
import type { Session } from '../../host/session.ts';
import { isGone, workerName } from '../../host/this-process.ts';
import type { Fact } from '../../journal/fact.ts';
import type { Llm } from '../../model/llm.ts';
import type { Granted } from './editor-planner.ts';
import type { FollowedFacts } from './followed-facts.ts';

/** With what a planner is run. */
export interface PlannerRun {
  readonly llm: Llm | undefined;
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/** Lets a planner and its reactors work until there is nothing left to do here. */
export async function runPlanner(
  { session, facts }: { readonly session: Session; readonly facts: FollowedFacts },
  granted: Granted,
  { llm = noModel, signal, onError }: PlannerRun,
): Promise<void> {
  const running = await runSession(session, { llm, onError, worker: workerName(), isGone });
  try {
    await orAborted(running.idle(), signal);
    if (granted.type !== 'said') return;
    // Another process may be at it: then the wait is for what it does, or for its claim to run out.
    const settled = facts.until((all) => isSettled(all, granted.seq));
    await orAborted(settled, signal);
    await orAborted(running.idle(), signal);
  } finally {
    await running.close();
  }
}

/** Whether a pass has taken what was said at this seq into account. */
function isSettled(facts: readonly Fact[], seq: number): boolean {
  return facts.some(
    ({ type, triggers }) =>
      type === 'pass_settled' &&
      Object.values(Object(triggers)).some((at) => typeof at === 'number' && at >= seq),
  );
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
