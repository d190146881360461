import type { RedactedEvent } from '../../kernel/event.ts';
import { DEPENDENCY_FAILED } from './commands/revise-tasks.ts';
import { finalSummary } from './context/final-summary.ts';
import type { TaskEvent } from './facts.ts';
import { isFinished, parametersOf, type Task } from './state/planner-state.ts';
import type { TaskFold } from './task-fold.ts';

/** Applies the events of a plan, and starts, cancels and ends what follows from them. */
export class TaskScheduler {
  readonly fold: TaskFold;
  readonly #events: TaskEvent[] = [];
  /** The author of the command, until its event is recorded. */
  #by: string | undefined;

  constructor(fold: TaskFold) {
    this.fold = fold;
  }

  /** All events that were applied, without erasures. */
  get log(): readonly TaskEvent[] {
    return this.#events;
  }

  /** Applies an event that was decided elsewhere, or an erasure. */
  accept(event: TaskEvent | RedactedEvent): void {
    this.fold.apply(event);
    if (event.type !== 'redacted') this.#events.push(event);
  }

  /** Names the author of the next event. */
  signNext(by: string | undefined): void {
    this.#by = by;
  }

  /** Applies and logs an event. The first one of a command carries its author. */
  apply(event: TaskEvent): TaskEvent {
    const signed = this.#by === undefined ? event : { ...event, by: this.#by };
    this.#by = undefined;
    this.fold.apply(signed);
    this.#events.push(signed);
    return signed;
  }

  /** Dispatches a task to an executor; an answered question is done. */
  begin(task: Task): TaskEvent[] {
    const { id, kind, description, clarifications = [] } = task;
    if (kind !== 'Clarification') {
      const parameters = parametersOf(task);
      const command = { type: 'ExecuteTask', nodeId: id, kind, parameters } as const;
      return [this.apply({ type: 'TaskDispatched', taskId: id, command })];
    }
    const answer = clarifications.at(-1)?.answer;
    if (answer !== undefined) {
      return [this.apply({ type: 'TaskStatusUpdated', taskId: id, status: 'Completed', result: answer })];
    }
    const command = { type: 'RequestClarification', nodeId: id, question: description } as const;
    return [
      this.apply({ type: 'TaskDispatched', taskId: id, command }),
      this.apply({ type: 'ClarificationRequested', taskId: id, question: description }),
    ];
  }

  /** Applies an event, and all that follows from it. */
  record(event: TaskEvent): TaskEvent[] {
    return [this.apply(event), ...this.advance()];
  }

  /** Everything that follows from the current plan: tasks that start, tasks that never will, and the end. */
  advance(): TaskEvent[] {
    const fold = this.fold;
    if (fold.nextId === 1 || fold.completed || fold.held) return [];
    const events = [...this.#abort(), ...this.skip()];
    const parallel = fold.policy.parallel ?? 1;
    while (!fold.waiting && fold.busy < parallel) {
      const task = fold.nextReady();
      if (task === undefined) break;
      events.push(...this.begin(task));
    }
    if (fold.unfinished === 0) {
      const { acceptance } = fold.brief;
      events.push(
        this.apply({
          type: 'PlanningCompleted',
          summary: finalSummary(fold),
          ...(acceptance.length > 0 && { acceptance }),
        }),
      );
    }
    return events;
  }

  #abort(): TaskEvent[] {
    if (this.fold.policy.onFailure !== 'abort' || this.fold.failed === 0) return [];
    const taskIds = this.unfinishedIds();
    if (taskIds.length === 0) return [];
    const reason = 'Not carried out: a task failed, and the plan ends at the first failure.';
    return [this.apply({ type: 'TasksCancelled', taskIds, reason })];
  }

  /** Cancels the tasks that will never start because one that they need failed. */
  skip(): TaskEvent[] {
    const taskIds = this.fold.doomed();
    if (taskIds.length === 0) return [];
    return [this.apply({ type: 'TasksCancelled', taskIds, reason: DEPENDENCY_FAILED })];
  }

  /** The tasks that are neither finished nor cancelled. */
  unfinishedIds(): number[] {
    return this.fold
      .tasks()
      .filter((task) => !isFinished(task))
      .map(({ id }) => id);
  }
}
