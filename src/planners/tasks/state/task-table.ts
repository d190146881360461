import { OrderedIds } from './id-list.ts';
import { IdTable } from './id-table.ts';
import { isFinished, isPassed, type Task } from './planner-state.ts';

/** The tasks, and indexes for decisions. */
interface Indexes {
  readonly tasks: IdTable<Task>;
  readonly finished: IdTable<Task>;
  /** Tasks that are ready. */
  readonly ready: IdTable<number>;
  /** The dependents of a task, and the number of open dependencies of each. */
  readonly dependents: IdTable<readonly number[]>;
  readonly blockers: IdTable<number>;
  /** Tasks with a dependency that did not complete. */
  readonly doomed: IdTable<number>;
  readonly running: OrderedIds;
  readonly retrying: OrderedIds;
  readonly pending: OrderedIds;
}

function indexes(from?: Indexes): Indexes {
  return {
    tasks: new IdTable(from?.tasks),
    finished: new IdTable(from?.finished),
    ready: new IdTable(from?.ready),
    dependents: new IdTable(from?.dependents),
    blockers: new IdTable(from?.blockers),
    doomed: new IdTable(from?.doomed),
    running: new OrderedIds(from?.running),
    retrying: new OrderedIds(from?.retrying),
    pending: new OrderedIds(from?.pending),
  };
}

/**
 * The tasks of a plan with indexes for decisions, so that changes and queries cost the same in a plan of any length.
 * Mutable; creating a table from another one takes constant time, and neither affects the other.
 */
export class TaskTable {
  readonly #by: Indexes;
  #failed = 0;
  #firstCounted = 1;

  /** `from`: the initial tasks. The original is not changed. */
  constructor(from?: TaskTable) {
    this.#by = indexes(from ? from.#by : undefined);
    if (from === undefined) return;
    this.#failed = from.#failed;
    this.#firstCounted = from.#firstCounted;
  }

  get unfinished(): number {
    return this.#by.tasks.size - this.#by.finished.size;
  }

  /** The number of failed tasks that count. */
  get failed(): number {
    return this.#failed;
  }

  /** The number of tasks that are running or waiting for a retry. */
  get busy(): number {
    return this.#by.running.size + this.#by.retrying.size;
  }

  get waiting(): boolean {
    return this.#by.pending.size > 0;
  }

  get(id: number): Task | undefined {
    return this.#by.tasks.get(id);
  }

  /** All tasks, sorted by id. */
  values(): Task[] {
    return this.#by.tasks.values();
  }

  /** The finished tasks, oldest first. */
  finished(): Task[] {
    return this.#by.finished.values();
  }

  /** The running tasks, in the order of their start. */
  running(): readonly number[] {
    return this.#by.running.values();
  }

  /** The tasks that wait for an answer, in the order of their questions. */
  pending(): readonly number[] {
    return this.#by.pending.values();
  }

