import { type Envelope, FACT_ERASED, type Fact } from '../../journal/fact.ts';
import { foldProjection, type Projection } from '../../kernel/projection/projection.ts';
import { ERASED_CLAIM_MS } from '../../kernel/work/claim-fold.ts';
import { type ConversationFact, type ConversationFactOf, conversationFact, erasedType } from '../facts.ts';
import { conversationFamily, type PlannerFamily } from '../family.ts';
import { type PlannerState, StateFold } from '../pass/planner-state.ts';
import { TriggerFold } from '../pass/trigger-fold.ts';
import { isForFolds, VisibleFacts } from '../pass/visible-facts.ts';
import { AttachmentFold } from './attachment-fold.ts';
import { Ledger } from './ledger.ts';

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

/** What a conversation is told besides its facts. */
export interface ConversationOptions {
  /** The first seq that was appended in this journal itself, and not copied by a fork or an import. */
  readonly nativeFrom?: number;
  /** The state that a planner keeps of the facts it sees. */
  readonly state?: PlannerState | undefined;
}

/** What a {@link Conversation} holds. */
export interface ConversationFolds {
  readonly nativeFrom: number;
  readonly ledger: Ledger;
  readonly attachments: AttachmentFold;
  readonly triggers: TriggerFold;
  readonly log: VisibleFacts;
  readonly planner: StateFold | undefined;
  readonly passClaim: PassClaim | undefined;
  readonly lastFactSeq: number;
  readonly lastErasureSeq: number;
}

function emptyFolds(
  family: PlannerFamily,
  { nativeFrom = 1, state }: ConversationOptions,
): ConversationFolds {
  return {
    nativeFrom,
    ledger: new Ledger({ nativeFrom }),
    attachments: new AttachmentFold(),
    triggers: new TriggerFold(family),
    log: new VisibleFacts(family),
    planner: state && StateFold.of(state),
    passClaim: undefined,
    lastFactSeq: 0,
    lastErasureSeq: 0,
  };
}

/**
 * Everything a harness and a surface need to know of a journal: what planners see, what waits for planning, and how the
 * conversation stands. It is an immutable value; taking a fact in costs the same however many came before.
 */
export class Conversation {
  readonly family: PlannerFamily;
  readonly #folds: ConversationFolds;

  constructor(
    family: PlannerFamily = conversationFamily,
    options: ConversationOptions = {},
    folds: ConversationFolds = emptyFolds(family, options),
  ) {
    this.family = family;
    this.#folds = folds;
  }

  /** What a snapshot keeps of it; the constructor takes it back. */
  get folds(): ConversationFolds {
    return this.#folds;
  }

  get ledger(): Ledger {
    return this.#folds.ledger;
  }

  get attachments(): AttachmentFold {
    return this.#folds.attachments;
  }

  get triggers(): TriggerFold {
    return this.#folds.triggers;
  }

  /** The first seq that was appended in this journal itself, and not copied by a fork or an import. */
  get nativeFrom(): number {
    return this.#folds.nativeFrom;
  }

  /** The last seq that was taken in. */
  get head(): number {
    return this.ledger.head;
  }

  /** The seq of the last fact that is not bookkeeping. */
  get lastFactSeq(): number {
    return this.#folds.lastFactSeq;
  }

  /** Where it was last recorded that something of it was erased; 0 when nothing was. What was read before may hold it. */
  get lastErasureSeq(): number {
    return this.#folds.lastErasureSeq;
  }

  /** The last fact that planners see. */
  get lastFact(): Fact | undefined {
    return this.#folds.log.last;
  }

  /** The claim on the pass under way, also one that ran out. */
  get passClaim(): PassClaim | undefined {
    return this.#folds.passClaim;
  }

  /** What the facts that planners see come to, for a planner that keeps a state. Throws what its fold threw. */
  get plannerState(): unknown {
    return this.#folds.planner?.state;
  }

