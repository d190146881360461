import type { PlanContext } from '../../../harness/planner.ts';
import type { Command } from '../commands/command.ts';
import { withKinds } from '../commands/task-kinds.ts';
import { DEFAULT_TASKS_CONFIG, policyOf, type TasksConfig } from '../config.ts';
import type { TaskAttachment, TaskEvent } from '../facts.ts';
import type { Planner } from '../handler.ts';
import { kindPolicies, type TaskKinds } from '../run/kind-registry.ts';
import { filesFor } from './attachment-files.ts';
import { isReadByModel, planWithModel } from './plan-with-model.ts';

/** The last message of a person. */
export interface LastInput {
  readonly type: 'user_input' | 'user_answer';
  readonly text: string;
  /** The question it answers. */
  readonly qid?: string;
  readonly seq: number;
}

/** The input of a pass. */
export interface PassInput {
  /** The current plan, which makes the decisions. */
  readonly planner: Planner;
  readonly lastInput: LastInput | undefined;
  /** The seq of the last planning; 0 if there was none. */
  readonly plannedAt: number;
  /** The registered kinds. */
  readonly kinds?: TaskKinds | undefined;
}

interface Sleep {
  readonly type: 'sleep';
  readonly reason: string;
}

const ADDS = /^(?:\/add\b|add:)\s*/i;

/** The tasks in a message that explicitly adds to a plan: `Add: …`, or `/add …`. */
export function addedText(words: string): string | undefined {
  const text = words.trimStart();
  return ADDS.test(text) ? text.replace(ADDS, '') : undefined;
}

/**
 * Turns a message into tasks, or into the answer to a task's question. While tasks are running, a message may be meant
 * for one of them, so it adds tasks only if it says so.
 */
export async function planTasks(
  { planner, lastInput, plannedAt, kinds }: PassInput,
  context: PlanContext<TasksConfig>,
): Promise<readonly (TaskEvent | Sleep)[]> {
  const { type, text = '', seq = 0 } = lastInput ?? {};
  // An answer plans nothing, whatever came after it.
  if (type === 'user_input' && seq < plannedAt) return [sleep(PLANNED_ALREADY)];
  const { nextId, completed } = planner.state;
  const added = type === 'user_input' ? addedText(text) : undefined;
  if (added !== undefined || nextId === 1 || (completed && type === 'user_input')) {
    const wanted = added ?? text;
    if (wanted.trim() === '') return [sleep('The message is empty.')];
    const attachments = filesFor(wanted, context.files?.all() ?? [], plannedAt);
    const command = await planOf(wanted, { isFirst: nextId === 1, kinds }, context);
    return planner.process(withFiles(command, attachments));
  }
  const nodeId = answeredTask(planner, lastInput);
  if (nodeId === undefined) return [sleep(completed ? NOTHING_OPEN : NOTHING_ASKED)];
  const event = { type: 'ClarificationProvided', nodeId, answer: text } as const;
  return planner.process({ type: 'HandleExecutorEvent', event });
}

const PLANNED_ALREADY = 'These tasks have already started and are not planned again. Say what else to do.';
const NOTHING_OPEN =
  'No task is waiting for an answer: the plan is finished. Your next message adds tasks to it.';
const NOTHING_ASKED =
  'No task is waiting for an answer. To add tasks, start with "Add:". To report on a task, use the buttons of that task.';

function sleep(reason: string): Sleep {
  return { type: 'sleep', reason };
}

function withFiles(command: Command, attachments: readonly TaskAttachment[]): Command {
  return attachments.length > 0 && (command.type === 'Initialize' || command.type === 'AddTasks')
    ? { ...command, attachments: [...attachments] }
    : command;
}

async function planOf(
  userInput: string,
  { isFirst, kinds }: { readonly isFirst: boolean; readonly kinds: TaskKinds | undefined },
  { config = DEFAULT_TASKS_CONFIG, llm, hud, signal }: PlanContext<TasksConfig>,
): Promise<Command> {
  const wanted = { userInput, attachments: [] };
  const command: Command = isFirst
    ? { type: 'Initialize', ...wanted, policy: withKinds(policyOf(config), kindPolicies(kinds)) }
    : { type: 'AddTasks', ...wanted, kinds: kindPolicies(kinds) };
  if (!isReadByModel(config.planWith, llm)) return command;
  hud('planning', 'Asking the model for tasks');
  const { tasks, brief, readBy } = await planWithModel(userInput, { llm, signal, kinds });
  if (readBy.reader === 'parser') hud('planning', 'The model returned no plan, so the rules made one');
  return { ...command, tasks, brief, readBy };
}

/** `user_answer` names the task by its question's id, `task-3`; plain text answers the oldest question. */
function answeredTask(planner: Planner, input: LastInput | undefined): number | undefined {
  const { pendingClarifications, pendingClarificationFor } = planner.state;
  const [, id] = /^task-(\d+)$/.exec(input?.qid ?? '') ?? [];
  if (id === undefined) return pendingClarificationFor ?? undefined;
  return pendingClarifications.find((each) => each === Number(id));
}
