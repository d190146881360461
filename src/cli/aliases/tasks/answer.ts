import { localUser } from '../../../host/local-user.ts';
import { runHandler } from '../../../kernel/index.ts';
import { PlannerError } from '../../../planners/tasks/error.ts';
import { loadTaskPlan, taskPlan } from '../../../planners/tasks/task-plan.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { existingTaskJournal, planIdOf } from './task-journal.ts';

export interface AnswerOptions {
  readonly id: string;
  readonly text: string;
  readonly task?: number;
}

export async function answer(invocation: Invocation, { id, text, task }: AnswerOptions): Promise<undefined> {
  const { output } = invocation;
  await withStore(invocation, { create: false }, async (store) => {
    const journal = await existingTaskJournal(store, id);
    const { planner } = await loadTaskPlan(journal);
    const nodeId = task ?? planner.state.pendingClarificationFor ?? nothingAsked(planIdOf(journal.id));
    const event = { type: 'ClarificationProvided', nodeId, answer: text } as const;
    const command = { type: 'HandleExecutorEvent', event, by: localUser() } as const;
    await runHandler(journal, { ...taskPlan, command });
    if (output.json) await output.value({ id: planIdOf(journal.id), task: nodeId, answered: true });
    else
      await output.line(`Answered task ${nodeId}. Go on: wayfold tasks run --resume ${planIdOf(journal.id)}`);
  });
  return undefined;
}

function nothingAsked(id: string): never {
  throw new PlannerError('InvalidCommand', {
    expected: `plan ${id} to wait for an answer`,
    actual: 'no open question',
    fix: `See how it stands: wayfold tasks show ${id}`,
  });
}
