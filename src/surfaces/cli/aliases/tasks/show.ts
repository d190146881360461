import { printSession } from '../../commands/session/session-turn.ts';
import { withSessions } from '../../config/open-sessions.ts';
import type { Invocation } from '../../invocation.ts';
import { openTaskSession, planIdOf, taskPlanOf } from './task-session.ts';

/** Shows a plan as any session is shown; programs get its state. */
export async function show(
  invocation: Invocation,
  id: string,
  { at }: { readonly at?: number },
): Promise<undefined> {
  const { output } = invocation;
  await withSessions(invocation, { create: false }, async (sessions) => {
    const session = await openTaskSession(sessions, id);
    const planId = planIdOf(session.id);
    const view = await session.view(at);
    const { state } = taskPlanOf(view);
    if (output.json) await output.value({ id: planId, seq: view.head, ...state });
    else await printSession(invocation, view);
    if (!state.completed) output.note(`Go on: wayfold tasks run --resume ${planId}`);
  });
  return undefined;
}
