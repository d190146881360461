import type { Envelope, Fact } from '../../journal/fact.ts';
import { AppendList } from '../../kernel/collections/append-list.ts';
import { isBookkeeping } from '../../kernel/facts.ts';
import { conversationFact, erasedType } from '../facts.ts';
import type { PlannerFamily } from '../family.ts';
import { factView } from './fact-view.ts';

/** Facts of people, the other side and the host; a planner that proposed them would act in their name. */
const NOT_FOR_PLANNERS =
  /^(?:remote_|user_|session_|a2a_)|^(?:compose_approved|compose_dismissed|send_failed|planner_configured|rewound|work_cancelled|agent_connected|agent_disconnected)$/;

/** Whether planners may not propose facts of this type. */
export function isNotForPlanners(type: string): boolean {
  return NOT_FOR_PLANNERS.test(type);
}

/** Whether a file came from a person or the other side, not from a planner. */
export function isFromOutside(attachment: object): boolean {
  return 'origin' in attachment && (attachment.origin === 'user' || attachment.origin === 'remote');
}

/** The first and last seq that a pass committed. */
export type PassRange = readonly [from: number, to: number];

/** The state of {@link VisibleFacts}. */
export interface VisibleFactsState {
  readonly facts: AppendList<Fact>;
  readonly passes: AppendList<PassRange>;
}

/** The facts that planners see, in order. */
export class VisibleFacts {
  readonly #family: Pick<PlannerFamily, 'keeps'>;
  readonly #facts: AppendList<Fact>;
  /** In order of seq. */
  readonly #passes: AppendList<PassRange>;

  constructor(
    family: Pick<PlannerFamily, 'keeps'>,
    facts: AppendList<Fact> = AppendList.empty(),
    passes: AppendList<PassRange> = AppendList.empty(),
  ) {
    this.#family = family;
    this.#facts = facts;
    this.#passes = passes;
  }

  /** The state for a snapshot; the constructor takes it back. */
  get state(): VisibleFactsState {
    return { facts: this.#facts, passes: this.#passes };
  }

  get last(): Fact | undefined {
    return this.#facts.at(-1);
  }

  /** As a read-only array. */
  view(): readonly Fact[] {
    return factView(this.#facts);
  }

  /** The facts after the next one; the same instance if planners see no difference. `known`: the parsed fact. */
  accept(fact: Envelope, known = conversationFact(fact)): VisibleFacts {
    if (known?.type === 'rewound') return this.#rewound(known.toSeq);
    if (erasedType(fact) === 'rewound') return this.#rewound(0);
    if (isPassEnd(known?.type ?? erasedType(fact))) return this.#settled(fact);
    if (isForFolds(fact)) return this;
    // An envelope with any other fields is a fact.
    return new VisibleFacts(this.#family, this.#facts.push(frozen(fact) as Fact), this.#passes);
  }

  /**
   * Whether a rewind hides a fact: a pass committed it, and its family does not keep it. What commands and reactors
   * wrote stays.
   */
  isTakenBack({ seq, type }: Pick<Envelope, 'seq' | 'type'>, toSeq: number): boolean {
    return seq > toSeq && !this.#family.keeps?.includes(type) && this.#isOfPass(seq);
  }

  #rewound(toSeq: number): VisibleFacts {
    const all = this.#facts.slice();
    const left = all.filter((fact) => !this.isTakenBack(fact, toSeq));
    return left.length === all.length
      ? this
      : new VisibleFacts(this.#family, AppendList.from(left), this.#passes);
  }

  /**
   * The facts right before the end of a pass, back to its claim, are what it committed: nobody else can have
   * written in between.
   */
  #settled({ seq, ts }: Envelope): VisibleFacts {
    const facts = this.#facts;
    let from = seq;
    for (let at = facts.length - 1; at >= 0; at--) {
      const fact = facts.at(at);
      if (fact === undefined || fact.seq !== from - 1 || fact.ts !== ts || !isOfPlanner(fact)) break;
      from -= 1;
    }
    return from === seq ? this : new VisibleFacts(this.#family, facts, this.#passes.push([from, seq]));
  }

  #isOfPass(seq: number): boolean {
    const passes = this.#passes;
    let [low, high] = [0, passes.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const [, to = 0] = passes.at(middle) ?? [];
      if (to < seq) low = middle + 1;
      else high = middle;
    }
    const [from = Number.POSITIVE_INFINITY] = passes.at(low) ?? [];
    return from <= seq;
  }
}

/** Whether a fact is bookkeeping, or was before it was erased: planners never see those. */
export function isForFolds(fact: Envelope): boolean {
  return isBookkeeping({ type: String(erasedType(fact) ?? fact.type) });
}

function isPassEnd(type: unknown): boolean {
  return type === 'pass_settled' || type === 'pass_step_committed';
}

function isOfPlanner(fact: Fact): boolean {
  const type = erasedType(fact) ?? fact.type;
  return !isNotForPlanners(String(type)) && !(type === 'attachment_added' && isFromOutside(fact));
}

/** A planner must not be able to change what the next one reads. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}
