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
import { foldedEventOf, taskFacts } from './facts.ts';
import { Planner } from './handler.ts';
import { planWithModel } from './plan-with-model.ts';

/** Task plans begin with what a person says, and go on with the answers to their questions. */
export const tasksFamily: PlannerFamily = userInputFamily({
  closing: [
    'TasksPlanned',
    'TaskDispatched',
    'TaskStatusUpdated',
    'TasksCancelled',
    'ClarificationRequested',
    'PlanningCompleted',
  ],
  // Tasks have effects, which no rewind takes back: planned a second time they would be carried out twice.
  keeps: Object.keys(taskFacts),
});

const ADDS = /^(?:\/add\b|add:)\s*/i;

/** The tasks that words add to a plan, whatever it waits for: `Add: …`, or `/add …`. */
export function addedText(words: string): string | undefined {
  const text = words.trimStart();
  return ADDS.test(text) ? text.replace(ADDS, '') : undefined;
}

/**
 * The task planner as the harness runs it: what a person says becomes tasks, or the answer that one of them waits for.
 * While tasks are under way words could also be meant for one of them, so that only those add tasks that say so.
 */
export const tasksPlanner: PlannerEntry<TasksConfig, TasksSeed> = {
  id: 'tasks',
  name: 'Task planner',
  async plan({ facts }: PlanInput, context: PlanContext<TasksConfig>): Promise<readonly ProposedFact[]> {
    const planner = Planner.fold(facts.flatMap((fact) => foldedEventOf(fact) ?? []));
    const said = facts.findLast(({ type }) => type === 'user_input' || type === 'user_answer');
    const text = typeof said?.text === 'string' ? said.text : '';
    const plannedAt = facts.findLast(({ type }) => type === 'TasksPlanned')?.seq ?? 0;
    // An answer plans nothing, whatever was planned after it.
    if (said?.type === 'user_input' && said.seq < plannedAt)
      return [{ type: 'sleep', reason: PLANNED_ALREADY }];
    const { nextId, completed } = planner.state;
    const added = said?.type === 'user_input' ? addedText(text) : undefined;
    if (added !== undefined || nextId === 1 || (completed && said?.type === 'user_input')) {
      const wanted = added ?? text;
      if (wanted.trim() === '') return [{ type: 'sleep', reason: 'Nothing was said.' }];
      return planner.process(await planOf(wanted, nextId === 1, context));
    }
    const nodeId = answeredTask(planner, said);
    if (nodeId === undefined) return [{ type: 'sleep', reason: completed ? NOTHING_OPEN : NOTHING_ASKED }];
    const event = { type: 'ClarificationProvided', nodeId, answer: text } as const;
    return planner.process({ type: 'HandleExecutorEvent', event });
  },
  createConfigStore: createTasksConfigStore,
  dehydrate,
  hydrate,
  summarizeApplied,
};

const PLANNED_ALREADY =
  'The tasks have begun, and are not planned a second time. Say what else is to be done.';
const NOTHING_OPEN =
  'No task waits for an answer: the plan has come to its end. What you say next adds tasks to it.';
const NOTHING_ASKED =
  'No task waits for an answer. To give more tasks, begin with "Add:". What came of a task that is yours to do is said at the task.';

async function planOf(
  userInput: string,
  isFirst: boolean,
  { config = DEFAULT_TASKS_CONFIG, llm, hud, signal }: PlanContext<TasksConfig>,
): Promise<Command> {
  const wanted = { userInput, attachments: [] };
  const command: Command = isFirst
    ? { type: 'Initialize', ...wanted, policy: policyOf(config) }
    : { type: 'AddTasks', ...wanted };
  if (config.planWith === 'parser') return command;
  hud('planning', 'Asking the model for tasks');
  const { tasks, origin } = await planWithModel(userInput, { llm, signal });
  if (origin === 'parser') hud('planning', 'The model made no plan, so the rules did');
  return { ...command, tasks };
}

/** `user_answer` names the task by its question's id, `task-3`; plain words answer the oldest question. */
function answeredTask(planner: Planner, said: Fact | undefined): number | undefined {
  const { pendingClarifications, pendingClarificationFor } = planner.state;
  const [, id] = /^task-(\d+)$/.exec(typeof said?.qid === 'string' ? said.qid : '') ?? [];
  if (id === undefined) return pendingClarificationFor ?? undefined;
  return pendingClarifications.find((each) => each === Number(id));
}
