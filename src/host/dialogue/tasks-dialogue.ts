import { z } from 'zod';
import type { Envelope, ProposedFact } from '../../journal/fact.ts';
import { ConflictError } from '../../kernel/error.ts';
import type { ExecutorEvent } from '../../planners/tasks/command.ts';
import { foldedEventOf, type TaskEvent, type TaskKind, taskEventOf } from '../../planners/tasks/facts.ts';
import { Planner } from '../../planners/tasks/handler.ts';
import { addedText } from '../../planners/tasks/planner.ts';
import type { PlannerState, Task } from '../../planners/tasks/planner-state.ts';
import type { Dialogue, DialogueState, MadeThing, Said } from './dialogue.ts';
import { UnheardInput } from './unheard-input.ts';

const ENDED = 'This plan has come to its end. Say what is to be done, and it is added.';
const DONE = 'Done.';
const FAILED = 'It failed.';
const GIVEN_UP = 'Nobody wants it any more.';

const REPORT = /^\/?(done|fail(?:ed)?)\b[\s:,.]*([\s\S]*)$/i;

/** What a program may say of a task, in the place of words. */
const Reply = z.union([
  z.strictObject({ taskId: z.int(), answer: z.string() }),
  z.strictObject({ taskId: z.int(), result: z.string() }),
  z.strictObject({ taskId: z.int(), error: z.string() }),
]);

/** What a task waits for. */
export type TaskWaiting =
  | {
      readonly type: 'task-question';
      readonly seq: number;
      readonly taskId: number;
      readonly question: string;
    }
  | {
      readonly type: 'task-outcome';
      readonly seq: number;
      readonly taskId: number;
      readonly description: string;
    };

/** A task plan in words. What its tasks came to is not undone by a rewind. */
export class TasksDialogue implements Dialogue {
  #carriedOut: ReadonlySet<string>;
  #planner = new Planner();
  /** The seq of the last fact about each task. */
  #since = new Map<number, number>();
  #unheard = new UnheardInput();
  /** Whether something was said after the end that added nothing. */
  #isLate = false;
  /** The fact that came last, if it says something. */
  #last: TaskEvent | 'sleep' | undefined;

  /** `carriedOut`: the kinds of tasks that this host sees to. A person, or another process, does the others. */
  constructor({ carriedOut = ['Processing'] }: { readonly carriedOut?: readonly TaskKind[] } = {}) {
    this.#carriedOut = new Set(carriedOut);
  }

  get plan(): PlannerState {
    return this.#planner.state;
  }

  accept(fact: Envelope): void {
    if (fact.type === 'user_input' || fact.type === 'user_answer') this.#isLate = this.plan.completed;
    this.#unheard.accept(fact);
    const folded = foldedEventOf(fact);
    if (folded) this.#planner.accept(folded);
    const event = taskEventOf(fact);
    this.#last = event ?? (fact.type === 'sleep' ? 'sleep' : undefined);
    if (event === undefined) return;
    if (event.type === 'TasksPlanned') this.#isLate = false;
    if ('taskId' in event) this.#since.set(event.taskId, fact.seq);
  }

