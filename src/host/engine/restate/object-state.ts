import { z } from 'zod';
import type { IdleSession } from '../session-pool.ts';

/** What wakes a session: a change of its journal, or one of its own timers. */
export const Wake = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('changed'),
    createdAt: z.string(),
    head: z.int(),
    /** The seq of the host journal at which everything was resumed. */
    resumed: z.int().default(0),
  }),
  z.object({ type: z.literal('timer'), id: z.int() }),
]);
export type Wake = Readonly<z.infer<typeof Wake>>;

/** The engine's state of a session between runs. The journal stays the source of truth. */
export const ObjectState = z.object({
  /** How far the journal had been read when the session last became idle. */
  rested: z.object({ createdAt: z.string(), head: z.int() }).optional(),
  /** The last resume of everything that it was notified of. */
  resumed: z.int().default(0),
  /** The pending timer, and when it fires. At most one counts. */
  timer: z.object({ id: z.int(), due: z.number() }).optional(),
  /** The id of the last timer. */
  timers: z.int().default(0),
  /** How often in a row a timer fired without progress in the journal. */
  inVain: z.int().default(0),
});
export type ObjectState = Readonly<z.infer<typeof ObjectState>>;

/** A timer to set. */
export interface NextTimer {
  readonly id: number;
  readonly delayMs: number;
}

const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 60_000;

/** Whether there is something to do: not for what was seen before, nor for a replaced timer. */
export function needsWork({ rested, resumed, timer }: ObjectState, wake: Wake): boolean {
  switch (wake.type) {
    case 'changed':
      return rested?.createdAt !== wake.createdAt || rested.head < wake.head || resumed < wake.resumed;
    case 'timer':
      return timer?.id === wake.id;
    default:
      return wake satisfies never;
  }
}

/**
 * The state of a session after it became idle, and the timer it needs. Failures are retried with increasing delays
 * as long as nothing moves; the engine counts, because the process that did may be gone.
 */
export function afterRest(
  state: ObjectState,
  wake: Wake,
  { createdAt, head, at, againInMs }: IdleSession,
): { readonly state: ObjectState; readonly timer?: NextTimer } {
  const { timers } = state;
  const rested = { createdAt, head };
  const resumed = Math.max(state.resumed, wake.type === 'changed' ? wake.resumed : 0);
  const seen = { rested, resumed };
  if (againInMs === undefined) return { state: { ...seen, timers, inVain: 0 } };
  const moved = state.rested?.createdAt !== createdAt || state.rested.head !== head;
  const inVain = moved ? 0 : state.inVain + (wake.type === 'timer' ? 1 : 0);
  const delayMs = Math.max(1, againInMs, inVain === 0 ? 0 : backoff(inVain));
  const due = at + delayMs;
  const out = wake.type === 'timer' ? undefined : state.timer;
  if (out !== undefined && out.due <= due) return { state: { ...seen, timers, inVain, timer: out } };
  const id = timers + 1;
  return { state: { ...seen, timers: id, inVain, timer: { id, due } }, timer: { id, delayMs } };
}

function backoff(inVain: number): number {
  return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(inVain, 16));
}