  /** The tasks that are running, waiting for an answer or for a retry. */
  underWay(): Task[] {
    const ids = new Set([
      ...this.#by.running.values(),
      ...this.#by.pending.values(),
      ...this.#by.retrying.values(),
    ]);
    return [...ids].flatMap((id) => this.#by.tasks.get(id) ?? []);
  }

  /** The first task that is ready. */
  nextReady(): Task | undefined {
    const id = this.#by.ready.first();
    return id === undefined ? undefined : this.#by.tasks.get(id);
  }

  /** The tasks that can never start, because a dependency did not complete; in order. */
  doomed(): number[] {
    if (this.#by.doomed.size === 0) return [];
    const found = new Set<number>();
    const queue = this.#by.doomed.values();
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      const task = this.#by.tasks.get(id);
      if (task === undefined || isFinished(task) || found.has(id)) continue;
      found.add(id);
      for (const dependent of this.#by.dependents.get(id) ?? []) queue.push(dependent);
    }
    return [...found].toSorted((a, b) => a - b);
  }

  /** Restarts counting failures: of tasks from this one on, and of `removed` ones. */
  countFailuresFrom(first: number, removed: readonly number[] = []): void {
    this.#firstCounted = first;
    this.#failed = removed.filter((id) => id >= first).length;
  }

  add(tasks: readonly Task[]): void {
    for (const task of tasks) {
      const before = this.#by.tasks.get(task.id);
      if (before) this.#discount(before, task);
      this.#by.tasks.set(task.id, task);
      this.#count(task);
    }
    this.#link(tasks);
    for (const task of tasks) if (this.#isReady(task)) this.#by.ready.set(task.id, task.id);
  }

  /** Replaces existing tasks. */
  revise(tasks: readonly Task[]): void {
    for (const { id } of tasks) {
      for (const needed of this.#by.tasks.get(id)?.dependsOn ?? []) {
        const others = this.#by.dependents.get(needed)?.filter((each) => each !== id);
        if (others) this.#by.dependents.set(needed, others);
      }
      this.#by.blockers.delete(id);
      this.#by.doomed.delete(id);
      this.#by.ready.delete(id);
    }
    this.add(
      tasks.map((task) => {
        const { rejection } = this.#by.tasks.get(task.id) ?? {};
        return rejection === undefined ? task : { ...task, rejection };
      }),
    );
  }

  update(id: number, change: Partial<Task> & Pick<Task, 'status'>): void {
    const before = this.#by.tasks.get(id);
    if (before === undefined) return;
    const isSettled = before.retry || before.change || before.isTakenForEnded;
    const task: Task = { ...(isSettled ? settled(before) : before), ...change };
    this.#by.tasks.set(id, task);
    this.#discount(before, task);
    this.#count(task);
    if (before.status === 'NeedsClarification') this.#by.pending.delete(id);
    if (isFinished(task) && !isFinished(before)) this.#release(task);
    if (this.#isReady(task)) this.#by.ready.set(id, id);
    else if (before.status === 'Planned') this.#by.ready.delete(id);
  }

  /** Nothing starts until this task has its answer. */
  awaitAnswer(id: number): void {
    this.#by.pending.add(id);
  }

  remove(id: number): void {
    this.#by.tasks.delete(id);
    this.#by.finished.delete(id);
    this.#by.ready.delete(id);
  }

  #link(tasks: readonly Task[]): void {
    const dependents = new Map<number, number[]>();
    for (const { id, dependsOn = [] } of tasks) {
      let blockers = 0;
      for (const needed of dependsOn) {
        const before = this.#by.tasks.get(needed);
        // A removed task had finished.
        if (before === undefined || isPassed(before)) continue;
        if (isFinished(before)) this.#by.doomed.set(id, id);
        blockers += 1;
        const others = dependents.get(needed);
        if (others) others.push(id);
        else dependents.set(needed, [id]);
      }
      if (blockers > 0) this.#by.blockers.set(id, blockers);
    }
    for (const [needed, ids] of dependents) {
      this.#by.dependents.set(needed, [...(this.#by.dependents.get(needed) ?? []), ...ids]);
    }
  }

  #isReady({ id, status, retry }: Task): boolean {
    return status === 'Planned' && retry === undefined && !this.#by.blockers.has(id);
  }

  #release({ id, status }: Task): void {
    for (const dependent of this.#by.dependents.get(id) ?? []) {
      if (!isPassed({ status })) {
        this.#by.doomed.set(dependent, dependent);
        continue;
      }
      const blockers = (this.#by.blockers.get(dependent) ?? 1) - 1;
      if (blockers > 0) this.#by.blockers.set(dependent, blockers);
      else {
        this.#by.blockers.delete(dependent);
        const freed = this.#by.tasks.get(dependent);
        if (freed && this.#isReady(freed)) this.#by.ready.set(dependent, dependent);
      }
    }
    this.#by.dependents.delete(id);
    this.#by.doomed.delete(id);
  }

  #count(task: Task): void {
    if (isFinished(task)) this.#by.finished.set(task.id, task);
    if (task.status === 'Failed' && task.id >= this.#firstCounted) this.#failed += 1;
    if (isBusy(task)) this.#by.running.add(task.id);
    if (task.retry !== undefined) this.#by.retrying.add(task.id);
  }

  #discount(before: Task, after: Task): void {
    if (isFinished(before) && !isFinished(after)) this.#by.finished.delete(before.id);
    if (before.status === 'Failed' && before.id >= this.#firstCounted) this.#failed -= 1;
    if (isBusy(before) && !isBusy(after)) this.#by.running.delete(before.id);
    if (before.retry !== undefined) this.#by.retrying.delete(before.id);
  }
}

/** A task without fields that are valid only until its next fact. */
function settled({ retry: _, isTakenForEnded: __, change: ___, ...task }: Task): Task {
  return task;
}

/** A task whose change waits for approval counts as running, so that the limit of parallel tasks holds. */
function isBusy({ status }: Task): boolean {
  return status === 'Running' || status === 'NeedsApproval';
}
