import type { Envelope } from '../../../journal/fact.ts';
import { PersistentMap } from '../../../kernel/collections/persistent-map.ts';
import { type Following, follow } from '../../../kernel/projection/follow.ts';
import type { ProjectedJournal, Projection } from '../../../kernel/projection/projection.ts';
import { foldedEventOf, type TaskEvent, taskEventOf } from '../facts.ts';
import { Planner } from '../handler.ts';
import { TaskFold } from '../task-fold.ts';

/** A fact about a task that requires an action. */
export type Due = Extract<
  TaskEvent,
  { type: 'TaskDispatched' | 'TaskRetryScheduled' | 'ClarificationRequested' }
>;

/** The required action of a fact, if any. */
export function dueOf(fact: Envelope): Due | undefined {
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

/** The tasks that an event is about. */
export function tasksOf(event: TaskEvent | undefined): readonly number[] {
  if (event === undefined) return [];
  if (event.type === 'TasksCancelled') return event.taskIds;
  return 'taskId' in event ? [event.taskId] : [];
}

/** The plan of a journal, and the seq of the last fact about each task. */
interface PlanState {
  readonly plan: Omit<TaskFold, 'apply'>;
  readonly lastSaid: PersistentMap<number, number>;
}

const projection: Projection<PlanState> = {
  initial: () => ({ plan: new TaskFold(), lastSaid: PersistentMap.empty() }),
  apply(state, fact) {
    const event = foldedEventOf(fact);
    if (event === undefined) return state;
    const plan = state.plan.draft();
    plan.apply(event);
    const ids = event.type === 'redacted' ? [] : tasksOf(event);
    return { plan, lastSaid: ids.reduce((seqs, id) => seqs.set(id, fact.seq), state.lastSaid) };
  },
};

/** The current plan of a journal: every fact is read once, however often this is used. */
export class PlanProjection {
  readonly #following: Following<PlanState>;

  constructor(journal: ProjectedJournal) {
    this.#following = follow(journal, projection);
  }

  /** A planner for reading and for trying commands, one for each caller. */
  get planner(): Planner {
    return Planner.on(this.#following.state.plan.draft());
  }

  /** Changes whenever something in the store is erased. */
  get edition(): string {
    return this.#following.edition;
  }

  /** Whether this is still the latest fact about the task. */
  isDue(fact: Envelope): boolean {
    const { lastSaid } = this.#following.state;
    return tasksOf(taskEventOf(fact)).every((id) => lastSaid.get(id) === fact.seq);
  }

  /** Aborted at the next fact about the task: it was cancelled, or another worker was faster. */
  watch(fact: Envelope): { readonly signal: AbortSignal; readonly end: () => void } {
    const superseded = new AbortController();
    const ids = tasksOf(taskEventOf(fact));
    const end = this.#following.subscribe(({ state: { lastSaid } }) => {
      if (ids.some((id) => (lastSaid.get(id) ?? 0) > fact.seq)) superseded.abort();
    });
    return { signal: superseded.signal, end };
  }

  /** Reads new facts. */
  async catchUp(): Promise<void> {
    await this.#following.catchUp();
  }
}
