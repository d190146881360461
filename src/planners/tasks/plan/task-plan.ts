import type { FoldableJournal, FoldOptions } from '../../../kernel/fold-journal.ts';
import { foldJournal } from '../../../kernel/fold-journal.ts';
import type { TaskEvent } from '../facts.ts';
import { Planner } from '../handler.ts';
import type { TaskPlannerState } from '../state/planner-state.ts';

/**
 * The task planner as a fold of a journal: hand it to `runHandler` with a command, or to `foldJournal`.
 *
 * ```ts
 * await runHandler(journal, { ...taskPlan, command: { type: 'CancelAll' } });
 * ```
 */
export const taskPlan: FoldOptions<Planner, TaskEvent, TaskPlannerState> & {
  readonly snapshot: (planner: Planner) => TaskPlannerState;
} = {
  name: 'tasks',
  version: 3,
  fold: (events, from) => Planner.fold(events, from),
  snapshot: ({ state }) => state,
};

/** The current planner of a journal. */
export async function loadTaskPlan(
  journal: FoldableJournal,
): Promise<{ readonly planner: Planner; readonly head: number }> {
  const { folded, head } = await foldJournal(journal, taskPlan);
  return { planner: folded, head };
}
