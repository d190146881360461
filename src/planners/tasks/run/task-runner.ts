import type { Fact } from '../../../journal/fact.ts';
import { isTransientStoreError } from '../../../journal/transient-errors.ts';
import { failSpan, inSpan } from '../../../kernel/telemetry/spans.ts';
import { systemTimer, type Timer } from '../../../kernel/timer.ts';
import type { Outcome } from '../../../kernel/work/claim.ts';
import type { Reactor, ReactorContext } from '../../../kernel/work/reactor.ts';
import { type Compactor, deterministicCompactor } from '../../../model/compaction/compactor.ts';
import { endOfCharacter } from '../../../model/tokens.ts';
import type { Command, ExecutorEvent } from '../commands/command.ts';
import { DEFAULT_ERROR_CHAR_LIMIT, DEFAULT_TOKEN_BUDGET, type PlannerConfig } from '../config.ts';
import { ContextMeter, contextOf, type FinishedWork, threadOf } from '../context/context.ts';
import { recalled, recalledText } from '../context/recall.ts';
import type { AcceptanceCheck, FinishedPlan } from '../executors/acceptance-check.ts';
import { checkedOutcome } from '../executors/checked-outcome.ts';
import {
  type AskPerson,
  type ExecutableTask,
  type ExecutionContext,
  type ExecutionOutcome,
  type Executor,
  failureOf,
  NoPersonAvailable,
} from '../executors/executor.ts';
import { type CheckedCriterion, type TaskEvent, taskEventOf } from '../facts.ts';
import type { Planner } from '../handler.ts';
import { isEmptyBrief } from '../plan/merge-brief.ts';
import { type Due, dueOf, PlanProjection } from '../plan/plan-projection.ts';
import { isFinished, type Task } from '../state/planner-state.ts';
import { pause, unlessAbandoned } from './abortable-work.ts';
import { type AttachmentCheck, checkForm } from './attachment-check.ts';
import { ExecutorInput, withoutErased } from './executor-input.ts';
import type { ExecutorsByKind, TaskKinds } from './kind-registry.ts';

/** Options of {@link TaskRunner}. */
export interface TaskRunnerOptions {
  /** By kind. A task of a kind without an executor here waits for another process. */
  readonly executors: ExecutorsByKind;
  /** Registered kinds, with their overrides. */
  readonly kinds?: TaskKinds;
  /** Asks a person the questions of tasks. Without it questions wait to be answered elsewhere. */
  readonly ask?: AskPerson;
  readonly config?: PlannerConfig;
  /** Checks whether attachments exist. Default: checks only their format. */
  readonly checkAttachment?: AttachmentCheck;
  readonly compactor?: Compactor;
  /** Checks acceptance criteria after all tasks have ended. Without it they stay unchecked. */
  readonly checkAcceptance?: AcceptanceCheck;
  /** Called with the progress of a running task. */
  readonly onProgress?: (taskId: number, text: string) => void;
  readonly timer?: Timer;
}

/** In UTF-16 units; in JSON each takes up to six bytes, and a fact is limited to 1 MiB. */
const MAX_RESULT_LENGTH = 128 * 1024;
/** The fact that dispatches a task contains all questions about it and their answers. */
const MAX_QUESTION_LENGTH = 4 * 1024;
const MAX_ANSWER_LENGTH = 32 * 1024;
const MAX_REASON_LENGTH = 500;

/** Carries out dispatched tasks, and reports the outcomes to the planner. */
export class TaskRunner implements Reactor {
  readonly name = 'task-runner';
  readonly reactsTo: readonly string[];
  readonly #options: TaskRunnerOptions;
  readonly #plans = new WeakMap<ReactorContext['journal'], PlanProjection>();
  readonly #meter = new ContextMeter();

  constructor(options: TaskRunnerOptions) {
    this.#options = options;
    const { checkAcceptance } = options;
    this.reactsTo = [
      'TaskDispatched',
      'TaskRetryScheduled',
      'ClarificationRequested',
      ...(checkAcceptance ? ['PlanningCompleted'] : []),
    ];
  }

