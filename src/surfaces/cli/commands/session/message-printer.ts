import { isBookkeeping } from '../../../../kernel/facts.ts';
import { messagesSince } from '../../../../sessions/commands/turn.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import { plannerText } from '../../../../sessions/view/message.ts';
import type { SessionView } from '../../../../sessions/view/session-view.ts';
import { type Output, type StyledLine, span } from '../../terminal/output.ts';
import type { StatusLine } from '../../terminal/status-line.ts';

/** Options of {@link MessagePrinter}. */
export interface PrintingOptions {
  /** Prints messages after this fact. Default: only new ones. */
  readonly since?: number | undefined;
  /** Fields that identify the session in every JSON line. Default: `session` and its id. */
  readonly label?: Readonly<Record<string, string>> | undefined;
  /** Whether to shorten long texts. */
  readonly brief?: boolean | undefined;
}

interface Place {
  readonly output: Output;
  readonly status: StatusLine;
  /** Called with the session's view after printing. */
  readonly onView: (view: SessionView) => void;
}

const MAX_LINES = 8;
const MAX_TEXT_LENGTH = 400;

/** Prints a planner's messages as they arrive; as JSON, every fact. */
export class MessagePrinter {
  readonly #session: OpenSession;
  readonly #how: PrintingOptions & Place;
  #seq: number;
  #printing: Promise<void> = Promise.resolve();
  #unfollow: () => void = () => {};

  private constructor(session: OpenSession, seq: number, how: PrintingOptions & Place) {
    this.#session = session;
    this.#seq = seq;
    this.#how = how;
  }

  /** Starts printing, until it is closed. */
  static async follow(session: OpenSession, how: PrintingOptions & Place): Promise<MessagePrinter> {
    const printer = new MessagePrinter(session, how.since ?? (await session.view()).head, how);
    printer.#unfollow = session.follow((view) => printer.#print(view));
    return printer;
  }

  /** Resolves when everything so far has been printed. */
  async upToDate(): Promise<void> {
    await this.#print(await this.#session.view());
  }

  close(): void {
    this.#unfollow();
  }

  #print(view: SessionView): Promise<void> {
    const { output, status, onView } = this.#how;
    this.#printing = this.#printing.then(async () => {
      if (view.head <= this.#seq) return;
      const from = this.#seq;
      this.#seq = view.head;
      await status.around(() =>
        output.json ? this.#printFacts(from, view.head) : this.#printTexts(from, view),
      );
      onView(view);
    });
    return this.#printing;
  }

  async #printFacts(from: number, to: number): Promise<void> {
    const { output, label = { session: this.#session.id } } = this.#how;
    for (const fact of await this.#session.journal.facts({ from: from + 1, to })) {
      if (!isBookkeeping(fact)) await output.value({ ...label, ...fact });
    }
  }

  async #printTexts(from: number, view: SessionView): Promise<void> {
    const { output, brief = false } = this.#how;
    // Waiting items are printed where they are asked.
    const asked = new Set(view.waiting.map(({ text }) => text));
    for (const message of messagesSince(view, from)) {
      const text = plannerText(message);
      if (text === undefined || asked.has(text)) continue;
      for (const line of brief ? briefLines(text) : text.split('\n')) await output.line(line);
    }
  }
}

function briefLines(text: string): readonly StyledLine[] {
  const [first = '', ...rest] = text.split('\n').filter((line) => line.trim() !== '');
  const more = rest.join('\n');
  const shown = more.length > MAX_TEXT_LENGTH ? `${more.slice(0, MAX_TEXT_LENGTH)}…` : more;
  const lines = more === '' ? [] : shown.split('\n').slice(0, MAX_LINES);
  return [[span(first)], ...lines.map((line) => [span(`     ${line}`, 'dim')])];
}
