import type { RedactedEvent } from '../../kernel/event.ts';
import {
  ERASED_QUESTION,
  endedAtLast,
  endOf,
  lessErased,
  moreErased,
  obstacleTo,
  stillErased,
} from './erased-outcomes.ts';
import type { TaskEvent, TaskPolicy } from './facts.ts';
import { type Entries, LayeredMap } from './layered-map.ts';
import {
  INITIAL_STATE,
  isFinished,
  type PlannerState,
  type RemovedTasks,
  type Task,
} from './planner-state.ts';
import { ReadyQueue } from './ready-queue.ts';

/**
 * The fold of a task plan. It changes in place, with indexes beside the tasks, so that an event costs the same however
 * long the plan is; `state` is a copy that later events leave alone.
 */
export class TaskFold {
  #tasks: Entries<number, Task> = new Map();
  /** Who waits for a task, and for how many others. */
  #dependents: Entries<number, number[]> = new Map();
  #blockers: Entries<number, number> = new Map();
  #ready = new ReadyQueue();
  /** Tasks whose dependency did not complete. */
  #doomed = new Set<number>();
  #running = new Set<number>();
  #retrying = new Set<number>();
  #pending = new Set<number>();
  #finished: Entries<number, Task> = new Map();
  #unfinished = 0;
  #failed = 0;
  #rest: Omit<
    PlannerState,
    'tasks' | 'waitingForClarification' | 'pendingClarificationFor' | 'pendingClarifications'
  >;
  #state: PlannerState | undefined;

  constructor(from: PlannerState = INITIAL_STATE) {
    const {
      tasks,
      waitingForClarification: _,
      pendingClarificationFor: __,
      pendingClarifications,
      ...rest
    } = from;
    this.#rest = rest;
    this.#failed = rest.removed.failed.filter((id) => this.#countsAsFailed(id)).length;
    this.#add(tasks);
    for (const id of pendingClarifications) this.#pending.add(id);
  }

  /** One to try events on: this fold stays as it is. Of use until this one changes. */
  draft(): TaskFold {
    // Every draft would have to pass what is no longer ready.
    this.nextReady();
    const draft = new TaskFold();
    draft.#tasks = new LayeredMap(this.#tasks);
    draft.#dependents = new LayeredMap(this.#dependents);
    draft.#blockers = new LayeredMap(this.#blockers);
    draft.#ready = this.#ready.copy();
    draft.#doomed = new Set(this.#doomed);
    draft.#running = new Set(this.#running);
    draft.#retrying = new Set(this.#retrying);
    draft.#pending = new Set(this.#pending);
    draft.#finished = new LayeredMap(this.#finished);
    draft.#unfinished = this.#unfinished;
    draft.#failed = this.#failed;
    draft.#rest = this.#rest;
    return draft;
  }

