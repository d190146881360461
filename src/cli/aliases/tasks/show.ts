import { foldedEventOf } from '../../../planners/tasks/facts.ts';
import { Planner } from '../../../planners/tasks/handler.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { glyphsFor } from '../../terminal/glyphs.ts';
import { existingTaskJournal, planIdOf } from './task-journal.ts';
import { taskLines } from './task-lines.ts';

export async function show(
  invocation: Invocation,
  id: string,
  { at }: { readonly at?: number },
): Promise<undefined> {
  const { output, env } = invocation;
  await withStore(invocation, { create: false }, async (store) => {
    const journal = await existingTaskJournal(store, id);
    const facts = await journal.facts(at === undefined ? {} : { to: at });
    const { state, eventLog } = Planner.fold(facts.flatMap((fact) => foldedEventOf(fact) ?? []));
    const head = facts.at(-1)?.seq ?? 0;
    if (output.json) {
      await output.value({ id: planIdOf(journal.id), seq: head, ...state });
      return;
    }
    const title = facts.find((fact) => fact.type === 'session_created')?.title;
    await output.line([{ text: typeof title === 'string' ? title : planIdOf(journal.id), style: 'bold' }]);
    if (state.contextSummary !== '') {
      for (const text of state.contextSummary.split('\n')) await output.line([{ text, style: 'dim' }]);
    }
    for (const line of taskLines(state.tasks, { glyphs: glyphsFor(env) })) await output.line(line);
    const end = eventLog.findLast((event) => event.type === 'PlanningCompleted');
    const waiting = state.tasks.find((task) => task.id === state.pendingClarificationFor);
    if (end?.type === 'PlanningCompleted') await output.line(end.summary.split('\n')[0] ?? '');
    else if (waiting) {
      output.note(`Task ${waiting.id} waits for an answer: ${waiting.clarifications?.at(-1)?.question}`);
      output.note(`Answer it: wayfold tasks answer ${planIdOf(journal.id)} "…"`);
    } else output.note(`Go on: wayfold tasks run --resume ${planIdOf(journal.id)}`);
  });
  return undefined;
}
