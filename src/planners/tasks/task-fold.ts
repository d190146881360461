import type { RedactedEvent } from '../../kernel/event.ts';
import type { Brief, CheckedCriterion, TaskEvent, TaskPolicy } from './facts.ts';
import { mergedBrief } from './plan/merge-brief.ts';
import { withResults } from './run/acceptance-text.ts';
import { keptEvent, keptPlan, keptRevision } from './state/erased-events.ts';
import {
  ERASED_QUESTION,
  ERASED_TASK,
  endedAtLast,
  endOf,
  lessErased,
  moreErased,
  obstacleTo,
  stillErased,
} from './state/erased-outcomes.ts';
import {
  INITIAL_STATE,
  isFinished,
  type RemovedTasks,
  type Task,
  type TaskPlannerState,
} from './state/planner-state.ts';
import { TaskTable } from './state/task-table.ts';

/**
 * The fold of a task plan. Mutable, so that an event costs the same in a plan of any length; `state` and `draft` are
 * unaffected by later events.
 */
export class TaskFold {
  readonly #tasks: TaskTable;
  #rest: Omit<
    TaskPlannerState,
    'tasks' | 'waitingForClarification' | 'pendingClarificationFor' | 'pendingClarifications'
  >;
  /** Whether erased outcomes must be resolved. */
  #hasErased: boolean;
  #state: TaskPlannerState | undefined;

  /** `from`: the state before the first event. It is not changed. */
  constructor(from: TaskPlannerState | TaskFold = INITIAL_STATE) {
    if (from instanceof TaskFold) {
      this.#tasks = new TaskTable(from.#tasks);
      this.#rest = from.#rest;
      this.#hasErased = from.#hasErased;
      return;
    }
    this.#tasks = new TaskTable();
    const {
      tasks,
      waitingForClarification: _,
      pendingClarificationFor: __,
      pendingClarifications,
      ...rest
    } = from;
    this.#rest = rest;
    this.#tasks.countFailuresFrom(rest.begunAgainAt ?? 1, rest.removed.failed);
    this.#add(tasks);
    for (const id of pendingClarifications) this.#tasks.awaitAnswer(id);
    this.#hasErased = rest.erased !== undefined || tasks.some((task) => task.isTakenForEnded);
  }

  /** A fold that continues from here; neither affects the other. */
  draft(): TaskFold {
    return new TaskFold(this);
  }

