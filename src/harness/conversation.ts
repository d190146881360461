import type { Envelope, Fact } from '../journal/fact.ts';
import { isBookkeeping } from '../kernel/facts.ts';
import { AttachmentBook } from './attachment-book.ts';
import { FactLog } from './fact-log.ts';
import { type ConversationFact, type ConversationFactOf, conversationFact } from './facts.ts';
import { conversationFamily, type PlannerFamily } from './family.ts';
import { Ledger, type ReadableJournal } from './ledger.ts';
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

/**
 * Everything a harness and a surface need to know of a journal, kept up fact by fact: what planners see, what waits for
 * planning, and how the conversation stands. Taking a fact in costs the same however many came before.
 */
export class Conversation {
  readonly family: PlannerFamily;
  readonly ledger = new Ledger();
  readonly attachments = new AttachmentBook();
  readonly triggers: TriggerBook;
  readonly #log: FactLog;
  #passClaim: PassClaim | undefined;
  #lastFactSeq = 0;

  constructor(family: PlannerFamily = conversationFamily) {
    this.family = family;
    this.triggers = new TriggerBook(family);
    this.#log = new FactLog(family);
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
    return this.#log.last;
  }

  /** The claim on the pass under way, also one that ran out. */
  get passClaim(): PassClaim | undefined {
    return this.#passClaim;
  }

  /** The facts that planners see, as they are at the moment and stay in this array. */
  facts(): readonly Fact[] {
    return this.#log.view();
  }

  /** Takes facts in, in order; those it has seen change nothing. */
  accept(facts: readonly Envelope[]): void {
    for (const fact of facts) if (fact.seq > this.head) this.#take(fact);
  }

  /** Reads what is new. */
  async catchUp(journal: ReadableJournal): Promise<void> {
    for await (const page of journal.facts({ from: this.head + 1 }).pages()) this.accept(page);
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
    if (known?.type === 'attachment_added') this.attachments.accept(known);
    this.#log.push(fact);
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
    this.#log.rewind(toSeq);
    this.attachments.rewind(toSeq);
    this.triggers.rewind(toSeq);
    this.#passClaim = undefined;
  }
}