  get state(): PlannerState {
    if (this.#state === undefined) {
      const pendingClarifications = [...this.#pending];
      this.#state = {
        tasks: [...this.#tasks.values()],
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

  get unfinished(): number {
    return this.#unfinished;
  }

  /** How many tasks failed since the plan began, or began again; also of those that were removed. */
  get failed(): number {
    return this.#failed;
  }

  /** How many tasks are under way or about to be tried again. */
  get busy(): number {
    return this.#running.size + this.#retrying.size;
  }

  get waiting(): boolean {
    return this.#pending.size > 0;
  }

  task(id: number): Task | undefined {
    return this.#tasks.get(id);
  }

  tasks(): Iterable<Task> {
    return this.#tasks.values();
  }

  /** The tasks that run, wait for an answer or are about to be tried again. */
  underWay(): Task[] {
    const ids = new Set([...this.#running, ...this.#pending, ...this.#retrying]);
    return [...ids].flatMap((id) => this.#tasks.get(id) ?? []);
  }

  /** The finished tasks, oldest first. */
  finished(): Task[] {
    return [...this.#finished.values()].toSorted((a, b) => a.id - b.id);
  }

  /** The first task that could begin. */
  nextReady(): Task | undefined {
    for (;;) {
      const id = this.#ready.smallest;
      if (id === undefined) return undefined;
      const task = this.#tasks.get(id);
      if (task?.status === 'Planned' && task.retry === undefined) return task;
      this.#ready.removeSmallest();
    }
  }

  /** The tasks that can never begin, since something they depend on did not complete; in order. */
  doomed(): number[] {
    const found = new Set<number>();
    const queue = [...this.#doomed];
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      const task = this.#tasks.get(id);
      if (task === undefined || isFinished(task) || found.has(id)) continue;
      found.add(id);
      queue.push(...(this.#dependents.get(id) ?? []));
    }
    return [...found].toSorted((a, b) => a - b);
  }

  apply(event: TaskEvent | RedactedEvent): void {
    this.#state = undefined;
    this.#endBefore(event);
    this.#take(event);
    const { erased } = this.#rest;
    if (erased) for (const task of endedAtLast(erased, this)) this.#endErased(task);
  }

  #take(event: TaskEvent | RedactedEvent): void {
    switch (event.type) {
      case 'TasksPlanned':
        this.#rest = { ...this.#rest, policy: event.policy ?? {} };
        if (this.#rest.completed) {
          this.#rest = { ...this.#rest, completed: false, begunAgainAt: this.#rest.nextId };
          this.#failed = 0;
        }
        this.#add(event.tasks.map((task) => ({ ...task, status: 'Planned' })));
        return;
      case 'TaskDispatched':
        if (event.command.type === 'ExecuteTask') this.#update(event.taskId, { status: 'Running' });
        else this.#ask(event.taskId, event.command.question);
        return;
      case 'TaskStatusUpdated':
        this.#update(event.taskId, {
          status: event.status,
          ...(event.result !== undefined && { result: event.result }),
        });
        return;
      case 'TaskRetryScheduled':
        this.#update(event.taskId, {
          status: 'Planned',
          retries: event.attempt - 1,
          retry: { attempt: event.attempt, delayMs: event.delayMs, error: event.error },
        });
        return;
      case 'TasksCancelled':
        for (const id of event.taskIds) this.#update(id, { status: 'Cancelled', result: event.reason });
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
      case 'redacted':
        this.#takeErased(event.redactedType);
        return;
      default:
        event satisfies never; // Facts of others, and of newer versions, are none of this plan's.
    }
  }

  #add(tasks: readonly Task[]): void {
    for (const task of tasks) {
      this.#tasks.set(task.id, task);
      this.#count(task);
    }
    const nextId = tasks.reduce((next, { id }) => Math.max(next, id + 1), this.#rest.nextId);
    this.#rest = { ...this.#rest, nextId };
    for (const { id, dependsOn } of tasks) if (dependsOn !== undefined) this.#linkUp(id, dependsOn);
    for (const task of tasks) if (this.#isReady(task)) this.#ready.add(task.id);
  }

  /** An erased fact has lost which task it was about, and not that it happened. */
  #takeErased(type: string): void {
    const [first, ...others] = this.#running;
    const only = this.#pending.size === 0 && others.length === 0 ? first : undefined;
    switch (type) {
      case 'TaskStatusUpdated':
        this.#erase(1);
        return;
      case 'TasksCancelled':
        this.#erase(this.#unfinished);
        return;
      case 'ClarificationRequested':
        if (only !== undefined) this.#ask(only, ERASED_QUESTION);
        return;
      case 'TaskRetryScheduled':
        if (only !== undefined) this.#update(only, { status: 'Planned' });
        return;
      case 'PlanningCompleted':
        this.#rest = { ...this.#rest, completed: true };
    }
  }

  #erase(outcomes: number): void {
    this.#rest = { ...this.#rest, erased: moreErased(this.#rest.erased, this.#running, outcomes) };
  }

  /** Ends the tasks that must have ended for this to happen, where their outcomes were erased. */
  #endBefore(event: TaskEvent | RedactedEvent): void {
    const about = 'taskId' in event ? this.#tasks.get(event.taskId) : undefined;
    // More is said of a task that was taken for ended: of those that ran at once it was another one.
    if (about?.isTakenForEnded) this.#erase(1);
    const type = event.type === 'redacted' ? event.redactedType : event.type;
    const next = about ?? this.nextReady();
    while (this.#rest.erased && type === 'TaskDispatched' && next) {
      const before = obstacleTo(next, this);
      if (before === undefined) break;
      this.#endErased(before, next);
    }
    if (this.#rest.erased && type === 'PlanningCompleted') {
      for (const task of [...this.#tasks.values()]) if (!isFinished(task)) this.#endErased(task);
    }
    const { erased } = this.#rest;
    if (erased && about) this.#rest = { ...this.#rest, erased: stillErased(erased, about.id) };
  }

  #endErased(task: Task, next?: Task): void {
    this.#update(task.id, endOf(task, next));
    const { erased, ...rest } = this.#rest;
    const left = erased && lessErased(erased, task.id);
    this.#rest = left ? { ...rest, erased: left } : rest;
  }

  #countsAsFailed(id: number): boolean {
    return id >= (this.#rest.begunAgainAt ?? 1);
  }

  #linkUp(id: number, dependsOn: readonly number[]): void {
    let blockers = 0;
    for (const needed of dependsOn) {
      const before = this.#tasks.get(needed);
      // One that was removed had finished.
      if (before === undefined || before.status === 'Completed') continue;
      if (isFinished(before)) this.#doomed.add(id);
      blockers += 1;
      const dependents = this.#dependents.get(needed);
      if (dependents) dependents.push(id);
      else this.#dependents.set(needed, [id]);
    }
    if (blockers > 0) this.#blockers.set(id, blockers);
  }

  #isReady({ id, status, retry }: Task): boolean {
    return status === 'Planned' && retry === undefined && !this.#blockers.has(id);
  }

  #update(id: number, change: Partial<Task> & Pick<Task, 'status'>): void {
    const before = this.#tasks.get(id);
    if (before === undefined) return;
    const task: Task = { ...(before.retry || before.isTakenForEnded ? settled(before) : before), ...change };
    this.#tasks.set(id, task);
    this.#discount(before);
    this.#count(task);
    if (before.status === 'NeedsClarification') this.#pending.delete(id);
    if (isFinished(task) && !isFinished(before)) this.#release(task);
    else if (this.#isReady(task)) this.#ready.add(id);
  }

  #ask(id: number, question: string): void {
    const task = this.#tasks.get(id);
    // Dispatching a clarification task asks already; the request that follows says it again.
    if (task === undefined || task.status === 'NeedsClarification') return;
    const clarifications = [...(task.clarifications ?? []), { question }];
    this.#update(id, { status: 'NeedsClarification', clarifications });
    this.#pending.add(id);
  }

  #answer(id: number, answer: string): void {
    const task = this.#tasks.get(id);
    if (task === undefined) return;
    const clarifications = task.clarifications?.map((each, at, all) =>
      at === all.length - 1 ? { ...each, answer } : each,
    );
    this.#update(id, { status: 'Planned', ...(clarifications && { clarifications }) });
  }