  concerns(fact: Fact): boolean {
    if (fact.type === 'PlanningCompleted') return this.#criteriaIn(fact).length > 0;
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

  notBefore(fact: Fact): number | undefined {
    const due = dueOf(fact);
    return due?.type === 'TaskRetryScheduled' ? Date.parse(fact.ts) + due.delayMs : undefined;
  }

  async act(fact: Fact, context: ReactorContext): Promise<Outcome> {
    if (fact.type === 'PlanningCompleted') return await this.#checkAcceptance(fact, context);
    const due = dueOf(fact);
    const plan = this.#planIn(context.journal);
    await plan.catchUp();
    const task = due && plan.isDue(fact) ? plan.planner.task(due.taskId) : undefined;
    // A task that finished silently had its outcome erased.
    if (due === undefined || task === undefined || isFinished(task)) return [];
    const input = new ExecutorInput(plan);
    const superseded = plan.watch(fact);
    const signal = AbortSignal.any([context.signal, superseded.signal]);
    try {
      const carriedOut = this.#carryOut(due, task, { fact, context, signal, input });
      const command = await unlessAbandoned(carriedOut, this.#timer, signal);
      const summary = await this.#summaryAfter(command, fact, plan, signal);
      return async () => {
        await plan.catchUp();
        // There is a newer fact about the task.
        if (!plan.isDue(fact)) return [];
        return this.#decide(withoutErased(command, input), plan.planner.draft(), summary);
      };
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
    {
      fact,
      context,
      signal,
      input,
    }: { fact: Fact; context: ReactorContext; signal: AbortSignal; input: ExecutorInput },
  ): Promise<Command> {
    switch (due.type) {
      case 'TaskDispatched':
        return handle(await this.#execute(due, task, input, { ...context, signal }));
      case 'ClarificationRequested': {
        const answer = await this.#options.ask?.(due.question, { taskId: task.id, signal });
        return handle({
          type: 'ClarificationProvided',
          nodeId: task.id,
          answer: bounded(answer ?? '', MAX_ANSWER_LENGTH),
        });
      }
      case 'TaskRetryScheduled': {
        const passed = context.clock.now() - Date.parse(fact.ts);
        await pause(this.#timer, due.delayMs - passed, signal);
        return { type: 'RetryTask', taskId: task.id, attempt: due.attempt };
      }
      default:
        return due satisfies never;
    }
  }

  async #execute(
    due: Extract<Due, { type: 'TaskDispatched' }>,
    task: Task,
    input: ExecutorInput,
    { signal, idempotencyKey, journal }: Pick<ReactorContext, 'signal' | 'idempotencyKey' | 'journal'>,
  ): Promise<ExecutorEvent> {
    const { planner } = input;
    const recall = async (words: string) => {
      const events = (await journal.facts()).flatMap((fact) => taskEventOf(fact) ?? []);
      const text = recalledText(recalled(events, words));
      input.add(text);
      return text;
    };
    const nodeId = task.id;
    const before = finishedWork(planner);
    const question = await this.#questionAbout(task, signal);
    if (question !== undefined) {
      return { type: 'NeedsClarification', nodeId, question: bounded(question, MAX_QUESTION_LENGTH) };
    }
    const { id, kind, description, attachments } = task;
    const parameters = due.command.type === 'ExecuteTask' ? due.command.parameters : description;
    const budget = this.#options.kinds?.[kind]?.tokenBudget ?? this.#tokenBudget;
    const executable: ExecutableTask = {
      id,
      kind,
      description,
      attachments,
      parameters,
      ...(!isEmptyBrief(planner.brief) && { brief: planner.brief }),
      // Computed on demand: counting tokens takes longer than most executors.
      get context() {
        return contextOf(before, budget);
      },
    };
    const executor = this.#executorFor(due);
    const name = executor?.name ?? 'none';
    const attributes = { 'wayfold.executor': name, 'wayfold.task.id': id, 'wayfold.task.kind': kind };
    const outcome = await inSpan(`run_task ${name}`, { attributes }, async (span) => {
      const came = await this.#outcomeOf(executor, executable, {
        signal,
        idempotencyKey,
        progress: (text) => this.#options.onProgress?.(id, text),
        ...(planner.contextSummary !== '' && { recall }),
      });
      span.setAttribute('wayfold.task.outcome', came.type);
      const failure = failureOf(came);
      if (failure !== undefined) failSpan(span, failure);
      return came;
    });
    signal.throwIfAborted();
    switch (outcome.type) {
      case 'completed':
        return { type: 'TaskCompleted', nodeId, result: bounded(outcome.result, MAX_RESULT_LENGTH) };
      case 'simulated':
        return { type: 'TaskSimulated', nodeId, result: bounded(outcome.result, MAX_RESULT_LENGTH) };
      case 'failed': {
        const error = await this.#compactor.compactErrorMessage(outcome.error, {
          maxChars: this.#options.config?.errorCharLimit ?? DEFAULT_ERROR_CHAR_LIMIT,
          signal,
        });
        const { failureClass } = outcome;
        return {
          type: 'TaskFailed',
          nodeId,
          error: bounded(error, MAX_RESULT_LENGTH),
          ...(failureClass && { failureClass }),
        };
      }
      case 'proposed':
        return { type: 'ChangeProposed', nodeId, change: outcome.change };
      case 'needs-clarification':
        return {
          type: 'NeedsClarification',
          nodeId,
          question: bounded(outcome.question, MAX_QUESTION_LENGTH),
        };
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
      if (executor === undefined)
        return { type: 'failed', error: `There is no executor for ${task.kind} here.` };
      return checkedOutcome(await executor.execute(task, context), executor.name);
    } catch (error) {
      context.signal.throwIfAborted();
      // An executor also stores its work in the store: the task is retried when that is available again.
      if (error instanceof NoPersonAvailable || isTransientStoreError(error)) throw error;
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return { type: 'failed', error: message, failureClass: 'crash' };
    }
  }

