import type { Envelope } from '../../journal/fact.ts';
import { taskEventOf } from '../../planners/tasks/facts.ts';
import { Planner } from '../../planners/tasks/handler.ts';
import type { PlannerFold } from './planner-view.ts';
import type { Waiting } from './waiting.ts';

/** The tasks of a session. What they came to is not undone by a rewind. */
export class TasksFold implements PlannerFold {
  readonly #planner = new Planner();
  /** The seq of the last fact about each task. */
  readonly #since = new Map<number, number>();

  accept(fact: Envelope): void {
    const event = taskEventOf(fact);
    if (event === undefined) return;
    this.#planner.accept(event);
    if ('taskId' in event) this.#since.set(event.taskId, fact.seq);
  }

  rewound(): void {}

  view() {
    return { type: 'tasks', ...this.#planner.state } as const;
  }

  waiting(): readonly Waiting[] {
    return this.#planner.state.tasks.flatMap((task): Waiting[] => {
      const { id: taskId, status, kind, description, clarifications = [] } = task;
      const seq = this.#since.get(taskId) ?? 0;
      if (status === 'NeedsClarification') {
        const question = clarifications.findLast(({ answer }) => answer === undefined)?.question;
        return [{ type: 'task-question', seq, taskId, question: question ?? description }];
      }
      // A server runs no programs: what a tool is needed for, a person or another process does.
      const isForPerson = status === 'Running' && kind !== 'Processing';
      return isForPerson ? [{ type: 'task-outcome', seq, taskId, description }] : [];
    });
  }

  isDone(): boolean {
    return this.#planner.state.completed;
  }
}
