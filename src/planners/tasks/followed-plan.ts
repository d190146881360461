import type { Envelope } from '../../journal/fact.ts';
import type { FoldableJournal } from '../../kernel/fold-journal.ts';
import { type TaskEvent, taskEventOf } from './facts.ts';
import { Planner } from './handler.ts';

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

/** The plan in a journal, kept up with it: every fact is read once, however often somebody asks. */
export class FollowedPlan {
  readonly #journal: FoldableJournal;
  #planner = new Planner();
  #head = 0;
  /** The seq of the last fact about each task. */
  #lastSaid = new Map<number, number>();
  #redactions = 0;
  #catchingUp: Promise<unknown> = Promise.resolve();

  constructor(journal: FoldableJournal) {
    this.#journal = journal;
  }

  /** To read and to make drafts of. It goes on with the journal. */
  get planner(): Planner {
    return this.#planner;
  }

  /** The last seq that was taken in. */
  get head(): number {
    return this.#head;
  }

  /** Whether nothing was said about the task since this fact. */
  isDue(fact: Envelope): boolean {
    return tasksOf(taskEventOf(fact)).every((id) => this.#lastSaid.get(id) === fact.seq);
  }

  /** Takes in what is new. */
  catchUp(): Promise<void> {
    const caughtUp = this.#catchingUp.then(() => this.#takeNews());
    this.#catchingUp = caughtUp.catch(() => {});
    return caughtUp;
  }

  async #takeNews(): Promise<void> {
    const redactions = await this.#journal.redactions();
    if (redactions !== this.#redactions) this.#beginAnew(redactions);
    for await (const page of this.#journal.facts({ from: this.#head + 1 }).pages()) {
      for (const fact of page) this.#take(fact);
    }
  }

  /** What was redacted is to be forgotten here too. */
  #beginAnew(redactions: number): void {
    this.#planner = new Planner();
    this.#head = 0;
    this.#lastSaid = new Map();
    this.#redactions = redactions;
  }

  #take(fact: Envelope): void {
    this.#head = fact.seq;
    const event = taskEventOf(fact);
    if (event === undefined) return;
    this.#planner.accept(event);
    for (const id of tasksOf(event)) this.#lastSaid.set(id, fact.seq);
  }
}
