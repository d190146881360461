import { z } from 'zod';
import type { Rest } from '../session-pool.ts';

/** What wakes a session: a change of its journal, or a timer that the session set. */
export const Wake = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('changed'),
    createdAt: z.string(),
    head: z.int(),
    /** Where the host journal says that everything may go on. */
    resumed: z.int().default(0),
  }),
  z.object({ type: z.literal('timer'), id: z.int() }),
]);
export type Wake = Readonly<z.infer<typeof Wake>>;

/** What the engine keeps of a session between two times that it is worked on. The journal stays the truth. */
export const ObjectState = z.object({
  /** How far the journal was seen when the session came to rest last. */
  rested: z.object({ createdAt: z.string(), head: z.int() }).optional(),
  /** The last time that everything could go on again of which it was told. */
  resumed: z.int().default(0),
  /** The timer that is out, and when it goes off. There is one at most that counts. */
  timer: z.object({ id: z.int(), due: z.number() }).optional(),
  /** The id of the last timer that was set. */
  timers: z.int().default(0),
  /** How often in a row a timer went off and the journal did not move. */
  inVain: z.int().default(0),
});
export type ObjectState = Readonly<z.infer<typeof ObjectState>>;

/** A timer to be set. */
export interface NextTimer {
  readonly id: number;
  readonly delayMs: number;
}

const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 60_000;

/** Whether there is something to look at: not for what was seen before, nor for a timer that another one replaced. */
export function isNews({ rested, resumed, timer }: ObjectState, wake: Wake): boolean {
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
 * How a session stands after it was brought to rest, and the timer that it needs. What failed is tried again, later each
 * time as long as nothing moves: the process that counted may be gone, so it is counted here.
 */
export function afterRest(
  state: ObjectState,
  wake: Wake,
  { createdAt, head, at, againInMs }: Rest,
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