  /** The facts that planners see. */
  facts(): readonly Fact[] {
    return this.#folds.log.view();
  }

  /** The conversation after the next fact; one it has seen changes nothing. */
  accept(fact: Envelope): Conversation {
    if (fact.seq <= this.head) return this;
    const known = conversationFact(fact);
    const next: NextFolds = { ...this.#folds };
    next.ledger = this.ledger.accept(fact, known);
    next.log = next.log.accept(fact, known);
    if (isForFolds(fact)) this.#keepFolds(next, fact, known);
    else if (known?.type === 'rewound') this.#goBack(next, known);
    else if (erasedType(fact) === 'rewound')
      this.#goBack(next, { seq: fact.seq, toSeq: 0, againFrom: fact.seq });
    // An envelope with whatever else it carries is a fact.
    else this.#take(next, fact as Fact, known);
    return new Conversation(this.family, {}, next);
  }

  #take(next: NextFolds, fact: Fact, known: ConversationFact | undefined): void {
    next.lastFactSeq = fact.seq;
    if ((known?.type ?? erasedType(fact)) === 'work_cancelled') next.triggers = next.triggers.cancelled();
    if (known?.type === 'attachment_added') next.attachments = next.attachments.accept(known);
    // By how the drafts stood before it.
    if (known === undefined || this.ledger.drafts.stands(known)) next.triggers = next.triggers.accept(fact);
    next.planner = next.planner?.accept(fact);
  }

  #keepFolds(next: NextFolds, fact: Envelope, known: ConversationFact | undefined): void {
    if (fact.type === FACT_ERASED) next.lastErasureSeq = fact.seq;
    if (known?.type === 'claimed' && known.work === PLANNING) {
      next.passClaim = this.#claimedBy(known);
    } else if (known?.type === 'pass_settled') {
      next.triggers = next.triggers.settled(known.triggers);
      next.passClaim = undefined;
    }
    if (known !== undefined) return;
    const { seq, ts } = fact;
    if (erasedType(fact) === 'pass_settled') next.triggers = next.triggers.settledErased();
    if (erasedType(fact) === 'claimed') {
      next.passClaim = { target: seq, worker: '', until: Date.parse(ts) + ERASED_CLAIM_MS, seq };
    }
  }

  /** The newest claim counts, but for the late renewal of a pass that another worker has overtaken. */
  #claimedBy({ target, worker, until, seq, ts }: ConversationFactOf<'claimed'>): PassClaim {
    const standing = this.passClaim;
    const stands = standing && Date.parse(ts) < standing.until && standing.worker !== worker;
    if (stands && target < standing.target) return standing;
    return { target, worker, until: Date.parse(until), seq };
  }

  /** An erased one that no longer says how far goes back to the beginning, and has nothing planned again. */
  #goBack(next: NextFolds, { toSeq, seq, againFrom = toSeq }: Rewind): void {
    const { log } = next;
    next.lastFactSeq = seq;
    next.attachments = next.attachments.without((file) =>
      log.isTakenBack({ seq: file.seq, type: 'attachment_added' }, toSeq),
    );
    next.triggers = next.triggers.rewound(againFrom, (fact) => log.isTakenBack(fact, toSeq));
    next.planner = next.planner?.anew(log.view());
    next.passClaim = undefined;
  }
}

interface Rewind extends Pick<ConversationFactOf<'rewound'>, 'toSeq' | 'seq'> {
  /** From where on triggers are planned for again. */
  readonly againFrom?: number;
}

/** ConversationFolds on their way to be the next ones: nobody else has them yet. */
type NextFolds = { -readonly [Field in keyof ConversationFolds]: ConversationFolds[Field] };

/** The projection of a journal to the conversation in it. */
export function conversationProjection(
  family: PlannerFamily = conversationFamily,
  { state }: Pick<ConversationOptions, 'state'> = {},
): Projection<Conversation> {
  return foldProjection(({ nativeFrom }) => new Conversation(family, { nativeFrom, state }));
}
