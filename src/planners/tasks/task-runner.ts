import type { Fact } from '../../journal/fact.ts';
import type { Outcome } from '../../kernel/claim.ts';
import type { Reactor, ReactorContext } from '../../kernel/reactor.ts';
import { systemTimer, type Timer } from '../../kernel/timer.ts';
import { type Compactor, deterministicCompactor } from '../../model/compactor.ts';
import { type AttachmentCheck, checkForm } from './attachment-check.ts';
import type { Command, ExecutorEvent } from './command.ts';
import { DEFAULT_ERROR_CHAR_LIMIT, DEFAULT_TOKEN_BUDGET, type PlannerConfig } from './config.ts';
import { contextOf, isOverBudget, threadOf } from './context.ts';
import type {
  AskPerson,
  ExecutableTask,
  ExecutionContext,
  ExecutionOutcome,
  Executor,
} from './executors/executor.ts';
import { type TaskEvent, type TaskKind, taskEventOf } from './facts.ts';
import { Planner } from './handler.ts';
import { isFinished, type PlannerState, type Task } from './task-fold.ts';
import { loadTaskPlan } from './task-plan.ts';

/** Who carries out which tasks, and with what. */
export interface TaskRunnerOptions {
  /** By kind. A task of a kind that has no executor here waits for one elsewhere. */
  readonly executors: { readonly [Kind in Exclude<TaskKind, 'Clarification'>]?: Executor };
  /** Asks a person what a task needs to know. Without it questions wait to be answered elsewhere. */
  readonly ask?: AskPerson;
  readonly config?: PlannerConfig;
  /** Looks whether what a task refers to is there. By default only whether it could be. */
  readonly checkAttachment?: AttachmentCheck;
  readonly compactor?: Compactor;
  /** Told how a running task goes. */
  readonly onProgress?: (taskId: number, text: string) => void;
  readonly timer?: Timer;
}

/** In UTF-16 units; as JSON it takes up to six bytes each, and a fact holds 1 MiB. */
const LONGEST_RESULT = 128 * 1024;

/** A fact about a task that something is to be done about. */
type Due = Extract<TaskEvent, { type: 'TaskDispatched' | 'TaskRetryScheduled' | 'ClarificationRequested' }>;

/** Carries out dispatched tasks, and tells the planner what came of them. */
export class TaskRunner implements Reactor {
  readonly name = 'task-runner';
  readonly reactsTo = ['TaskDispatched', 'TaskRetryScheduled', 'ClarificationRequested'];
  readonly #options: TaskRunnerOptions;

  constructor(options: TaskRunnerOptions) {
    this.#options = options;
  }

  concerns(fact: Fact): boolean {
    const due = dueOf(fact);
    switch (due?.type) {
      case 'TaskDispatched':
        return this.#executorFor(due) !== undefined;
      case 'ClarificationRequested':
        return this.#options.ask !== undefined;
      default:
        return due !== undefined;
    }
  }

  async act(fact: Fact, context: ReactorContext): Promise<Outcome> {
    const due = dueOf(fact);
    if (due === undefined) return [];
    const { planner } = await loadTaskPlan(context.journal);
    const task = openTask(planner, due);
    if (task === undefined) return [];
    const superseded = followed(context.journal, fact.seq, task.id);
    const signal = AbortSignal.any([context.signal, superseded.signal]);
    try {
      const command = await this.#carryOut(due, task, planner, { fact, context, signal });
      const summary = await this.#summaryAfter(command, planner, signal);
      return async () => this.#decide(due, command, (await loadTaskPlan(context.journal)).planner, summary);
    } catch (error) {
      context.signal.throwIfAborted();
      if (superseded.signal.aborted) return [];
      throw error;
    } finally {
      superseded.end();
    }
  }

