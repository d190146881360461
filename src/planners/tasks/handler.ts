import type { RedactedEvent } from '../../kernel/event.ts';
import type { Handler } from '../../kernel/handler.ts';
import { type Command, checkedCommand, type ExecutorEvent } from './commands/command.ts';
import { revisedTasks, withoutDependency } from './commands/revise-tasks.ts';
import { withKinds } from './commands/task-kinds.ts';
import type { PlannerConfig } from './config.ts';
import { compactedSummary, givenSummary } from './context/compact-context.ts';
import { invalidCommand, notRunning, PlannerError } from './error.ts';
import type { Brief, CheckedCriterion, ProposedChange, TaskEvent, TaskPolicy } from './facts.ts';
import { isEmptyBrief } from './plan/merge-brief.ts';
import { addedWork, numberedFrom, type PlannedWork, plannedTasks } from './plan/planned-tasks.ts';
import { isNewVerdict } from './run/acceptance-text.ts';
import { decidableChange, proposalOf, rejectedText, repeatedEvent } from './run/change-decision.ts';
import { scheduledRetry } from './run/task-retry.ts';
import { isFinished, isPassed, type Task, type TaskPlannerState } from './state/planner-state.ts';
import { TaskFold } from './task-fold.ts';
import { TaskScheduler } from './task-scheduler.ts';

type Checked<Type> = Extract<ReturnType<typeof checkedCommand>, { type: Type }>;
type Outcome = Extract<ExecutorEvent, { type: 'TaskCompleted' | 'TaskSimulated' | 'TaskFailed' }>;

const STATUS_AFTER = {
  TaskCompleted: 'Completed',
  TaskSimulated: 'Simulated',
  TaskFailed: 'Failed',
} as const satisfies Record<Outcome['type'], Task['status']>;

/**
 * Decides about a list of tasks: which one starts, what an outcome leads to, when to ask, and when it is done.
 * Pure.
 */
export class Planner implements Handler<Command, TaskEvent> {
  readonly #config: PlannerConfig;
  readonly #scheduler: TaskScheduler;

  constructor(config: PlannerConfig = {}, fold = new TaskFold()) {
    this.#config = config;
    this.#scheduler = new TaskScheduler(fold);
  }

  /** The planner after these events; `from` is the state before the first of them, if any. */
  static fold(events: readonly (TaskEvent | RedactedEvent)[], from?: TaskPlannerState): Planner {
    const planner = new Planner({}, new TaskFold(from));
    for (const event of events) planner.accept(event);
    return planner;
  }

  /** A planner that continues a fold, and changes it. */
  static on(fold: TaskFold, config: PlannerConfig = {}): Planner {
    return new Planner(config, fold);
  }

  /** The planner as it was after the first `seq` of these events. */
  static restore(events: readonly TaskEvent[], seq: number): Planner {
    return Planner.fold(events.slice(0, seq));
  }

  /** Applies events that another planner of the same plan has decided, or an erasure. */
  accept(event: TaskEvent | RedactedEvent): void {
    this.#scheduler.accept(event);
  }

  /** A copy for trying commands: this planner stays unchanged. */
  draft(): Planner {
    return Planner.on(this.#fold.draft(), this.#config);
  }

  /** The current plan. Later commands do not change the returned value. */
  get state(): TaskPlannerState {
    return this.#fold.state;
  }

  /** One task, without a copy of the whole plan. */
  task(id: number): Task | undefined {
    return this.#fold.task(id);
  }

  /** The finished tasks that are still in the plan, oldest first. */
  finished(): readonly Task[] {
    return this.#fold.finished();
  }

  /** What applies to all tasks. */
  get brief(): Brief {
    return this.#fold.brief;
  }

  /** The verdicts on acceptance criteria. */
  get acceptance(): readonly CheckedCriterion[] {
    return this.#fold.acceptance;
  }

  /** The summary of the tasks that compaction removed. */
  get contextSummary(): string {
    return this.#fold.contextSummary;
  }

  /** All events, or those since the state it was folded from. */
  get eventLog(): readonly TaskEvent[] {
    return this.#scheduler.log;
  }

  /** The events of a command, already applied. Throws a {@link PlannerError} without changing anything. */
  process(command: Command): TaskEvent[] {
    const checked = checkedCommand(command);
    this.#scheduler.signNext('by' in checked ? checked.by : undefined);
    switch (checked.type) {
      case 'Initialize':
        return this.#initialize(checked);
      case 'AddTasks':
        return this.#add(checked);
      case 'HandleExecutorEvent':
        return this.#handle(checked.event);
      case 'Continue':
        return this.#fold.busy === 0 && !this.#fold.waiting ? this.#scheduler.advance() : [];
      case 'CompactContext':
        return this.#compact(checked);
      case 'CancelTask':
        return this.#cancel(checked);
      case 'CancelAll':
        return this.#cancelAll(checked);
      case 'RetryTask':
        return this.#retry(checked);
      case 'Redispatch':
        return this.#redispatch(checked);
      case 'ReviseTasks':
        for (const { taskId } of checked.changes) this.#known(taskId);
        return this.#scheduler.record({
          type: 'TasksRevised',
          tasks: revisedTasks(this.#fold, checked.changes),
        });
      case 'DecideChange':
        return this.#decideChange(checked);
      case 'SkipTask':
        return this.#skipTask(checked);
      case 'ApprovePlan':
        return this.#fold.held ? this.#scheduler.record({ type: 'PlanApproved' }) : [];
      case 'CheckAcceptance':
        return this.#checkAcceptance(checked);
      default:
        return checked satisfies never;
    }
  }

