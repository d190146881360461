import type { Envelope } from '../../journal/fact.ts';
import type { ReactorContext } from '../../kernel/reactor.ts';
import { foldedEventOf, type TaskEvent, taskEventOf } from './facts.ts';
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

type FollowedJournal = Pick<ReactorContext['journal'], 'facts' | 'redactions' | 'subscribe'>;

/** Somebody who is at work on what a fact asks for. */
interface Watcher {
  readonly fact: Envelope;
  readonly superseded: AbortController;
}

/** The plan in a journal, kept up with it: every fact is read once, however often somebody asks. */
export class FollowedPlan {
  readonly #journal: FollowedJournal;
  #planner = new Planner();
  #head = 0;
  /** The seq of the last fact about each task. */
  #lastSaid = new Map<number, number>();
  #redactions = 0;
  #catchingUp: Promise<unknown> = Promise.resolve();
  readonly #watchers = new Set<Watcher>();
  #unsubscribe = (): void => {};

  constructor(journal: FollowedJournal) {
    this.#journal = journal;
  }

  /** To read and to make drafts of. It goes on with the journal. */
  get planner(): Planner {
    return this.#planner;
  }

  /** Whether nothing was said about the task since this fact. */
  isDue(fact: Envelope): boolean {
    return tasksOf(taskEventOf(fact)).every((id) => this.#lastSaid.get(id) === fact.seq);
  }

  /** Aborted as soon as something else is said about the task: it was cancelled, or somebody else came first. */
  watch(fact: Envelope): { readonly signal: AbortSignal; readonly end: () => void } {
    const watcher = { fact, superseded: new AbortController() };
    if (this.#watchers.size === 0) {
      // What goes wrong here is noticed again when the outcome is decided on.
      const options = { from: this.#head + 1, onError: () => {} };
      this.#unsubscribe = this.#journal.subscribe(options, (facts) => {
        for (const each of facts) this.#take(each);
      });
    }
    this.#watchers.add(watcher);
    const end = (): void => {
      if (this.#watchers.delete(watcher) && this.#watchers.size === 0) this.#unsubscribe();
    };
    return { signal: watcher.superseded.signal, end };
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

  /** Facts come by asking and by subscription, and each counts once. */
  #take(fact: Envelope): void {
    if (fact.seq !== this.#head + 1) return;
    this.#head = fact.seq;
    const event = foldedEventOf(fact);
    if (event === undefined) return;
    this.#planner.accept(event);
    if (event.type === 'redacted') return;
    for (const id of tasksOf(event)) this.#lastSaid.set(id, fact.seq);
    for (const { fact: watched, superseded } of this.#watchers) {
      if (watched.seq < fact.seq && !this.isDue(watched)) superseded.abort();
    }
  }
}
