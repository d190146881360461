import { TasksDialogue } from '../../host/dialogue/tasks-dialogue.ts';
import type { Envelope } from '../../journal/fact.ts';
import type { PlannerFold } from './planner-view.ts';
import { TaskTimes } from './task-times.ts';
import type { Waiting } from './waiting.ts';

/** The tasks of a session. What they came to is not undone by a rewind. */
export class TasksFold implements PlannerFold {
  /** A server runs no programs: what a tool is needed for, a person or another process does. */
  #tasks = new TasksDialogue();
  #times = new TaskTimes();

  accept(fact: Envelope): void {
    this.#tasks.accept(fact);
    this.#times.accept(fact);
  }

  rewound(): void {}

  view() {
    return { type: 'tasks', ...this.#tasks.plan, times: this.#times.view() } as const;
  }

  waiting(): readonly Waiting[] {
    return this.#tasks.waiting();
  }

  told(): string | undefined {
    return this.#tasks.told();
  }

  copy(): TasksFold {
    const copy = new TasksFold();
    copy.#tasks = this.#tasks.copy();
    copy.#times = this.#times.copy();
    return copy;
  }

  isDone(): boolean {
    return this.#tasks.plan.completed;
  }
}
