import type { Envelope, Fact } from '../journal/fact.ts';
import { isBookkeeping } from '../kernel/facts.ts';
import { AttachmentBook } from './attachment-book.ts';
import { FactLog } from './fact-log.ts';
import { type ConversationFact, type ConversationFactOf, conversationFact } from './facts.ts';
import { conversationFamily, type PlannerFamily } from './family.ts';
import { erasedType, Ledger, nativeFromOf, type ReadableJournal } from './ledger.ts';
import { TriggerBook } from './trigger-book.ts';

/** The `work` that a claim of a planning pass names. */
export const PLANNING = 'plan';

/** Who runs the pass for the trigger at seq `target`. */
export interface PassClaim {
  readonly target: number;
  readonly worker: string;
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly seq: number;
}

interface Books {
  readonly nativeFrom: number;
  readonly ledger: Ledger;
  readonly attachments: AttachmentBook;
  readonly triggers: TriggerBook;
  readonly log: FactLog;
}

function emptyBooks(family: PlannerFamily, nativeFrom: number): Books {
  return {
    nativeFrom,
    ledger: new Ledger({ nativeFrom }),
    attachments: new AttachmentBook(),
    triggers: new TriggerBook(family),
    log: new FactLog(family),
  };
}

/**
 * Everything a harness and a surface need to know of a journal, kept up fact by fact: what planners see, what waits for
 * planning, and how the conversation stands. Taking a fact in costs the same however many came before.
 */
export class Conversation {
  readonly family: PlannerFamily;
  #books: Books;
  #passClaim: PassClaim | undefined;
  #lastFactSeq = 0;
  /** How much was erased in the store when the journal was read. */
  #redactions: number | undefined;

  /** `nativeFrom` matters to who only calls `accept`: {@link catchUp} asks the journal. */
  constructor(
    family: PlannerFamily = conversationFamily,
    { nativeFrom = 1 }: { readonly nativeFrom?: number } = {},
  ) {
    this.family = family;
    this.#books = emptyBooks(family, nativeFrom);
  }

  get ledger(): Ledger {
    return this.#books.ledger;
  }

  get attachments(): AttachmentBook {
    return this.#books.attachments;
  }

  get triggers(): TriggerBook {
    return this.#books.triggers;
  }

  /** The first seq that was appended in this journal itself, and not copied by a fork or an import. */
  get nativeFrom(): number {
    return this.#books.nativeFrom;
  }

  /** The last seq that was taken in. */
  get head(): number {
    return this.ledger.head;
  }

  /** The seq of the last fact that is not bookkeeping. */
  get lastFactSeq(): number {
    return this.#lastFactSeq;
  }

  /** The last fact that planners see. */
  get lastFact(): Fact | undefined {
    return this.#books.log.last;
  }

  /** The claim on the pass under way, also one that ran out. */
  get passClaim(): PassClaim | undefined {
    return this.#passClaim;
  }

  /** The facts that planners see, as they are at the moment and stay in this array. */
  facts(): readonly Fact[] {
    return this.#books.log.view();
  }

  /** Takes facts in, in order; those it has seen change nothing. */
  accept(facts: readonly Envelope[]): void {
    for (const fact of facts) if (fact.seq > this.head) this.#take(fact);
  }

  /**
   * Reads what is new. The last fact that is known is read again: if it is another, the journal was deleted or made anew
   * under its id, and nothing of what was known counts. Nor does it when something was erased, which planners must not see.
   */
  async catchUp(journal: ReadableJournal): Promise<void> {
    const redactions = await journal.redactions?.();
    if (this.#redactions !== undefined && this.#redactions !== redactions) this.#startOver(1);
    this.#redactions = redactions;
    const { head, headId } = this.ledger;
    let isSame = head === 0;
    for await (const page of journal.facts({ from: Math.max(1, head) }).pages()) {
      isSame ||= page[0]?.id === headId;
      if (!isSame) break;
      if (this.head === 0) this.#startOver(await nativeFromOf(journal));
      this.accept(page);
    }
    if (isSame) return;
    this.#startOver(1);
    await this.catchUp(journal);
  }

  #startOver(nativeFrom: number): void {
    this.#books = emptyBooks(this.family, nativeFrom);
    this.#passClaim = undefined;
    this.#lastFactSeq = 0;
  }

  #take(fact: Envelope): void {
    const known = conversationFact(fact);
    const effect = this.ledger.accept(fact, known);
    if (isBookkeeping(fact)) {
      if (known) this.#keepBooks(known);
      return;
    }
    this.#lastFactSeq = fact.seq;
    if (known?.type === 'rewound') {
      this.#rewind(known);
      return;
    }
    if ((known?.type ?? erasedType(fact)) === 'work_cancelled') this.triggers.cancel();
    if (known?.type === 'attachment_added') this.attachments.accept(known);
    this.#books.log.push(fact);
    // An envelope with whatever else it carries is a fact.
    if (effect === 'stands') this.triggers.accept(fact as Fact);
  }

  #keepBooks(fact: ConversationFact): void {
    if (fact.type === 'claimed' && fact.work === PLANNING) {
      this.#claimed(fact);
    } else if (fact.type === 'pass_settled') {
      this.triggers.settle(fact.triggers);
      this.#passClaim = undefined;
    }
  }

  /** The newest claim counts, but for the late renewal of a pass that another worker has overtaken. */
  #claimed({ target, worker, until, seq, ts }: ConversationFactOf<'claimed'>): void {
    const standing = this.#passClaim;
    const stands = standing && Date.parse(ts) < standing.until && standing.worker !== worker;
    if (stands && target < standing.target) return;
    this.#passClaim = { target, worker, until: Date.parse(until), seq };
  }

  #rewind({ toSeq }: ConversationFactOf<'rewound'>): void {
    this.#books.log.rewind(toSeq);
    this.attachments.rewind(toSeq);
    this.triggers.rewind(toSeq);
    this.#passClaim = undefined;
  }
}
