import { withSessions } from '../../config/open-sessions.ts';
import type { Invocation } from '../../invocation.ts';
import { newPlanId, openTaskSession, planIdOf, sessionIdOf } from './task-session.ts';

/** A fork: the plan it is made of goes its own way. */
export async function restore(
  invocation: Invocation,
  { id, seq }: { readonly id: string; readonly seq: number },
): Promise<undefined> {
  const { output } = invocation;
  await withSessions(invocation, { create: false }, async (sessions) => {
    const session = await openTaskSession(sessions, id);
    const [from, copy] = [planIdOf(session.id), newPlanId()];
    await sessions.fork(session.id, seq, sessionIdOf(copy));
    if (output.json) await output.value({ id: copy, from, seq });
    else {
      await output.line(`Plan ${copy} is ${from} as it was at seq ${seq}.`);
      await output.line(`Go on from there: wayfold tasks run --resume ${copy}`);
    }
  });
  return undefined;
}
