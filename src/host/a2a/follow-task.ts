import type { StreamResponse } from '@a2a-js/sdk';
import type { A2aStatus } from '../../harness/facts.ts';
import type { Timer } from '../../kernel/timer.ts';
import type { RemoteAgent } from './remote-agent.ts';
import { isOver, type TaskReader } from './task-reader.ts';

/** What following a task needs. */
export interface FollowOptions {
  readonly agent: RemoteAgent;
  readonly taskId: string;
  readonly reader: TaskReader;
  readonly timer: Timer;
  readonly signal: AbortSignal;
  /** A stream that is open already. */
  readonly events?: AsyncIterable<StreamResponse>;
  /** Told of every failure; all of them are tried again. */
  readonly onError?: (error: unknown) => void;
}

const FIRST_WAIT_MS = 250;
const LAST_WAIT_MS = 30_000;
const LAST_POLL_MS = 5000;

/**
 * Follows a task until nothing more comes of it. A stream that is cut is taken up again, after a look at the whole task:
 * what was said in between is in there. Resolves to the last state, `unknown` when the agent has forgotten the task.
 */
export async function followTask(options: FollowOptions): Promise<A2aStatus | undefined> {
  const { agent, timer, signal } = options;
  let events = options.events;
  let waitMs = FIRST_WAIT_MS;
  for (;;) {
    const streamed = events ?? (agent.streaming ? subscription(options) : undefined);
    events = undefined;
    const stream = streamed && (await outcomeOf(() => readAll(streamed, options.reader)));
    if (signal.aborted) return undefined;
    if (stream?.ok && stream.heard) waitMs = FIRST_WAIT_MS;
    if (stream?.ok && isOver(stream.status)) return stream.status;

    const look = await outcomeOf(() => lookAt(options));
    if (signal.aborted) return undefined;
    if (look.ok && isOver(look.status)) return look.status;
    if (!look.ok && isForgotten(look.error)) return 'unknown';
    for (const outcome of [stream, look]) if (outcome?.ok === false) options.onError?.(outcome.error);

    if (!(await passed(waitMs, timer, signal))) return undefined;
    waitMs = Math.min(waitMs * 2, agent.streaming ? LAST_WAIT_MS : LAST_POLL_MS);
  }
}

/** What came of reading: the last state that was told, and whether anything was. */
interface Read {
  readonly status: A2aStatus | undefined;
  readonly heard: boolean;
}

async function readAll(events: AsyncIterable<StreamResponse>, reader: TaskReader): Promise<Read> {
  let status: A2aStatus | undefined;
  let heard = false;
  for await (const event of events) {
    status = (await reader.take(event)) ?? status;
    heard = true;
    if (isOver(status)) break;
  }
  return { status, heard };
}

function subscription({ agent: { client }, taskId, signal }: FollowOptions): AsyncIterable<StreamResponse> {
  return client.resubscribeTask({ id: taskId, tenant: '' }, { signal });
}

async function lookAt({ agent: { client }, taskId, reader, signal }: FollowOptions): Promise<Read> {
  const task = await client.getTask({ id: taskId, tenant: '' }, { signal });
  return { status: await reader.take({ payload: { $case: 'task', value: task } }), heard: true };
}

type Outcome = ({ readonly ok: true } & Read) | { readonly ok: false; readonly error: unknown };

async function outcomeOf(read: () => Promise<Read>): Promise<Outcome> {
  try {
    return { ok: true, ...(await read()) };
  } catch (error) {
    return { ok: false, error };
  }
}

/** Whether the agent says that it knows of no such task. */
export function isForgotten(error: unknown): boolean {
  return error instanceof Error && 'reason' in error && error.reason === 'TASK_NOT_FOUND';
}

/** Whether the time passed, and nobody called it off. */
function passed(ms: number, timer: Timer, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const stop = (): void => {
    cancel();
    resolve(false);
  };
  const cancel = timer.after(ms, () => {
    signal.removeEventListener('abort', stop);
    resolve(true);
  });
  signal.addEventListener('abort', stop, { once: true });
  return promise;
}
