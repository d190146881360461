import { taskEventOf } from '../../../../planners/tasks/facts.ts';
import { withSessions } from '../../config/open-sessions.ts';
import type { Invocation } from '../../invocation.ts';
import { glyphsFor } from '../../terminal/glyphs.ts';
import { taskLines } from './task-lines.ts';
import { openTaskSession, planIdOf, taskPlanOf } from './task-session.ts';

export async function show(
  invocation: Invocation,
  id: string,
  { at }: { readonly at?: number },
): Promise<undefined> {
  const { output, env } = invocation;
  await withSessions(invocation, { create: false }, async (sessions) => {
    const session = await openTaskSession(sessions, id);
    const planId = planIdOf(session.id);
    const view = await session.view(at);
    const { state } = taskPlanOf(view);
    if (output.json) {
      await output.value({ id: planId, seq: view.head, ...state });
      return;
    }
    await output.line([{ text: view.title || planId, style: 'bold' }]);
    if (state.contextSummary !== '') {
      for (const text of state.contextSummary.split('\n')) await output.line([{ text, style: 'dim' }]);
    }
    for (const line of taskLines(state.tasks, { glyphs: glyphsFor(env) })) await output.line(line);
    const waiting = state.tasks.find((task) => task.id === state.pendingClarificationFor);
    if (state.completed) {
      const events = (await session.journal.facts({ to: view.head })).flatMap(
        (fact) => taskEventOf(fact) ?? [],
      );
      const end = events.findLast((event) => event.type === 'PlanningCompleted');
      if (end?.type === 'PlanningCompleted') await output.line(end.summary.split('\n')[0] ?? '');
    } else if (waiting) {
      output.note(`Task ${waiting.id} waits for an answer: ${waiting.clarifications?.at(-1)?.question}`);
      output.note(`Answer it: wayfold tasks answer ${planId} "…"`);
    } else output.note(`Go on: wayfold tasks run --resume ${planId}`);
  });
  return undefined;
}
