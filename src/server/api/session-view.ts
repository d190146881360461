import { AttachmentBook } from '../../harness/attachment-book.ts';
import { FactLog } from '../../harness/fact-log.ts';
import { type ConversationFactOf, conversationFact } from '../../harness/facts.ts';
import { Ledger } from '../../harness/ledger.ts';
import type { Session } from '../../host/session.ts';
import type { Envelope } from '../../journal/fact.ts';
import { isBookkeeping } from '../../kernel/facts.ts';
import type { Pause } from '../../kernel/pause.ts';
import { SpendingBook, type Spent } from '../../kernel/spending.ts';
import { type PlannerFold, plannerFoldOf } from './planner-view.ts';
import { Timeline } from './timeline.ts';
import type { Waiting } from './waiting.ts';
import { type Work, WorkBook } from './work-book.ts';

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
  | 'tool_call'
  | 'tool_result'
  | 'sleep'
> & {
  /** What was chosen, in the words it was offered in. */
  readonly chosen?: string;
};

/** What a planner told by a fact of its own. */
export interface PlannerSaid {
  readonly seq: number;
  readonly ts: string;
  readonly type: 'planner_said';
  readonly text: string;
}

const SAID: ReadonlySet<string> = new Set<Said['type']>([
  'remote_received',
  'remote_sent',
  'user_input',
  'user_guidance',
  'user_answer',
  'agent_question',
  'planner_error',
  'send_failed',
  'tool_call',
  'tool_result',
  'sleep',
]);

const NEVER_ENDS = Number.MAX_SAFE_INTEGER;

interface Books {
  ledger: Ledger;
  attachments: AttachmentBook;
  log: FactLog;
  readonly planner: PlannerFold;
  readonly said: (Said | PlannerSaid)[];
  spending: SpendingBook;
}

/** A session as everybody sees it: a projection of its journal, at its head or at an earlier moment. */
export class SessionView {
  readonly session: Session;
  #upTo: number;
  #books: Books;
  #timeline = new Timeline();
  #works = new WorkBook();
  #redactions = 0;
  #createdAt = '';
  #title: string | undefined;
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
    return new SessionView(session, NEVER_ENDS);
  }

  /** The session before anything happened, to be taken to a moment with `goTo`. */
  static before(session: Session): SessionView {
    return new SessionView(session, 0);
  }

  /** A view of its own of the moment that is shown here. */
  copy(): SessionView {
    const { ledger, attachments, log, planner, said, spending } = this.#books;
    const copy = new SessionView(this.session, this.head);
    copy.#books = {
      ledger,
      attachments,
      log,
      planner: planner.copy(),
      said: said.slice(),
      spending,
    };
    copy.#redactions = this.#redactions;
    copy.#createdAt = this.#createdAt;
    copy.#title = this.#title;
    copy.#configured = this.#configured;
    copy.#runaway = this.#runaway;
    copy.#lastTs = this.#lastTs;
    copy.#talksToAgent = this.#talksToAgent;
    return copy;
  }

  /** Goes forward to right after the fact at `seq`. */
  async goTo(seq: number): Promise<void> {
    this.#upTo = seq;
    await this.catchUp();
  }

  /** Which journal this is, as it is now: another text once it was made anew, or something of the store was erased. */
  get edition(): string {
    return `${this.#createdAt} ${this.#redactions}`;
  }

  get head(): number {
    return this.ledger.head;
  }

  /** When the journal was made; the empty text before it was first read. */
  get createdAt(): string {
    return this.#createdAt;
  }

  /** What the session is called by now. */
  get title(): string {
    return this.#title ?? this.planner.title?.() ?? this.session.title;
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

  /** The kinds of its facts in a row; only of a session as it stands. */
  get timeline(): Timeline {
    return this.#timeline;
  }

  /** Who worked on what; only of a session as it stands. */
  get works(): readonly Work[] {
    return this.#works.all;
  }

  get said(): readonly (Said | PlannerSaid)[] {
    return this.#books.said;
  }

  /** What its work took so far. */
  get spent(): Spent {
    return this.#books.spending.spent;
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
    const { drafts, openQuestions, archived, runawaySaid, pause } = this.ledger;
    if (archived) return [];
    const isAuto = this.#configured?.mode === 'auto';
    const open = drafts.open.filter(
      ({ approval, failure }) => !approval && (!isAuto || failure !== undefined),
    );
    return [
      ...(pause?.cause === 'limit' ? [budgetStop(pause)] : []),
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
      this.#timeline = new Timeline();
      this.#works = new WorkBook();
      this.#title = undefined;
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
    const books = this.#books;
    const { planner, said } = books;
    const known = conversationFact(fact);
    books.ledger = books.ledger.accept(fact, known);
    books.log = books.log.accept(fact, known);
    this.#books.spending = this.#books.spending.accept(fact);
    if (this.#upTo === NEVER_ENDS) {
      this.#timeline.accept(fact);
      this.#works.accept(fact);
    }
    if (isBookkeeping(fact)) return;
    this.#lastTs = fact.ts;
    if (known?.type === 'rewound') {
      books.attachments = books.attachments.without(({ seq }) =>
        books.log.isTakenBack({ seq, type: 'attachment_added' }, known.toSeq),
      );
      planner.rewound(books.log.view());
      return;
    }
    planner.accept(fact);
    const told = planner.told();
    if (told !== undefined) said.push({ seq: fact.seq, ts: fact.ts, type: 'planner_said', text: told });
    if (fact.type === 'a2a_message_taken') this.#talksToAgent = true;
    if (known === undefined) return;
    if (known.type === 'session_renamed') this.#title = known.title;
    if (known.type === 'attachment_added') books.attachments = books.attachments.accept(known);
    if (known.type === 'planner_configured' && known.plannerId === this.session.entry.planner.id) {
      this.#configured = known;
    }
    if (known.type === 'planner_error' && known.code === 'runaway') this.#runaway = known;
    if (isSaid(known)) said.push(withChoice(known, planner));
  }
}

/** An option is chosen by its id, which tells a person nothing. */
function withChoice(said: Said, planner: PlannerFold): Said {
  const chosen = said.type === 'user_input' && said.choose !== undefined ? planner.chosen?.() : undefined;
  return chosen === undefined ? said : { ...said, chosen };
}

function emptyBooks({ entry }: Session, nativeFrom: number): Books {
  return {
    ledger: new Ledger({ nativeFrom }),
    attachments: new AttachmentBook(),
    log: new FactLog(entry.family),
    planner: plannerFoldOf(entry.planner.id),
    said: [],
    spending: new SpendingBook({ nativeFrom }),
  };
}

function isSaid(fact: { readonly type: string }): fact is Said {
  return SAID.has(fact.type);
}

function stopped({ seq, code, message }: ConversationFactOf<'planner_error'>): Waiting {
  return { type: 'stopped', seq, code, message };
}

function budgetStop({ seq, limit, spent, allowed }: Extract<Pause, { readonly cause: 'limit' }>): Waiting {
  return { type: 'budget', seq, limit, spent, allowed };
}
