import type { ObjectContext } from '@restatedev/restate-sdk';
import type { IdleSession } from '../session-pool.ts';
import { afterRest, needsWork, ObjectState, Wake } from './object-state.ts';

/** The key of the stored state; running engines use this name. */
const STATE_KEY = 'standing';

/** Runs a session until it is idle, once; `signal` ends it. */
export type RunUntilIdle = (session: string, signal: AbortSignal) => Promise<IdleSession | undefined>;

// Restate may not retry forever: with this many attempts it does so as long as anybody waits.
const ATTEMPTS = 2 ** 31 - 1;

/** The sessions as a virtual object of Restate, keyed by journal id: the engine runs one call per journal at a time. */
export async function sessionObject(name: string, bringToRest: RunUntilIdle) {
  const { handlers, object, rpc } = await import('@restatedev/restate-sdk');
  const session = object({
    name,
    handlers: {
      wake: handlers.object.exclusive({}, async (context: ObjectContext, input: unknown): Promise<void> => {
        const wake = Wake.parse(input);
        const before = ObjectState.parse((await context.get(STATE_KEY)) ?? {});
        if (!needsWork(before, wake)) return;
        const over = context.request().attemptCompletedSignal;
        // The engine records the result, so that a replay takes the same path.
        const rest = await context.run('work', async () => (await bringToRest(context.key, over)) ?? null);
        if (rest === null) {
          context.clear(STATE_KEY);
          return;
        }
        const { state, timer } = afterRest(before, wake, rest);
        context.set(STATE_KEY, state);
        if (timer === undefined) return;
        const { id, delayMs } = timer;
        context
          .objectSendClient<SessionHandlers>({ name }, context.key)
          .wake({ type: 'timer', id }, rpc.sendOpts({ delay: delayMs }));
      }),
    },
    options: {
      // A pass may take as long as its planner may; a dead worker is noticed by its connection.
      inactivityTimeout: { hours: 24 },
      abortTimeout: { minutes: 1 },
      idempotencyRetention: { minutes: 10 },
      journalRetention: 0,
      retryPolicy: {
        initialInterval: 100,
        exponentiationFactor: 2,
        maxInterval: { seconds: 10 },
        maxAttempts: ATTEMPTS,
        onMaxAttempts: 'pause',
      },
    },
  });
  return session;
}

/** The methods of the virtual object. */
export interface SessionHandlers {
  wake(context: ObjectContext, wake: Wake): Promise<void>;
}
