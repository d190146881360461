import { type PlannerFamily, userInputFamily } from '../../harness/family.ts';
import type { PlanContext, PlanInput, Planner as PlannerEntry } from '../../harness/planner.ts';
import type { Fact, ProposedFact } from '../../journal/fact.ts';
import type { Command } from './command.ts';
import {
  createTasksConfigStore,
  DEFAULT_TASKS_CONFIG,
  dehydrate,
  hydrate,
  policyOf,
  summarizeApplied,
  type TasksConfig,
  type TasksSeed,
} from './config.ts';
import { taskEventOf } from './facts.ts';
import { Planner } from './handler.ts';
import { planWithModel } from './plan-with-model.ts';

/** Task plans begin with what a person says, and go on with the answers to their questions. */
export const tasksFamily: PlannerFamily = userInputFamily({
  closing: ['TaskDispatched', 'ClarificationRequested', 'PlanningCompleted'],
});

/** The task planner as the harness runs it: what a person says becomes tasks, or the answer that one of them waits for. */
export const tasksPlanner: PlannerEntry<TasksConfig, TasksSeed> = {
  id: 'tasks',
  name: 'Task planner',
  async plan({ facts }: PlanInput, context: PlanContext<TasksConfig>): Promise<readonly ProposedFact[]> {
    const planner = Planner.fold(facts.flatMap((fact) => taskEventOf(fact) ?? []));
    const said = facts.findLast(({ type }) => type === 'user_input' || type === 'user_answer');
    const text = typeof said?.text === 'string' ? said.text : '';
    if (planner.state.nextId === 1) {
      if (text.trim() === '') return [{ type: 'sleep', reason: 'Nothing was said.' }];
      return planner.process(await initialize(text, context));
    }
    const nodeId = answeredTask(planner, said);
    if (nodeId === undefined) return [{ type: 'sleep', reason: 'No task waits for an answer.' }];
    const event = { type: 'ClarificationProvided', nodeId, answer: text } as const;
    return planner.process({ type: 'HandleExecutorEvent', event });
  },
  createConfigStore: createTasksConfigStore,
  dehydrate,
  hydrate,
  summarizeApplied,
};

async function initialize(
  userInput: string,
  { config = DEFAULT_TASKS_CONFIG, llm, hud, signal }: PlanContext<TasksConfig>,
): Promise<Command> {
  const policy = policyOf(config);
  const begin = { type: 'Initialize', userInput, attachments: [], policy } as const;
  if (config.planWith === 'parser') return begin;
  hud('planning', 'Asking the model for tasks');
  const { tasks } = await planWithModel(userInput, { llm, signal });
  return { ...begin, tasks };
}

/** `user_answer` names the task by its question's id, `task-3`; plain words answer the oldest question. */
function answeredTask(planner: Planner, said: Fact | undefined): number | undefined {
  const { pendingClarifications, pendingClarificationFor } = planner.state;
  const [, id] = /^task-(\d+)$/.exec(typeof said?.qid === 'string' ? said.qid : '') ?? [];
  if (id === undefined) return pendingClarificationFor ?? undefined;
  return pendingClarifications.find((each) => each === Number(id));
}
