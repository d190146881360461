import { type Envelope, REDACTED } from '../journal/fact.ts';
import type { Journal } from '../journal/journal.ts';
import { type Limits, type Pause, PauseBook } from '../kernel/pause.ts';
import { DraftBook } from './draft-book.ts';
import { isFromOutside } from './fact-log.ts';
import { type A2aStatus, type ConversationFact, type ConversationFactOf, conversationFact } from './facts.ts';

/** A question to a person that has no answer yet. */
export type OpenQuestion = ConversationFactOf<'agent_question'>;

/** A message that the other side has seen. */
export type PublicMessage = ConversationFactOf<'remote_received' | 'remote_sent'>;

/**
 * How a conversation stands, kept up fact by fact: its status, drafts, open questions, and how long planners have gone
 * on by themselves. It holds what is open, not what was said.
 */
export class Ledger {
  #drafts = new DraftBook();
  #messageIds = new Set<unknown>();
  #filesFromOutside = new Set<string>();
  #questions = new Map<string, OpenQuestion>();
  #configured = new Map<string, number>();
  readonly #nativeFrom: number;
  #pauses: PauseBook;
  #head = 0;
  #headId = '';
  #status: A2aStatus | undefined;
  #latestPublic: PublicMessage | undefined;
  #lastPublicSeq = 0;
  #lastInputSeq = 0;
  #archived = false;
  #commits = 0;
  #runawaySaid = false;

  /** `nativeFrom`: the first seq that was appended in this journal itself, and not copied by a fork or an import. */
  constructor({ nativeFrom = 1 }: { readonly nativeFrom?: number } = {}) {
    this.#nativeFrom = nativeFrom;
    this.#pauses = new PauseBook({ nativeFrom });
  }

