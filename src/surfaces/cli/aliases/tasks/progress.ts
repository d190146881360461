import type { Envelope } from '../../../../journal/fact.ts';
import { isBookkeeping } from '../../../../kernel/facts.ts';
import { foldedEventOf, taskEventOf } from '../../../../planners/tasks/facts.ts';
import { TaskFold } from '../../../../planners/tasks/task-fold.ts';
import type { Output } from '../../terminal/output.ts';
import type { Terminal } from '../../terminal/paint.ts';
import type { StatusLine } from '../../terminal/status-line.ts';
import type { TaskJournal } from './task-journal.ts';
import { eventLines } from './task-lines.ts';
import { planIdOf } from './task-session.ts';

/** Tells how a plan goes: events as lines for a program, signs and one moving line for a person. */
export class Progress {
  readonly #journal: TaskJournal;
  readonly #output: Output;
  readonly #status: StatusLine;
  readonly #terminal: Terminal;
  readonly #fold = new TaskFold();
  readonly #notes = new Map<number, string>();
  #unsubscribe = (): void => {};
  /** The last seq that was told. */
  #told = 0;
  readonly #waiting = new Set<() => void>();
  readonly #waitedFor = new Set<string>();
  #saidPaused = false;

  constructor(journal: TaskJournal, how: { output: Output; status: StatusLine; terminal: Terminal }) {
    this.#journal = journal;
    this.#output = how.output;
    this.#status = how.status;
    this.#terminal = how.terminal;
  }

  /** Resolves when the plan has come to its end. `onChange` is called after everything that happened. */
  follow(onChange: (plan: TaskFold) => Promise<void>): Promise<'completed'> {
    return new Promise((resolve, reject) => {
      const onError = (error: unknown, retrying: boolean): void => {
        if (!retrying) reject(error);
      };
      this.#unsubscribe = this.#journal.subscribe({ onError }, async (facts) => {
        for (const fact of facts) {
          await this.#tell(fact);
          this.#told = fact.seq;
        }
        this.#showStatus();
        for (const goOn of this.#waiting) goOn();
        // A plan that tasks were added to has ended more than once.
        const isEnd = this.#fold.completed && this.#told >= (await this.#journal.head());
        if (isEnd) resolve('completed');
        else void onChange(this.#fold).catch(reject);
      });
    });
  }

  /** Resolves when everything that has happened was told. */
  async upToDate(): Promise<void> {
    while (this.#told < (await this.#journal.head())) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.add(resolve);
      await promise;
      this.#waiting.delete(resolve);
    }
  }

  /** How a running task goes. */
  note(taskId: number, text: string): void {
    this.#notes.set(taskId, text);
    this.#showStatus();
  }

  trouble(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    void this.#status.around(async () => this.#output.note(`Trouble, trying again: ${message}`));
  }

  held(worker: string): void {
    if (this.#waitedFor.has(worker)) return;
    this.#waitedFor.add(worker);
    void this.#status.around(async () =>
      this.#output.note(`Waiting for ${worker}, which has work on this plan.`),
    );
  }

  /** Nothing begins at the moment; said once. */
  paused(): void {
    if (this.#saidPaused) return;
    this.#saidPaused = true;
    void this.#status.around(async () =>
      this.#output.note('Paused: nothing begins until somebody lets it go on (wayfold resume).'),
    );
  }

  async tellWhatWaits(): Promise<void> {
    const id = planIdOf(this.#journal.id);
    const { tasks, pendingClarificationFor } = this.#fold.state;
    this.#status.set('');
    const waiting = tasks.find((task) => task.id === pendingClarificationFor);
    const question = waiting?.clarifications?.at(-1)?.question;
    if (question !== undefined) {
      this.#output.note(`Task ${waiting?.id} waits for an answer: ${question}`);
      this.#output.note(`Answer it: wayfold tasks answer ${id} "…"`);
    } else {
      const open = tasks.find(({ status }) => status === 'Running');
      this.#output.note(`Task ${open?.id} waits for somebody to carry it out: ${open?.description}`);
    }
    this.#output.note(`Then go on: wayfold tasks run --resume ${id}`);
  }

  /** Says how it ended, and whether everything was done that was to do since the plan began, or began again. */
  async tellEnd(): Promise<boolean> {
    this.#status.set('');
    const { tasks, removed, begunAgainAt: first = 1 } = this.#fold.state;
    const isDone =
      tasks.every(({ id, status }) => id < first || status === 'Completed') &&
      removed.failed.every((id) => id < first) &&
      (first > 1 || removed.cancelled === 0);
    const facts = await this.#journal.facts();
    const end = facts.findLast((fact) => fact.type === 'PlanningCompleted');
    if (!this.#output.json && end?.type === 'PlanningCompleted') {
      const [first = ''] = end.summary.split('\n');
      await this.#output.line([{ text: first, style: isDone ? 'green' : 'yellow' }]);
      this.#output.note(`See it all: wayfold tasks show ${planIdOf(this.#journal.id)}`);
    }
    return isDone;
  }

  close(): void {
    this.#unsubscribe();
    for (const goOn of this.#waiting) goOn();
    this.#status.close();
  }

  async #tell(fact: Envelope): Promise<void> {
    const folded = foldedEventOf(fact);
    if (folded) this.#fold.apply(folded);
    if (this.#output.json) {
      if (!isBookkeeping(fact)) await this.#output.value({ plan: planIdOf(this.#journal.id), ...fact });
      return;
    }
    const event = taskEventOf(fact);
    if (event === undefined) return;
    const task = 'taskId' in event ? this.#fold.task(event.taskId) : undefined;
    await this.#status.around(async () => {
      for (const line of eventLines(event, task, this.#terminal)) await this.#output.line(line);
    });
  }

  #showStatus(): void {
    const running = this.#fold.underWay().filter(({ status }) => status === 'Running');
    const shown = running.map(({ id, description }) => {
      const note = this.#notes.get(id);
      return note === undefined ? `${id} ${description}` : `${id} ${description}: ${note.slice(-80)}`;
    });
    this.#status.set(shown.join(' · '));
  }
}