  #release({ id, status }: Task): void {
    for (const dependent of this.#dependents.get(id) ?? []) {
      if (status !== 'Completed') {
        this.#doomed.add(dependent);
        continue;
      }
      const blockers = (this.#blockers.get(dependent) ?? 1) - 1;
      if (blockers > 0) this.#blockers.set(dependent, blockers);
      else {
        this.#blockers.delete(dependent);
        this.#ready.add(dependent);
      }
    }
    this.#dependents.delete(id);
    this.#doomed.delete(id);
  }

  #compact({ summary, removedTaskIds }: Extract<TaskEvent, { type: 'ContextCompacted' }>): void {
    let { completed, cancelled } = this.#rest.removed;
    const failed = [...this.#rest.removed.failed];
    for (const id of removedTaskIds) {
      const status = this.#tasks.get(id)?.status;
      if (status === 'Completed') completed += 1;
      else if (status === 'Cancelled') cancelled += 1;
      else if (status === 'Failed') failed.push(id);
      this.#tasks.delete(id);
      this.#finished.delete(id);
    }
    this.#rest = { ...this.#rest, contextSummary: summary, removed: { completed, cancelled, failed } };
  }

  #count(task: Task): void {
    if (isFinished(task)) this.#finished.set(task.id, task);
    else this.#unfinished += 1;
    if (task.status === 'Failed' && this.#countsAsFailed(task.id)) this.#failed += 1;
    if (task.status === 'Running') this.#running.add(task.id);
    if (task.retry !== undefined) this.#retrying.add(task.id);
  }

  #discount(task: Task): void {
    if (!isFinished(task)) this.#unfinished -= 1;
    if (task.status === 'Failed' && this.#countsAsFailed(task.id)) this.#failed -= 1;
    if (task.status === 'Running') this.#running.delete(task.id);
    if (task.retry !== undefined) this.#retrying.delete(task.id);
  }
}

/** A task without what held only until the next thing was said of it. */
function settled({ retry: _, isTakenForEnded: __, ...task }: Task): Task {
  return task;
}
