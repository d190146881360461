import { AttachmentBook } from '../../harness/attachment-book.ts';
import { FactLog } from '../../harness/fact-log.ts';
import { type ConversationFactOf, conversationFact } from '../../harness/facts.ts';
import { Ledger } from '../../harness/ledger.ts';
import type { Session } from '../../host/session.ts';
import { JournalError } from '../../journal/error.ts';
import type { Envelope } from '../../journal/fact.ts';
import { isBookkeeping } from '../../kernel/facts.ts';
import { type PlannerFold, plannerFoldOf } from './planner-view.ts';
import type { Waiting } from './waiting.ts';

/** What was said in a session, to the other side or not. */
export type Said = ConversationFactOf<
  | 'remote_received'
  | 'remote_sent'
  | 'user_input'
  | 'user_guidance'
  | 'user_answer'
  | 'agent_question'
  | 'planner_error'
  | 'send_failed'
  | 'sleep'
>;

const SAID: ReadonlySet<string> = new Set<Said['type']>([
  'remote_received',
  'remote_sent',
  'user_input',
  'user_guidance',
  'user_answer',
  'agent_question',
  'planner_error',
  'send_failed',
  'sleep',
]);

interface Books {
  readonly ledger: Ledger;
  readonly attachments: AttachmentBook;
  readonly log: FactLog;
  readonly planner: PlannerFold;
  readonly said: Said[];
}

/** A session as everybody sees it: a projection of its journal, at its head or at an earlier moment. */
export class SessionView {
  readonly session: Session;
  readonly #upTo: number;
  #books: Books;
  #redactions = 0;
  #createdAt = '';
  #configured: ConversationFactOf<'planner_configured'> | undefined;
  #runaway: ConversationFactOf<'planner_error'> | undefined;
  #lastTs = '';
  #talksToAgent = false;
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(session: Session, upTo: number) {
    this.session = session;
    this.#upTo = upTo;
    this.#books = emptyBooks(session, 1);
  }

  /** The session as it stands, to be kept up with `catchUp`. */
  static of(session: Session): SessionView {
    return new SessionView(session, Number.MAX_SAFE_INTEGER);
  }

  /** The session as it was right after the fact at `seq`. */
  static async at(session: Session, seq: number): Promise<SessionView> {
    const head = await session.journal.head();
    if (seq < 1 || seq > head) {
      throw new JournalError('invalid-seq', {
        expected: `a seq from 1 to ${head}, the head of ${session.journal.id}`,
        actual: String(seq),
        fix: 'Choose a moment that the journal has.',
      });
    }
    const view = new SessionView(session, seq);
    await view.catchUp();
    return view;
  }

  get head(): number {
    return this.ledger.head;
  }

  /** When the journal was made; the empty text before it was first read. */
  get createdAt(): string {
    return this.#createdAt;
  }

  get lastActivity(): string {
    return this.#lastTs;
  }

  get ledger(): Ledger {
    return this.#books.ledger;
  }

  get attachments(): AttachmentBook {
    return this.#books.attachments;
  }

  get planner(): PlannerFold {
    return this.#books.planner;
  }

  get said(): readonly Said[] {
    return this.#books.said;
  }

  /** The setup that stands, if the session was ever set up for its planner. */
  get configured(): ConversationFactOf<'planner_configured'> | undefined {
    return this.#configured;
  }

  /** Whether it is a conversation with an agent that another process is connected to. */
  get talksToAgent(): boolean {
    return this.#talksToAgent;
  }

  /** Everything that waits for a person. In auto mode drafts do not, unless they could not be sent. */
  waiting(): readonly Waiting[] {
    const { drafts, openQuestions, archived, runawaySaid } = this.ledger;
    if (archived) return [];
    const isAuto = this.#configured?.mode === 'auto';
    const open = drafts.open.filter(
      ({ approval, failure }) => !approval && (!isAuto || failure !== undefined),
    );
    return [
      ...(runawaySaid && this.#runaway ? [stopped(this.#runaway)] : []),
      ...open.map(
        ({ seq, composeId, digest, text, failure }): Waiting => ({
          type: 'draft',
          seq,
          composeId,
          digest,
          text,
          ...(failure !== undefined && { failure }),
        }),
      ),
      ...openQuestions.map(
        ({ seq, qid, prompt, required, placeholder }): Waiting => ({
          type: 'question',
          seq,
          qid,
          prompt,
          ...(required !== undefined && { required }),
          ...(placeholder !== undefined && { placeholder }),
        }),
      ),
      ...this.planner.waiting(),
    ];
  }

  /** Takes in what is new. A journal that was made anew, and one with erased facts, is read from the start. */
  catchUp(): Promise<void> {
    const caughtUp = this.#turn.then(() => this.#takeNews());
    this.#turn = caughtUp.catch(() => {});
    return caughtUp;
  }

  async #takeNews(): Promise<void> {
    const { journal } = this.session;
    const redactions = await journal.redactions();
    const { createdAt = '', nativeFrom = 1 } = (await journal.describe()) ?? {};
    if (redactions !== this.#redactions || createdAt !== this.#createdAt) {
      this.#books = emptyBooks(this.session, nativeFrom);
      this.#configured = undefined;
      this.#runaway = undefined;
      this.#talksToAgent = false;
      this.#redactions = redactions;
      this.#createdAt = createdAt;
    }
    for await (const page of journal.facts({ from: this.head + 1, to: this.#upTo }).pages()) {
      for (const fact of page) this.#take(fact);
    }
  }

  #take(fact: Envelope): void {
    const { ledger, attachments, log, planner, said } = this.#books;
    const known = conversationFact(fact);
    ledger.accept(fact, known);
    if (isBookkeeping(fact)) return;
    this.#lastTs = fact.ts;
    if (known?.type === 'rewound') {
      log.rewind(known.toSeq);
      attachments.rewind(known.toSeq);
      planner.rewound(log.view());
      return;
    }
    log.push(fact);
    planner.accept(fact);
    if (fact.type === 'a2a_message_taken') this.#talksToAgent = true;
    if (known === undefined) return;
    if (known.type === 'attachment_added') attachments.accept(known);
    if (known.type === 'planner_configured' && known.plannerId === this.session.entry.planner.id) {
      this.#configured = known;
    }
    if (known.type === 'planner_error' && known.code === 'runaway') this.#runaway = known;
    if (isSaid(known)) said.push(known);
  }
}

function emptyBooks({ entry }: Session, nativeFrom: number): Books {
  return {
    ledger: new Ledger({ nativeFrom }),
    attachments: new AttachmentBook(),
    log: new FactLog(entry.family),
    planner: plannerFoldOf(entry.planner.id),
    said: [],
  };
}

function isSaid(fact: { readonly type: string }): fact is Said {
  return SAID.has(fact.type);
}

function stopped({ seq, code, message }: ConversationFactOf<'planner_error'>): Waiting {
  return { type: 'stopped', seq, code, message };
}
