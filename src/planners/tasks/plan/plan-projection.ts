import type { Envelope } from '../../../journal/fact.ts';
import { PersistentMap } from '../../../kernel/collections/persistent-map.ts';
import { type Following, follow } from '../../../kernel/projection/follow.ts';
import type { ProjectedJournal, Projection } from '../../../kernel/projection/projection.ts';
import { foldedEventOf, type TaskEvent, taskEventOf } from '../facts.ts';
import { Planner } from '../handler.ts';
import { TaskFold } from '../task-fold.ts';

/** A fact about a task that something is to be done about. */
export type Due = Extract<
  TaskEvent,
  { type: 'TaskDispatched' | 'TaskRetryScheduled' | 'ClarificationRequested' }
>;

/** What is to be done about a fact, if anything. */
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
    return { plan, lastSaid: ids.reduce((said, id) => said.set(id, fact.seq), state.lastSaid) };
  },
};

/** The plan in a journal, kept up with it: every fact is read once, however often somebody asks. */
export class PlanProjection {
  readonly #following: Following<PlanState>;

  constructor(journal: ProjectedJournal) {
    this.#following = follow(journal, projection);
  }

  /** A planner to read, and to try commands on: one for each who asks. */
  get planner(): Planner {
    return Planner.on(this.#following.state.plan.draft());
  }

  /** Another text once something in the store was erased. */
  get edition(): string {
    return this.#following.edition;
  }

  /** Whether nothing was said about the task since this fact. */
  isDue(fact: Envelope): boolean {
    const { lastSaid } = this.#following.state;
    return tasksOf(taskEventOf(fact)).every((id) => lastSaid.get(id) === fact.seq);
  }

  /** Aborted as soon as something else is said about the task: it was cancelled, or somebody else came first. */
  watch(fact: Envelope): { readonly signal: AbortSignal; readonly end: () => void } {
    const superseded = new AbortController();
    const ids = tasksOf(taskEventOf(fact));
    const end = this.#following.subscribe(({ state: { lastSaid } }) => {
      if (ids.some((id) => (lastSaid.get(id) ?? 0) > fact.seq)) superseded.abort();
    });
    return { signal: superseded.signal, end };
  }

  /** Takes in what is new. */
  async catchUp(): Promise<void> {
    await this.#following.catchUp();
  }
}