  told(): string | undefined {
    if (this.#last === 'sleep') return this.#isLate ? ENDED : undefined;
    return this.#last && this.#toldOf(this.#last);
  }

  rewound(): void {}

  /** A dialogue of its own that begins with what stands here. */
  copy(): TasksDialogue {
    const copy = new TasksDialogue();
    copy.#carriedOut = this.#carriedOut;
    copy.#planner = Planner.fold([], this.plan);
    copy.#since = new Map(this.#since);
    copy.#unheard = this.#unheard.copy();
    copy.#isLate = this.#isLate;
    copy.#last = this.#last;
    return copy;
  }

  state(): DialogueState {
    const { completed, nextId } = this.plan;
    if (this.#isLate) return { type: 'ended', as: 'rejected' };
    if (completed) return { type: 'ended', as: endOf(this.plan) };
    if (nextId === 1 || this.waiting().length > 0) return { type: 'asks' };
    return { type: 'working' };
  }

  asking(): string | undefined {
    const questions = this.waiting().map((wait) =>
      wait.type === 'task-question'
        ? `Task ${wait.taskId} asks: ${wait.question}`
        : `Task ${wait.taskId} is yours to do: ${wait.description}\n\nSay what came of it, or "failed" and why.`,
    );
    if (this.plan.nextId === 1) return 'Say what is to be done.';
    return questions.length === 0 ? undefined : questions.join('\n\n');
  }

  waiting(): readonly TaskWaiting[] {
    return this.plan.tasks.flatMap((task): TaskWaiting[] => {
      const { id: taskId, status, kind, description, clarifications = [] } = task;
      const seq = this.#since.get(taskId) ?? 0;
      if (status === 'NeedsClarification') {
        const question = clarifications.findLast(({ answer }) => answer === undefined)?.question;
        return [{ type: 'task-question', seq, taskId, question: question ?? description }];
      }
      const isForPerson = status === 'Running' && !this.#carriedOut.has(kind);
      return isForPerson ? [{ type: 'task-outcome', seq, taskId, description }] : [];
    });
  }

  /**
   * Words answer the oldest question or, where none is open, say what came of the task that is to do; those that say so
   * add tasks.
   */
  meaningOf({ text, data }: Said): readonly ProposedFact[] {
    const reply = Reply.safeParse(data).data;
    if (reply) return this.#replied(reply);
    const [due] = this.waiting();
    if (due?.type !== 'task-outcome' || addedText(text) !== undefined) {
      const isList = this.plan.nextId === 1 || this.plan.completed;
      return [{ type: 'user_input', text: isList ? this.#unheard.with(text) : text }];
    }
    const [, word = '', words = text] = REPORT.exec(text) ?? [];
    const said = words.trim();
    return word.toLowerCase().startsWith('fail')
      ? this.#settled({ type: 'TaskFailed', nodeId: due.taskId, error: said || FAILED })
      : this.#settled({ type: 'TaskCompleted', nodeId: due.taskId, result: said || DONE });
  }

  made(): readonly MadeThing[] {
    const { tasks, completed } = this.plan;
    if (tasks.length === 0) return [];
    const description = 'The tasks, and how each of them stands.';
    return [{ id: 'tasks', name: 'tasks.json', description, json: { completed, tasks } }];
  }

  givenUp(): readonly ProposedFact[] {
    const { nextId, completed } = this.plan;
    if (nextId === 1 || completed) return [];
    return this.#planner.draft().process({ type: 'CancelAll', reason: GIVEN_UP });
  }

  #replied(reply: z.infer<typeof Reply>): readonly ProposedFact[] {
    const { taskId } = reply;
    const wait = this.waiting().find((each) => each.taskId === taskId);
    if ('answer' in reply && wait?.type === 'task-question') {
      return [{ type: 'user_answer', qid: `task-${taskId}`, text: reply.answer }];
    }
    if ('result' in reply && wait?.type === 'task-outcome') {
      return this.#settled({ type: 'TaskCompleted', nodeId: taskId, result: reply.result });
    }
    if ('error' in reply && wait?.type === 'task-outcome') {
      return this.#settled({ type: 'TaskFailed', nodeId: taskId, error: reply.error });
    }
    throw new ConflictError({
      expected: `task ${taskId} to wait for this`,
      actual: wait === undefined ? 'one that waits for nobody' : `one that waits for its ${wait.type}`,
      fix: 'Look at the tasks as they are. Nothing was appended.',
    });
  }

  #settled(event: ExecutorEvent): readonly ProposedFact[] {
    return this.#planner.draft().process({ type: 'HandleExecutorEvent', event });
  }

  #toldOf(event: TaskEvent): string | undefined {
    switch (event.type) {
      case 'TasksPlanned':
        return `Planned:\n${event.tasks.map(({ id, description }) => `${id}. ${description}`).join('\n')}`;
      case 'TaskStatusUpdated':
        return `${this.#named(event.taskId)}: ${event.status.toLowerCase()}${event.result === undefined ? '' : `\n\n${event.result}`}`;
      case 'TasksCancelled':
        return `Cancelled: ${event.taskIds.join(', ')}. ${event.reason}`;
      case 'TaskRetryScheduled':
        return `${this.#named(event.taskId)}: tried again in ${event.delayMs / 1000} s, because of this:\n\n${event.error}`;
      case 'ClarificationRequested':
        return `Task ${event.taskId} asks: ${event.question}`;
      case 'PlanningCompleted':
        return event.summary;
      case 'TaskDispatched':
      case 'ClarificationReceived':
      case 'ContextCompacted':
        return undefined;
      default:
        return event satisfies never;
    }
  }

  #named(taskId: number): string {
    return `${taskId}. ${this.#planner.task(taskId)?.description ?? 'A task'}`;
  }
}

/** How the list of tasks ended that was given last. */
function endOf({
  tasks,
  removed,
  begunAgainAt: first = 1,
}: PlannerState): Extract<DialogueState, { type: 'ended' }>['as'] {
  const has = (wanted: Task['status']) => tasks.some(({ id, status }) => id >= first && status === wanted);
  if (removed.failed.some((id) => id >= first) || has('Failed')) return 'failed';
  const isAnyDone = removed.completed > 0 || has('Completed');
  return !isAnyDone && has('Cancelled') ? 'canceled' : 'completed';
}
