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

/** The `work` of a claim on a planning pass. */
export const PLANNING = 'plan';

/** Who runs the pass for the trigger at seq `target`. */
export interface PassClaim {
  readonly target: number;
  readonly worker: string;
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly seq: number;
}

/** What a conversation needs besides its facts. */
export interface ConversationOptions {
  /** The first seq that was appended in this journal itself rather than copied by a fork or an import. */
  readonly nativeFrom?: number;
  /** The fold of a planner that keeps a state. */
  readonly state?: PlannerState | undefined;
}

/** The state of a {@link Conversation}. */
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
 * Everything that a harness and a surface need to know about a journal: what planners see, what has to be planned,
 * and the status of the conversation. It is immutable; each fact takes constant time.
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

  /** The state for a snapshot; the constructor takes it back. */
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

  /** The first seq that was appended in this journal itself rather than copied by a fork or an import. */
  get nativeFrom(): number {
    return this.#folds.nativeFrom;
  }

  /** The last seq that was read. */
  get head(): number {
    return this.ledger.head;
  }

  /** The seq of the last fact that is not bookkeeping. */
  get lastFactSeq(): number {
    return this.#folds.lastFactSeq;
  }

  /** The seq of the last recorded erasure; 0 if there was none. Earlier reads may contain what was erased. */
  get lastErasureSeq(): number {
    return this.#folds.lastErasureSeq;
  }

  /** The last fact that planners see. */
  get lastFact(): Fact | undefined {
    return this.#folds.log.last;
  }

  /** The claim on the current pass, even if it has expired. */
  get passClaim(): PassClaim | undefined {
    return this.#folds.passClaim;
  }

  /** The state of a planner that keeps one, after the facts that planners see. Throws what its fold threw. */
  get plannerState(): unknown {
    return this.#folds.planner?.state;
  }

  /** The facts that planners see. */
  facts(): readonly Fact[] {
    return this.#folds.log.view();
  }

  /** The conversation after the next fact; a fact it has seen changes nothing. */
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
    // An envelope with any other fields is a fact.
    else this.#take(next, fact as Fact, known);
    return new Conversation(this.family, {}, next);
  }

  #take(next: NextFolds, fact: Fact, known: ConversationFact | undefined): void {
    next.lastFactSeq = fact.seq;
    if ((known?.type ?? erasedType(fact)) === 'work_cancelled') next.triggers = next.triggers.cancelled();
    if (known?.type === 'attachment_added') next.attachments = next.attachments.accept(known);
    // Decided by the drafts before it.
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

  /** The newest claim counts, except for a late renewal of a pass that another worker has taken over. */
  #claimedBy({ target, worker, until, seq, ts }: ConversationFactOf<'claimed'>): PassClaim {
    const standing = this.passClaim;
    const stands = standing && Date.parse(ts) < standing.until && standing.worker !== worker;
    if (stands && target < standing.target) return standing;
    return { target, worker, until: Date.parse(until), seq };
  }

  /** An erased rewind that no longer says how far goes back to the start, and nothing is planned again. */
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
  /** The seq from which triggers are planned again. */
  readonly againFrom?: number;
}

/** The next state while it is being built; nobody else holds it yet. */
type NextFolds = { -readonly [Field in keyof ConversationFolds]: ConversationFolds[Field] };

/** The projection of a journal to its conversation. */
export function conversationProjection(
  family: PlannerFamily = conversationFamily,
  { state }: Pick<ConversationOptions, 'state'> = {},
): Projection<Conversation> {
  return foldProjection(({ nativeFrom }) => new Conversation(family, { nativeFrom, state }));
}
