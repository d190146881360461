import { z } from 'zod';
import type { TextInput } from '../../../harness/module/planner-module.ts';
import { refuse } from '../../../harness/module/refusal.ts';
import { ConflictError } from '../../../kernel/error.ts';
import { DONE, FAILED, type TaskCall } from '../commands/task-commands.ts';
import { addedText } from '../plan/plan-pass.ts';
import type { TasksState } from '../session-fold.ts';
import { type CarriedOut, waitingTasks } from './waiting-tasks.ts';

const REPORT = /^(\/?)(done|fail(?:ed)?)\b[\s:,.]*([\s\S]*)$/i;

/** Messages that start a plan after its review. */
const BEGINS = /^\s*(?:\/?begin|go(?: ahead)?|start|yes|ok(?:ay)?|approved?|run it)\W*$/i;

/** A program's reply about a task, instead of text. */
const Reply = z.union([
  z.strictObject({ taskId: z.int(), answer: z.string() }),
  z.strictObject({ taskId: z.int(), result: z.string() }),
  z.strictObject({ taskId: z.int(), error: z.string() }),
]);

/**
 * Text answers the oldest question or, if none is open, reports the outcome of the task that a person does; text that
 * says so adds tasks. `/done` and `/fail` always report a task.
 */
export function meaningOf(
  { text, data }: TextInput,
  state: TasksState,
  carriedOut: CarriedOut,
): TaskCall | { readonly say: string } {
  const reply = Reply.safeParse(data).data;
  if (reply) return replied(reply, state, carriedOut);
  const waiting = waitingTasks(state, carriedOut);
  const [, slash = '', word = '', words = text] = REPORT.exec(text) ?? [];
  const mine = waiting.flatMap(({ data }) => (data.type === 'task-outcome' ? [data.taskId] : []))[0];
  if (slash !== '') return reported(mine ?? runningTask(state), word, words);
  const [due] = waiting;
  if (due?.data.type === 'plan-review' && BEGINS.test(text)) return { type: 'begin' };
  const decision = due?.data.type === 'task-change' ? decisionIn(text, due.data) : undefined;
  if (decision) return decision;
  if (due?.data.type === 'task-outcome' && addedText(text) === undefined) {
    return reported(due.data.taskId, word, words);
  }
  const isList = state.plan.nextId === 1 || state.plan.completed;
  return { say: isList && state.unplanned !== '' ? `${state.unplanned}\n${text}` : text };
}

const APPROVES = /^\s*\/?(?:approved?|merge(?: it)?|yes|ok(?:ay)?|lgtm|looks good)\W*$/i;
const REJECTS = /^\s*\/?(?:reject(?:ed)?|no)\b[\s:,.]*([\s\S]*)$/i;

/** The decision on the waiting change in a message. */
function decisionIn(
  text: string,
  { taskId, digest }: { readonly taskId: number; readonly digest: string },
): TaskCall | undefined {
  if (APPROVES.test(text)) return { type: 'task-approve', taskId, digest };
  const [matched, why = ''] = REJECTS.exec(text) ?? [];
  if (matched === undefined) return undefined;
  const reason = why.trim();
  return { type: 'task-reject', taskId, digest, ...(reason !== '' && { reason }) };
}

function reported(taskId: number, word: string, words: string): TaskCall {
  const trimmed = words.trim();
  return word.toLowerCase().startsWith('fail')
    ? { type: 'task-fail', taskId, error: trimmed || FAILED }
    : { type: 'task-complete', taskId, result: trimmed || DONE };
}

function runningTask({ plan }: TasksState): number {
  const running = plan.underWay().find(({ status }) => status === 'Running');
  if (running) return running.id;
  throw refuse('No task is running.', { fix: 'Say what to do, or check the current tasks.' });
}

function replied(reply: z.infer<typeof Reply>, state: TasksState, carriedOut: CarriedOut): TaskCall {
  const { taskId } = reply;
  const due = waitingTasks(state, carriedOut).find(({ data }) => 'taskId' in data && data.taskId === taskId)
    ?.data.type;
  if ('answer' in reply && due === 'task-question') return { type: 'task-answer', ...reply };
  if ('result' in reply && due === 'task-outcome') return { type: 'task-complete', ...reply };
  if ('error' in reply && due === 'task-outcome') return { type: 'task-fail', ...reply };
  const actual =
    due === undefined
      ? 'waits for nobody'
      : `waits for ${due === 'task-question' ? 'an answer' : due === 'task-change' ? 'a decision about its change' : 'its outcome'}`;
  throw refuse(
    new ConflictError({
      summary: `Task ${taskId} ${actual}.`,
      fix: 'Nothing was appended. Check the current tasks.',
    }),
  );
}
