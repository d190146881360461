import type { Envelope, Fact } from '../journal/fact.ts';
import { factView } from './fact-view.ts';
import type { PlannerFamily } from './family.ts';

/** What a rewind leaves standing: what people and the other side did, what the session is, and what its family keeps. */
export function outlastsRewind(fact: Envelope, { keeps = [] }: Pick<PlannerFamily, 'keeps'>): boolean {
  if (/^(?:user|remote|session)_/.test(fact.type)) return true;
  if (fact.type === 'status_changed' || fact.type === 'planner_configured') return true;
  return (fact.type === 'attachment_added' && isFromOutside(fact)) || keeps.includes(fact.type);
}

/** Whether a file came from a person or the other side, and was not made by a planner. */
export function isFromOutside(attachment: object): boolean {
  return 'origin' in attachment && (attachment.origin === 'user' || attachment.origin === 'remote');
}

/** The facts that planners see, in order. Views that were handed out never change. */
export class FactLog {
  readonly #family: PlannerFamily;
  #facts: Fact[] = [];
  /** How many facts of `#facts` somebody may be looking at. */
  #shown = 0;

  constructor(family: PlannerFamily) {
    this.#family = family;
  }

  /** A log of its own that begins with what stands here. */
  copy(): FactLog {
    const copy = new FactLog(this.#family);
    copy.#facts = this.#facts.slice();
    return copy;
  }

  get last(): Fact | undefined {
    return this.#facts.at(-1);
  }

  push(fact: Envelope): void {
    // An envelope with whatever else it carries is a fact.
    this.#facts.push(frozen(fact) as Fact);
  }

  /** Hides what came after `toSeq`, but for what outlasts a rewind. */
  rewind(toSeq: number): void {
    const cut = this.#facts.findLastIndex(({ seq }) => seq <= toSeq) + 1;
    const kept = this.#facts.slice(cut).filter((fact) => outlastsRewind(fact, this.#family));
    if (cut < this.#shown) {
      this.#facts = this.#facts.slice(0, cut);
      this.#shown = 0;
    } else {
      this.#facts.length = cut;
    }
    for (const fact of kept) this.#facts.push(fact);
  }

  view(): readonly Fact[] {
    this.#shown = this.#facts.length;
    return factView(this.#facts, this.#facts.length);
  }
}

/** One planner must not be able to change what the next one reads. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}
