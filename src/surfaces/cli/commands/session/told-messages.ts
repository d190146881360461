import { isBookkeeping } from '../../../../kernel/facts.ts';
import { toldText } from '../../../../sessions/message.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import type { SessionView } from '../../../../sessions/session-view.ts';
import { messagesSince } from '../../../../sessions/turn.ts';
import type { Output } from '../../terminal/output.ts';
import type { StatusLine } from '../../terminal/status-line.ts';

/** Prints what a planner tells as it tells it; for a program, every fact. */
export class ToldMessages {
  readonly #session: OpenSession;
  readonly #output: Output;
  readonly #status: StatusLine;
  #seq: number;
  #printing: Promise<void> = Promise.resolve();
  #unfollow: () => void = () => {};

  /** What comes after the fact at `seq` is printed. */
  constructor(
    session: OpenSession,
    seq: number,
    how: { readonly output: Output; readonly status: StatusLine },
  ) {
    this.#session = session;
    this.#seq = seq;
    this.#output = how.output;
    this.#status = how.status;
  }

  /** Prints what comes, until it is closed. */
  follow(): void {
    this.#unfollow = this.#session.follow((view) => this.#print(view));
  }

  /** Resolves when everything that has happened was printed. */
  async upToDate(): Promise<void> {
    await this.#print(await this.#session.view());
  }

  close(): void {
    this.#unfollow();
  }

  #print(view: SessionView): Promise<void> {
    this.#printing = this.#printing.then(async () => {
      if (view.head <= this.#seq) return;
      const from = this.#seq;
      this.#seq = view.head;
      await this.#status.around(() =>
        this.#output.json ? this.#printFacts(from, view.head) : this.#printTexts(from, view),
      );
    });
    return this.#printing;
  }

  async #printFacts(from: number, to: number): Promise<void> {
    const session = this.#session.id;
    for (const fact of await this.#session.journal.facts({ from: from + 1, to })) {
      if (!isBookkeeping(fact)) await this.#output.value({ session, ...fact });
    }
  }

  async #printTexts(from: number, view: SessionView): Promise<void> {
    for (const message of messagesSince(view, from)) {
      const text = toldText(message);
      if (text !== undefined) await this.#output.line(text);
    }
  }
}
