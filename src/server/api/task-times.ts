import type { Envelope } from '../../journal/fact.ts';
import { type TaskEvent, taskEventOf } from '../../planners/tasks/facts.ts';
import { isFinished } from '../../planners/tasks/planner-state.ts';

/** When a task was given to whoever carries it out, the last time, and when it came to its end. */
export interface TaskTime {
  readonly began: string | null;
  readonly ended?: string;
}

/** When the tasks of a plan began and ended. */
export class TaskTimes {
  readonly #times: Map<number, TaskTime>;

  constructor(times: Iterable<readonly [number, TaskTime]> = []) {
    this.#times = new Map(times);
  }

  copy(): TaskTimes {
    return new TaskTimes(this.#times);
  }

  accept(fact: Envelope): void {
    const event = taskEventOf(fact);
    if (event === undefined) return;
    if (event.type === 'TaskDispatched') this.#times.set(event.taskId, { began: fact.ts });
    for (const task of endedBy(event)) {
      this.#times.set(task, { began: this.#times.get(task)?.began ?? null, ended: fact.ts });
    }
  }

  view(): Readonly<Record<string, TaskTime>> {
    return Object.fromEntries(this.#times);
  }
}

function endedBy(event: TaskEvent): readonly number[] {
  if (event.type === 'TasksCancelled') return event.taskIds;
  return event.type === 'TaskStatusUpdated' && isFinished(event) ? [event.taskId] : [];
}