  get state(): TaskPlannerState {
    if (this.#state === undefined) {
      const pendingClarifications = this.#tasks.pending();
      this.#state = {
        tasks: this.#tasks.values(),
        waitingForClarification: pendingClarifications.length > 0,
        pendingClarificationFor: pendingClarifications[0] ?? null,
        pendingClarifications,
        ...this.#rest,
      };
    }
    return this.#state;
  }

  get policy(): TaskPolicy {
    return this.#rest.policy;
  }

  /** The brief of the plan. */
  get brief(): Brief {
    return this.#rest.brief;
  }

  get completed(): boolean {
    return this.#rest.completed;
  }

  get contextSummary(): string {
    return this.#rest.contextSummary;
  }

  get removed(): RemovedTasks {
    return this.#rest.removed;
  }

  get nextId(): number {
    return this.#rest.nextId;
  }

  /** The verdicts on acceptance criteria. */
  get acceptance(): readonly CheckedCriterion[] {
    return this.#rest.acceptance ?? [];
  }

  /** Whether the plan must be approved before anything starts. */
  get held(): boolean {
    return this.#rest.held === true;
  }

  get unfinished(): number {
    return this.#tasks.unfinished;
  }

  /** The number of tasks that failed since the plan started or restarted, including removed ones. */
  get failed(): number {
    return this.#tasks.failed;
  }

  /** The number of tasks that are running or waiting for a retry. */
  get busy(): number {
    return this.#tasks.busy;
  }

  get waiting(): boolean {
    return this.#tasks.waiting;
  }

  task(id: number): Task | undefined {
    return this.#tasks.get(id);
  }

  tasks(): readonly Task[] {
    return this.#tasks.values();
  }

  /** The tasks that are running, waiting for an answer or for a retry. */
  underWay(): Task[] {
    return this.#tasks.underWay();
  }

  /** The finished tasks, oldest first. */
  finished(): Task[] {
    return this.#tasks.finished();
  }

  /** The first task that is ready. */
  nextReady(): Task | undefined {
    return this.#tasks.nextReady();
  }

  /** The tasks that can never start, because a dependency did not complete; in order. */
  doomed(): number[] {
    return this.#tasks.doomed();
  }

  apply(read: TaskEvent | RedactedEvent): void {
    // An erased event that still names its task is applied to it.
    const event = read.type === 'redacted' ? (keptEvent(read) ?? read) : read;
    this.#state = undefined;
    this.#hasErased ||= event.type === 'redacted';
    if (!this.#hasErased) {
      this.#take(event);
      return;
    }
    this.#endBefore(event);
    this.#take(event);
    const { erased } = this.#rest;
    if (erased) for (const task of endedAtLast(erased, this)) this.#endErased(task);
  }

  #take(event: TaskEvent | RedactedEvent): void {
    switch (event.type) {
      case 'TasksPlanned':
        this.#rest = {
          ...this.#rest,
          ...(event.policy?.review && this.#rest.nextId === 1 && { held: true }),
          policy: event.policy ?? {},
          brief: mergedBrief(this.#rest.brief, event.brief),
          ...(event.readBy && { readBy: event.readBy }),
        };
        if (this.#rest.completed && event.tasks.length > 0) {
          const { acceptance: _, ...rest } = this.#rest;
          this.#rest = { ...rest, completed: false, begunAgainAt: this.#rest.nextId };
          this.#tasks.countFailuresFrom(this.#rest.nextId);
        }
        this.#add(event.tasks.map((task) => ({ ...task, status: task.done ? 'Completed' : 'Planned' })));
        return;
      case 'TasksRevised':
        this.#begin();
        this.#tasks.revise(event.tasks.map((task) => ({ ...task, status: 'Planned' })));
        return;
      case 'PlanApproved':
        this.#approve();
        return;
      case 'TaskDispatched':
        this.#approve();
        if (event.command.type === 'ExecuteTask') this.#tasks.update(event.taskId, { status: 'Running' });
        else this.#ask(event.taskId, event.command.question);
        return;
      case 'TaskStatusUpdated':
        this.#tasks.update(event.taskId, {
          status: event.status,
          ...(event.result !== undefined && { result: event.result }),
          ...(event.conflict && { conflict: event.conflict }),
        });
        return;
      case 'ChangeProposed':
        this.#tasks.update(event.taskId, {
          status: 'NeedsApproval',
          change: { ...event.change, digest: event.digest },
        });
        return;
      case 'ChangeDecided': {
        const change = this.#tasks.get(event.taskId)?.change;
        if (event.approved && change)
          this.#tasks.update(event.taskId, { status: 'Running', change: { ...change, approved: true } });
        else if (change && event.reason !== undefined)
          this.#tasks.update(event.taskId, { status: 'NeedsApproval', change, rejection: event.reason });
        return;
      }
      case 'TaskRetryScheduled':
        this.#tasks.update(event.taskId, {
          status: 'Planned',
          retries: event.attempt - 1,
          retry: { attempt: event.attempt, delayMs: event.delayMs, error: event.error },
        });
        return;
      case 'TasksCancelled':
        for (const id of event.taskIds) this.#tasks.update(id, { status: 'Cancelled', result: event.reason });
        return;
      case 'ClarificationRequested':
        this.#ask(event.taskId, event.question);
        return;
      case 'ClarificationReceived':
        this.#answer(event.taskId, event.answer);
        return;
      case 'ContextCompacted':
        this.#compact(event);
        return;
      case 'PlanningCompleted':
        this.#rest = { ...this.#rest, completed: true };
        return;
      case 'AcceptanceChecked':
        this.#rest = { ...this.#rest, acceptance: withResults(this.acceptance, event.results) };
        return;
      case 'redacted':
        this.#takeErased(event);
        return;
      default:
        event satisfies never; // Facts of others, and of newer versions, are none of this plan's.
    }
  }

  /** Restarts a plan that had ended, which needs new verdicts. */
  #begin(): void {
    if (!this.#rest.completed) return;
    const { acceptance: _, ...rest } = this.#rest;
    this.#rest = { ...rest, completed: false };
  }

  #approve(): void {
    if (this.#rest.held === undefined) return;
    const { held: _, ...rest } = this.#rest;
    this.#rest = rest;
  }

  #add(tasks: readonly Task[]): void {
    this.#tasks.add(tasks);
    const nextId = tasks.reduce((next, { id }) => Math.max(next, id + 1), this.#rest.nextId);
    this.#rest = { ...this.#rest, nextId };
  }

  /** Handles an erased fact without a known task. */
  #takeErased(event: RedactedEvent): void {
    const [first, ...others] = this.#tasks.running();
    const only = !this.waiting && others.length === 0 ? first : undefined;
    switch (event.redactedType) {
      case 'TasksPlanned': {
        const { policy, lastId, isForReview } = keptPlan(event);
        const { nextId } = this.#rest;
        const isHeld = isForReview && nextId === 1;
        this.#rest = {
          ...this.#rest,
          ...(isHeld && { held: true }),
          policy,
          nextId: Math.max(nextId, lastId + 1),
        };
        return;
      }
      case 'TasksRevised':
        this.#reviseErased(keptRevision(event));
        return;
      case 'TaskDispatched': {
        // It was the next task, and counts as running, so that it is not started again.
        const next = this.nextReady();
        if (next) this.#tasks.update(next.id, { status: 'Running' });
        return;
      }
      case 'TaskStatusUpdated':
        this.#erase(1);
        return;
      case 'TasksCancelled':
        this.#erase(this.unfinished);
        return;
      case 'ClarificationRequested':
        if (only !== undefined) this.#ask(only, ERASED_QUESTION);
        return;
      case 'TaskRetryScheduled':
        if (only !== undefined) this.#tasks.update(only, { status: 'Planned' });
        return;
      case 'PlanningCompleted':
        this.#rest = { ...this.#rest, completed: true };
    }
  }

  /** The text before the revision is outdated, and the new one is erased: a person must provide it. */
  #reviseErased(ids: readonly number[] | undefined): void {
    const known = ids?.flatMap((id) => this.#tasks.get(id) ?? []);
    const tasks = known ?? this.#tasks.values().filter(({ status }) => status === 'Planned');
    if (tasks.length === 0) return;
    this.#begin();
    this.#tasks.revise(
      tasks.map(({ id, kind, dependsOn }) => ({
        ...{ id, kind, description: ERASED_TASK, attachments: [], status: 'Planned' },
        ...(dependsOn && { dependsOn }),
      })),
    );
    for (const { id } of tasks) this.#ask(id, ERASED_TASK);
  }

  #erase(outcomes: number): void {
    this.#rest = { ...this.#rest, erased: moreErased(this.#rest.erased, this.#tasks.running(), outcomes) };
  }

  /** Ends the tasks that must have ended before this event, if their outcomes were erased. */
  #endBefore(event: TaskEvent | RedactedEvent): void {
    const about = 'taskId' in event ? this.#tasks.get(event.taskId) : undefined;
    // A later fact of a task that was presumed ended: of the parallel tasks it was another one.
    if (about?.isTakenForEnded) this.#erase(1);
    const type = event.type === 'redacted' ? event.redactedType : event.type;
    const next = about ?? this.nextReady();
    while (this.#rest.erased && type === 'TaskDispatched' && next) {
      const before = obstacleTo(next, this);
      if (before === undefined) break;
      this.#endErased(before, next);
    }
    if (this.#rest.erased && type === 'PlanningCompleted') {
      for (const task of this.#tasks.values()) if (!isFinished(task)) this.#endErased(task);
    }
    const { erased } = this.#rest;
    if (erased && about) this.#rest = { ...this.#rest, erased: stillErased(erased, about.id) };
  }

  #endErased(task: Task, next?: Task): void {
    this.#tasks.update(task.id, endOf(task, next));
    const { erased, ...rest } = this.#rest;
    const left = erased && lessErased(erased, task.id);
    this.#rest = left ? { ...rest, erased: left } : rest;
  }

  #ask(id: number, question: string): void {
    const task = this.#tasks.get(id);
    // Dispatching a clarification task already asks the question, which the following request repeats.
    if (task === undefined || task.status === 'NeedsClarification') return;
    const clarifications = [...(task.clarifications ?? []), { question }];
    this.#tasks.update(id, { status: 'NeedsClarification', clarifications });
    this.#tasks.awaitAnswer(id);
  }

  #answer(id: number, answer: string): void {
    const task = this.#tasks.get(id);
    if (task === undefined) return;
    const clarifications = task.clarifications?.map((each, at, all) =>
      at === all.length - 1 ? { ...each, answer } : each,
    );
    this.#tasks.update(id, { status: 'Planned', ...(clarifications && { clarifications }) });
  }

  #compact({ summary, removedTaskIds }: Extract<TaskEvent, { type: 'ContextCompacted' }>): void {
    let { completed, cancelled, simulated = 0 } = this.#rest.removed;
    const failed = [...this.#rest.removed.failed];
    for (const id of removedTaskIds) {
      const status = this.#tasks.get(id)?.status;
      if (status === 'Completed') completed += 1;
      else if (status === 'Cancelled') cancelled += 1;
      else if (status === 'Simulated') simulated += 1;
      else if (status === 'Failed') failed.push(id);
      this.#tasks.remove(id);
    }
    const removed = { completed, cancelled, ...(simulated > 0 && { simulated }), failed };
    this.#rest = { ...this.#rest, contextSummary: summary, removed };
  }
}