  /** A ledger of its own that begins with how things stand here. */
  copy(): Ledger {
    const copy = new Ledger({ nativeFrom: this.#nativeFrom });
    copy.#drafts = this.#drafts.copy();
    copy.#messageIds = new Set(this.#messageIds);
    copy.#filesFromOutside = new Set(this.#filesFromOutside);
    copy.#questions = new Map(this.#questions);
    copy.#configured = new Map(this.#configured);
    copy.#head = this.#head;
    copy.#headId = this.#headId;
    copy.#status = this.#status;
    copy.#latestPublic = this.#latestPublic;
    copy.#lastPublicSeq = this.#lastPublicSeq;
    copy.#lastInputSeq = this.#lastInputSeq;
    copy.#archived = this.#archived;
    copy.#commits = this.#commits;
    copy.#runawaySaid = this.#runawaySaid;
    copy.#pauses = this.#pauses;
    return copy;
  }

  get drafts(): DraftBook {
    return this.#drafts;
  }

  /** The last seq that was taken in. */
  get head(): number {
    return this.#head;
  }

  /** The id of the fact at that seq. */
  get headId(): string {
    return this.#headId;
  }

  get status(): A2aStatus | undefined {
    return this.#status;
  }

  get latestPublic(): PublicMessage | undefined {
    return this.#latestPublic;
  }

  /**
   * Where a rewind goes back to: the last public message or status or, in a session that has none, what a person said
   * last. 0 when there is neither.
   */
  get lastAnchor(): number {
    return this.#lastPublicSeq || this.#lastInputSeq;
  }

  get openQuestions(): readonly OpenQuestion[] {
    return [...this.#questions.values()];
  }

  /** Where a planner was set up last; 0 when it never was. */
  configuredSeq(plannerId: string): number {
    return this.#configured.get(plannerId) ?? 0;
  }

  get archived(): boolean {
    return this.#archived;
  }

  /** Why no work begins in the session; `undefined` when it is not paused. */
  get pause(): Pause | undefined {
    return this.#pauses.pause;
  }

  /** What somebody has allowed to be spent in the session, beyond what is usual. */
  get raisedLimits(): Limits {
    return this.#pauses.raised;
  }

  /** How many passes were committed since a person or the other side last did something. */
  get commitsAlone(): number {
    return this.#commits;
  }

  /** Whether it stands in the journal that planning is frozen. */
  get runawaySaid(): boolean {
    return this.#runawaySaid;
  }

  hasMessage(messageId: unknown): boolean {
    return this.#messageIds.has(messageId);
  }

  /** Whether a person or the other side has added this file, with this name and these bytes. */
  hasFile(file: { readonly name: unknown; readonly sha256: unknown }): boolean {
    return this.#filesFromOutside.has(keyOf(file));
  }

  /** Takes the next fact in; one it has seen changes nothing. Tells whether it had an effect. `known`: the fact, read. */
  accept(fact: Envelope, known = conversationFact(fact)): 'stands' | 'void' {
    if (fact.seq <= this.#head) return 'void';
    this.#head = fact.seq;
    this.#headId = fact.id;
    this.#pauses = this.#pauses.accept(fact);
    const stands = known === undefined || this.#take(known);
    if (fact.type === REDACTED) this.#takeErased(fact);
    if (fact.seq === this.#nativeFrom - 1) this.drafts.withdrawApprovals();
    if (stands && known && isAct(known)) {
      this.#commits = 0;
      this.#runawaySaid = false;
    }
    return stands ? 'stands' : 'void';
  }

  #take(fact: ConversationFact): boolean {
    switch (fact.type) {
      case 'status_changed':
        this.#status = fact.a2a;
        this.#lastPublicSeq = fact.seq;
        return true;
      case 'remote_sent':
        this.drafts.sent(fact);
        this.#published(fact);
        return true;
      case 'remote_received':
        this.#published(fact);
        return true;
      case 'attachment_added':
        if (isFromOutside(fact)) this.#filesFromOutside.add(keyOf(fact));
        return true;
      case 'user_input':
        this.#lastInputSeq = fact.seq;
        return true;
      case 'agent_question':
        this.#questions.set(fact.qid, fact);
        return true;
      case 'user_answer':
        this.#questions.delete(fact.qid);
        return true;
      case 'compose_intent':
        this.drafts.proposed(fact);
        return true;
      case 'compose_approved':
        return this.drafts.approved(fact);
      case 'compose_dismissed':
        return this.drafts.dismissed(fact);
      case 'send_failed':
        this.drafts.failed(fact);
        return true;
      case 'pass_settled':
        if (fact.outcome === 'committed') this.#commits += 1;
        return true;
      case 'planner_error':
        if (fact.code === 'runaway') this.#runawaySaid = true;
        return true;
      case 'rewound':
        this.#rewound(fact);
        return true;
      case 'planner_configured':
        this.#configured.set(fact.plannerId, fact.seq);
        return true;
      case 'session_archived':
        this.#archived = true;
        return true;
      case 'session_reopened':
        this.#archived = false;
        return true;
      default:
        return true;
    }
  }

  /** An erased fact no longer says which draft or which question it was about: those that were open then. */
  #takeErased(fact: Envelope): void {
    switch (erasedType(fact)) {
      case 'remote_sent':
        this.drafts.sentUnnamed(fact.seq);
        this.#lastPublicSeq = fact.seq;
        return;
      case 'remote_received':
      case 'status_changed':
        this.#lastPublicSeq = fact.seq;
        return;
      case 'send_failed':
        this.drafts.failedUnnamed();
        return;
      case 'compose_dismissed':
        this.drafts.dismissedUnnamed(fact.seq);
        return;
      case 'user_answer':
        this.#questions.clear();
        return;
      case 'session_archived':
        this.#archived = true;
        return;
      case 'session_reopened':
        this.#archived = false;
        return;
    }
  }

  #published(fact: PublicMessage): void {
    this.#messageIds.add(fact.messageId);
    this.#latestPublic = fact;
    this.#lastPublicSeq = fact.seq;
  }

  #rewound({ toSeq, seq }: ConversationFactOf<'rewound'>): void {
    this.drafts.rewound(seq);
    for (const question of this.openQuestions) if (question.seq > toSeq) this.#questions.delete(question.qid);
  }
}

function keyOf({ name, sha256 }: { readonly name: unknown; readonly sha256: unknown }): string {
  return `${sha256} ${name}`;
}

/** Whether a person or the other side did something: then planners do not go on by themselves. */
function isAct(fact: ConversationFact): boolean {
  switch (fact.type) {
    case 'remote_received':
    case 'user_input':
    case 'user_guidance':
    case 'user_answer':
    case 'work_cancelled':
    case 'compose_dismissed':
    case 'planner_configured':
    case 'rewound':
      return true;
    case 'compose_approved':
      return fact.by !== 'auto';
    default:
      return false;
  }
}

/** What an erased fact was; `undefined` for any other. */
export function erasedType(fact: Envelope): unknown {
  return fact.type === REDACTED && 'redactedType' in fact ? fact.redactedType : undefined;
}

/**
 * What reading a conversation needs of a journal. Without `describe` it is taken not to be a copy of another, and without
 * `redactions` to have nothing erased that was read before.
 */
export type ReadableJournal = Pick<Journal<Envelope>, 'id' | 'facts'> &
  Partial<Pick<Journal<Envelope>, 'describe' | 'redactions'>>;

/** The first seq that was appended in a journal itself. */
export async function nativeFromOf(journal: ReadableJournal): Promise<number> {
  return (await journal.describe?.())?.nativeFrom ?? 1;
}

const ledgers = new WeakMap<
  ReadableJournal,
  { readonly ledger: Ledger; readonly redactions: number | undefined }
>();

/**
 * The ledger of a journal object: read once from the start, and then only what is new. When something was erased it is
 * read anew, so that nobody goes by it any more.
 */
export async function ledgerOf(journal: ReadableJournal): Promise<Ledger> {
  const known = ledgers.get(journal);
  const [redactions, stands] = await Promise.all([
    journal.redactions?.(),
    known && isSame(journal, known.ledger),
  ]);
  let ledger = known && stands && known.redactions === redactions ? known.ledger : new Ledger();
  for await (const page of journal.facts({ from: ledger.head + 1 }).pages()) {
    if (ledger.head === 0) ledger = new Ledger({ nativeFrom: await nativeFromOf(journal) });
    for (const fact of page) ledger.accept(fact);
  }
  ledgers.set(journal, { ledger, redactions });
  return ledger;
}

/** Whether the journal is still the one that was read, and not another under the same id. */
async function isSame(journal: ReadableJournal, { head, headId }: Ledger): Promise<boolean> {
  if (head === 0) return true;
  const [last] = await journal.facts({ from: head, to: head });
  return last?.id === headId;
}