  async #carryOut(
    due: Due,
    task: Task,
    planner: Planner,
    { fact, context, signal }: { fact: Fact; context: ReactorContext; signal: AbortSignal },
  ): Promise<Command> {
    switch (due.type) {
      case 'TaskDispatched':
        return handle(await this.#execute(due, task, planner, { ...context, signal }));
      case 'ClarificationRequested': {
        const answer = await this.#options.ask?.(due.question, { taskId: task.id, signal });
        return handle({ type: 'ClarificationProvided', nodeId: task.id, answer: answer ?? '' });
      }
      case 'TaskRetryScheduled': {
        const passed = context.clock.now() - Date.parse(fact.ts);
        await pause(this.#options.timer ?? systemTimer, due.delayMs - passed, signal);
        return { type: 'RetryTask', taskId: task.id, attempt: due.attempt };
      }
      default:
        return due satisfies never;
    }
  }

  async #execute(
    due: Extract<Due, { type: 'TaskDispatched' }>,
    task: Task,
    planner: Planner,
    { signal, idempotencyKey }: Pick<ReactorContext, 'signal' | 'idempotencyKey'>,
  ): Promise<ExecutorEvent> {
    const nodeId = task.id;
    const question = await this.#questionAbout(task, signal);
    if (question !== undefined) return { type: 'NeedsClarification', nodeId, question };
    const { id, kind, description, attachments } = task;
    const parameters = due.command.type === 'ExecuteTask' ? due.command.parameters : description;
    const executable = { id, kind, description, attachments, parameters, context: this.#contextOf(planner) };
    const outcome = await this.#outcomeOf(this.#executorFor(due), executable, {
      signal,
      idempotencyKey,
      progress: (text) => this.#options.onProgress?.(id, text),
    });
    signal.throwIfAborted();
    switch (outcome.type) {
      case 'completed':
        return { type: 'TaskCompleted', nodeId, result: bounded(outcome.result) };
      case 'failed': {
        const error = await this.#compactor.compactErrorMessage(outcome.error, {
          maxChars: this.#options.config?.errorCharLimit ?? DEFAULT_ERROR_CHAR_LIMIT,
          signal,
        });
        const { failureClass } = outcome;
        return { type: 'TaskFailed', nodeId, error, ...(failureClass && { failureClass }) };
      }
      case 'needs-clarification':
        return { type: 'NeedsClarification', nodeId, question: bounded(outcome.question) };
      default:
        return outcome satisfies never;
    }
  }

  async #outcomeOf(
    executor: Executor | undefined,
    task: ExecutableTask,
    context: ExecutionContext,
  ): Promise<ExecutionOutcome> {
    try {
      if (executor === undefined) return { type: 'failed', error: `No executor for ${task.kind} here.` };
      return await executor.execute(task, context);
    } catch (error) {
      context.signal.throwIfAborted();
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return { type: 'failed', error: message, failureClass: 'crash' };
    }
  }

  /** Asked once: whoever answered knows what is missing, and has said how to go on. */
  async #questionAbout(task: Task, signal: AbortSignal): Promise<string | undefined> {
    if (task.clarifications !== undefined) return undefined;
    const check = this.#options.checkAttachment ?? checkForm;
    for (const attachment of task.attachments) {
      const problem = await check(attachment, { task, signal });
      if (problem === undefined) continue;
      const { value } = attachment.kind;
      return `${value} cannot be used: ${problem} Give another one, or say how to go on without it.`;
    }
    return undefined;
  }

  /** What a model makes of the finished work, when it will be too much after this command. */
  async #summaryAfter(command: Command, planner: Planner, signal: AbortSignal): Promise<Summary | undefined> {
    if (this.#options.compactor === undefined) return undefined;
    const after = Planner.fold([], planner.state);
    after.process(command);
    if (!isOverBudget(after.state, this.#tokenBudget)) return undefined;
    const thread = threadOf(after.state);
    const kept = await this.#compactor.compactThread(thread, { maxTokens: this.#tokenBudget, signal });
    return { text: kept.map(({ text }) => text).join('\n'), of: finishedIds(after.state) };
  }

  #decide(due: Due, command: Command, planner: Planner, summary: Summary | undefined): TaskEvent[] {
    // Somebody else has said something about the task since.
    if (openTask(planner, due) === undefined) return [];
    const events = planner.process(command);
    if (!isOverBudget(planner.state, this.#tokenBudget)) return events;
    const fits = summary !== undefined && summary.of === finishedIds(planner.state);
    const compact: Command = { type: 'CompactContext', maxTokens: this.#tokenBudget };
    return [...events, ...planner.process(fits ? { ...compact, summary: summary.text } : compact)];
  }

  #contextOf(planner: Planner): string {
    return contextOf(planner.state, this.#tokenBudget);
  }

  #executorFor({ command }: Extract<Due, { type: 'TaskDispatched' }>): Executor | undefined {
    if (command.type !== 'ExecuteTask' || command.kind === 'Clarification') return undefined;
    return this.#options.executors[command.kind];
  }

  get #compactor(): Compactor {
    return this.#options.compactor ?? deterministicCompactor;
  }

  get #tokenBudget(): number {
    return this.#options.config?.tokenBudget ?? DEFAULT_TOKEN_BUDGET;
  }
}

/** A summary, and the finished tasks it is about. */
interface Summary {
  readonly text: string;
  readonly of: string;
}

function finishedIds({ tasks }: PlannerState): string {
  return tasks
    .filter(isFinished)
    .map(({ id }) => id)
    .join(' ');
}

function handle(event: ExecutorEvent): Command {
  return { type: 'HandleExecutorEvent', event };
}

function dueOf(fact: Fact): Due | undefined {
  const event = taskEventOf(fact);
  switch (event?.type) {
    case 'TaskDispatched':
    case 'TaskRetryScheduled':
    case 'ClarificationRequested':
      return event;
    default:
      return undefined;
  }
}

/** The task, as long as what is due about it has not been done. */
function openTask(planner: Planner, due: Due): Task | undefined {
  const task = planner.task(due.taskId);
  switch (due.type) {
    case 'TaskDispatched':
      return task?.status === 'Running' ? task : undefined;
    case 'ClarificationRequested':
      return task?.status === 'NeedsClarification' ? task : undefined;
    case 'TaskRetryScheduled':
      return task?.retry?.attempt === due.attempt ? task : undefined;
    default:
      return due satisfies never;
  }
}

/** Aborted as soon as a later fact is about the same task: it was cancelled, or somebody else came first. */
function followed(
  journal: ReactorContext['journal'],
  seq: number,
  taskId: number,
): { readonly signal: AbortSignal; readonly end: () => void } {
  const superseded = new AbortController();
  const end = journal.subscribe({ from: seq + 1, onError: () => {} }, (facts) => {
    if (facts.some((fact) => isAbout(taskEventOf(fact), taskId))) superseded.abort();
  });
  return { signal: superseded.signal, end };
}

function isAbout(event: TaskEvent | undefined, taskId: number): boolean {
  if (event === undefined) return false;
  if (event.type === 'TasksCancelled') return event.taskIds.includes(taskId);
  return 'taskId' in event && event.taskId === taskId;
}

function pause(timer: Timer, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const cancel = timer.after(Math.max(0, ms), () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
    const stop = (): void => {
      cancel();
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}

function bounded(text: string): string {
  if (text.length <= LONGEST_RESULT) return text;
  const left = text.length - LONGEST_RESULT;
  return `${text.slice(0, LONGEST_RESULT).replace(/[\uD800-\uDBFF]$/, '')}\n[${left} more characters left out]`;
}