  get #fold(): TaskFold {
    return this.#scheduler.fold;
  }

  #initialize(command: Checked<'Initialize'>): TaskEvent[] {
    if (this.#fold.nextId > 1) {
      throw invalidCommand(
        `This planner already has ${this.#fold.nextId - 1} tasks.`,
        'Add to this plan with AddTasks, or start a new one.',
      );
    }
    const policy = command.policy ?? this.#config.policy;
    return this.#planned(plannedTasks({ ...command, kinds: policy?.kinds }), policy);
  }

  #add(command: Checked<'AddTasks'>): TaskEvent[] {
    const { nextId, completed } = this.#fold;
    const policy = withKinds(this.#fold.policy, command.kinds);
    if (nextId === 1) throw invalidCommand('The plan has no tasks yet.', 'Start it with Initialize.');
    // A plan that has ended starts again only with new tasks.
    const wanted = { ...command, kinds: policy.kinds };
    const { tasks, ...rest } = completed ? plannedTasks(wanted) : addedWork(wanted);
    for (const id of command.after) this.#known(id);
    return this.#planned({ tasks: numberedFrom(nextId, tasks, command.after), ...rest }, policy);
  }

  #planned({ tasks, brief, readBy }: PlannedWork, policy: TaskPolicy = {}): TaskEvent[] {
    return this.#scheduler.record({
      type: 'TasksPlanned',
      tasks,
      ...(Object.keys(policy).length > 0 && { policy }),
      ...(!isEmptyBrief(brief) && { brief }),
      ...(readBy && { readBy }),
    });
  }

  #handle(event: ExecutorEvent): TaskEvent[] {
    const task = this.#known(event.nodeId);
    switch (event.type) {
      case 'TaskCompleted':
      case 'TaskSimulated':
      case 'TaskFailed':
        return this.#finish(task, event);
      case 'ChangeProposed':
        return this.#propose(task, event.change);
      case 'NeedsClarification':
        return this.#ask(task, event.question);
      case 'ClarificationProvided':
        return this.#answer(task, event.answer);
      default:
        return event satisfies never;
    }
  }

  #finish(task: Task | undefined, event: Outcome): TaskEvent[] {
    const status = STATUS_AFTER[event.type];
    // Late outcomes of cancelled or compacted tasks, and repeated ones, change nothing.
    if (task === undefined) return [];
    const isOpen = task.status === 'Running' || task.isTakenForEnded === true;
    if (!isOpen && (task.status === status || task.status === 'Cancelled')) return [];
    if (!isOpen) throw notRunning(task, event.type);
    if (event.type !== 'TaskFailed') {
      return this.#scheduler.record({
        type: 'TaskStatusUpdated',
        taskId: task.id,
        status,
        result: event.result,
      });
    }
    const { error, failureClass, conflict } = event;
    const retry = scheduledRetry(task, this.#fold.policy, { error, failureClass });
    const failed = { type: 'TaskStatusUpdated', taskId: task.id, status, result: error } as const;
    return this.#scheduler.record(retry ?? { ...failed, ...(conflict && { conflict }) });
  }

  #propose(task: Task | undefined, change: ProposedChange): TaskEvent[] {
    if (task === undefined || isFinished(task)) return [];
    if (task.status !== 'Running') throw notRunning(task, 'ChangeProposed');
    return [this.#scheduler.apply(proposalOf(task.id, change))];
  }

  #decideChange({ taskId, digest, approved, reason }: Checked<'DecideChange'>): TaskEvent[] {
    const task = this.#known(taskId);
    const change = decidableChange(task, { taskId, digest, approved });
    const fields = reason === undefined ? {} : { reason };
    const decided = this.#scheduler.apply({ type: 'ChangeDecided', taskId, digest, approved, ...fields });
    if (approved) return [decided];
    const result = rejectedText(change, reason);
    return [
      decided,
      ...this.#scheduler.record({ type: 'TaskStatusUpdated', taskId, status: 'Failed', result }),
    ];
  }

  #ask(task: Task | undefined, question: string): TaskEvent[] {
    if (task === undefined || task.status === 'Cancelled') return [];
    if (task.status === 'NeedsClarification' && task.clarifications?.at(-1)?.question === question) return [];
    if (task.status !== 'Running') throw notRunning(task, 'NeedsClarification');
    return this.#scheduler.record({ type: 'ClarificationRequested', taskId: task.id, question });
  }

  #answer(task: Task | undefined, answer: string): TaskEvent[] {
    if (task === undefined || task.status === 'Cancelled') return [];
    if (task.status !== 'NeedsClarification') {
      if (task.clarifications?.at(-1)?.answer === answer) return [];
      const { pendingClarificationFor: other } = this.#fold.state;
      throw invalidCommand(
        `Task ${task.id} has no open question.`,
        other === null ? 'No task waits for an answer.' : `Answer task ${other}, which waits for one.`,
      );
    }
    const received = this.#scheduler.apply({ type: 'ClarificationReceived', taskId: task.id, answer });
    return [
      received,
      ...this.#scheduler.begin(this.#fold.task(task.id) ?? task),
      ...this.#scheduler.advance(),
    ];
  }

  #compact({ maxTokens, summary }: Checked<'CompactContext'>): TaskEvent[] {
    // In a truncated log, the consequences of an erased failure would otherwise be lost.
    const skipped = this.#scheduler.skip();
    const finished = this.#fold.finished();
    if (finished.length === 0) return skipped;
    const removedTaskIds = finished.map(({ id }) => id);
    const compacted =
      summary === undefined
        ? compactedSummary(this.#fold.contextSummary, finished, maxTokens)
        : givenSummary(summary, maxTokens);
    return [
      ...skipped,
      this.#scheduler.apply({ type: 'ContextCompacted', summary: compacted, removedTaskIds }),
    ];
  }

  #cancel({ taskId, reason = 'Cancelled.' }: Checked<'CancelTask'>): TaskEvent[] {
    const task = this.#known(taskId);
    if (task === undefined || isFinished(task)) return [];
    return this.#scheduler.record({ type: 'TaskStatusUpdated', taskId, status: 'Cancelled', result: reason });
  }

  /** Tasks that depend on it continue as if it were done. */
  #skipTask({ taskId, reason = 'Skipped.' }: Checked<'SkipTask'>): TaskEvent[] {
    const task = this.#known(taskId);
    if (task === undefined || isPassed(task)) return [];
    const changes = withoutDependency(this.#fold, taskId);
    const tasks = changes.length === 0 ? [] : revisedTasks(this.#fold, changes);
    const events = tasks.length === 0 ? [] : [this.#scheduler.apply({ type: 'TasksRevised', tasks })];
    if (!isFinished(task)) {
      events.push(
        this.#scheduler.apply({ type: 'TaskStatusUpdated', taskId, status: 'Cancelled', result: reason }),
      );
    }
    return events.length === 0 ? [] : [...events, ...this.#scheduler.advance()];
  }

  #cancelAll({ reason = 'Cancelled.' }: Checked<'CancelAll'>): TaskEvent[] {
    const taskIds = this.#scheduler.unfinishedIds();
    return taskIds.length === 0 ? [] : this.#scheduler.record({ type: 'TasksCancelled', taskIds, reason });
  }

  #retry({ taskId, attempt }: Checked<'RetryTask'>): TaskEvent[] {
    const task = this.#known(taskId);
    return task?.retry?.attempt === attempt ? this.#scheduler.begin(task) : [];
  }

  #redispatch({ taskId }: Checked<'Redispatch'>): TaskEvent[] {
    const task = this.#known(taskId);
    if (task?.change) return [this.#scheduler.apply(repeatedEvent(task.id, task.change))];
    if (task?.status === 'Running') return this.#scheduler.begin(task);
    const question = task?.clarifications?.at(-1)?.question;
    if (task?.status === 'NeedsClarification' && question !== undefined) {
      return [this.#scheduler.apply({ type: 'ClarificationRequested', taskId, question })];
    }
    return task?.retry ? [this.#scheduler.apply({ type: 'TaskRetryScheduled', taskId, ...task.retry })] : [];
  }

  #checkAcceptance({ results }: Checked<'CheckAcceptance'>): TaskEvent[] {
    const isNew = isNewVerdict(this.#fold, results);
    return isNew ? [this.#scheduler.apply({ type: 'AcceptanceChecked', results })] : [];
  }

  /** The task; `undefined` if compaction removed it. */
  #known(id: number): Task | undefined {
    const task = this.#fold.task(id);
    if (task !== undefined || (id >= 1 && id < this.#fold.nextId)) return task;
    throw new PlannerError('TaskNotFound', {
      expected: this.#fold.nextId === 1 ? 'a plan with tasks' : `a task from 1 to ${this.#fold.nextId - 1}`,
      actual: `task ${id}`,
      fix: 'Nothing has changed. Use the id that TasksPlanned or TaskDispatched named.',
    });
  }
}