  /** Asked once: the answer said how to continue with what is missing. */
  async #questionAbout(task: Task, signal: AbortSignal): Promise<string | undefined> {
    if (task.clarifications !== undefined) return undefined;
    const check = this.#options.checkAttachment ?? checkForm;
    for (const attachment of task.attachments) {
      // Attachments that are only mentioned need not be read.
      if (attachment.mentioned) continue;
      const problem = await check(attachment, { task, signal });
      if (problem === undefined) continue;
      const { value } = attachment.kind;
      return `${value} cannot be used: ${problem} Give another one, or say how to continue without it.`;
    }
    return undefined;
  }

  #criteriaIn(fact: Fact): readonly string[] {
    const event = this.#options.checkAcceptance && taskEventOf(fact);
    return event?.type === 'PlanningCompleted' ? (event.acceptance ?? []) : [];
  }

  /** Checks the acceptance criteria, and records the verdicts. */
  async #checkAcceptance(fact: Fact, { journal, signal, idempotencyKey }: ReactorContext): Promise<Outcome> {
    const plan = this.#planIn(journal);
    await plan.catchUp();
    const input = new ExecutorInput(plan);
    const { brief, acceptance } = plan.planner;
    const open = this.#criteriaIn(fact).filter(
      (each) => brief.acceptance.includes(each) && !acceptance.some(({ criterion }) => criterion === each),
    );
    if (open.length === 0) return [];
    const results = await this.#checked(open, {
      brief,
      results: contextOf(finishedWork(plan.planner), this.#tokenBudget),
      idempotencyKey,
      signal,
    });
    return async () => {
      await plan.catchUp();
      const kept = results.filter(({ criterion }) => plan.planner.brief.acceptance.includes(criterion));
      const shown = kept.map(({ reason = '', ...result }) =>
        reason === '' || input.repeatsErased(reason) ? result : { ...result, reason },
      );
      return shown.length === 0
        ? []
        : plan.planner.draft().process({ type: 'CheckAcceptance', results: shown });
    };
  }

  async #checked(criteria: readonly string[], plan: FinishedPlan): Promise<readonly CheckedCriterion[]> {
    try {
      return (await this.#options.checkAcceptance?.(criteria, plan)) ?? [];
    } catch (error) {
      plan.signal.throwIfAborted();
      if (isTransientStoreError(error)) throw error;
      const reason = bounded(error instanceof Error ? error.message : String(error), MAX_REASON_LENGTH);
      return criteria.map((criterion) => ({ criterion, verdict: 'not-checked', reason }));
    }
  }

  /** A model's summary of the finished work, if it would be too long after this command. */
  async #summaryAfter(
    command: Command,
    fact: Fact,
    plan: PlanProjection,
    signal: AbortSignal,
  ): Promise<Summary | undefined> {
    if (this.#options.compactor === undefined || !plan.isDue(fact)) return undefined;
    const after = plan.planner.draft();
    after.process(command);
    const work = finishedWork(after);
    if (!this.#meter.isOverBudget(work, this.#tokenBudget)) return undefined;
    const kept = await this.#compactor.compactThread(threadOf(work), {
      maxTokens: this.#tokenBudget,
      signal,
    });
    return { text: kept.map(({ text }) => text).join('\n'), of: textOf(work) };
  }

  #decide(command: Command, planner: Planner, summary: Summary | undefined): TaskEvent[] {
    const events = planner.process(command);
    const work = finishedWork(planner);
    if (!this.#meter.isOverBudget(work, this.#tokenBudget)) return events;
    const fits = summary !== undefined && summary.of === textOf(work);
    const compact: Command = { type: 'CompactContext', maxTokens: this.#tokenBudget };
    return [...events, ...planner.process(fits ? { ...compact, summary: summary.text } : compact)];
  }

  #planIn(journal: ReactorContext['journal']): PlanProjection {
    const plan = this.#plans.get(journal) ?? new PlanProjection(journal);
    this.#plans.set(journal, plan);
    return plan;
  }

  #executorFor({ command }: Extract<Due, { type: 'TaskDispatched' }>): Executor | undefined {
    if (command.type !== 'ExecuteTask' || command.kind === 'Clarification') return undefined;
    return this.#options.executors[command.kind];
  }

  get #compactor(): Compactor {
    return this.#options.compactor ?? deterministicCompactor;
  }

  get #timer(): Timer {
    return this.#options.timer ?? systemTimer;
  }

  get #tokenBudget(): number {
    return this.#options.config?.tokenBudget ?? DEFAULT_TOKEN_BUDGET;
  }
}

/** A summary, and what it is about: some of that may be erased before it is used. */
interface Summary {
  readonly text: string;
  readonly of: string;
}

function textOf(work: FinishedWork): string {
  return JSON.stringify(threadOf(work));
}

function finishedWork(planner: Planner): FinishedWork {
  return { contextSummary: planner.contextSummary, finished: planner.finished() };
}

function handle(event: ExecutorEvent): Command {
  return { type: 'HandleExecutorEvent', event };
}

/** A text of about the maximum length, without split surrogate pairs. */
function bounded(text: string, longest: number): string {
  const whole = text.toWellFormed();
  if (whole.length <= longest) return whole;
  return `${whole.slice(0, endOfCharacter(whole, longest))}\n[${whole.length - longest} more characters left out]`;
}
