import type { Fact } from '../journal/fact.ts';
import { outlastsRewind } from './fact-log.ts';
import type { PlannerFamily, Trigger } from './family.ts';
import { erasedType } from './ledger.ts';

/** A trigger with the fact that pulled it. */
export interface FiredTrigger extends Trigger {
  readonly seq: number;
}

/** Which triggers of a family were pulled, and which of them are planned for. */
export class TriggerBook {
  readonly #family: PlannerFamily;
  readonly #pulled = new Map<string, Fact>();
  readonly #planned = new Map<string, number>();

  constructor(family: PlannerFamily) {
    this.#family = family;
  }

  accept(fact: Fact): void {
    for (const trigger of this.#family.triggers) {
      if (trigger.answeredBy === (erasedType(fact) ?? fact.type)) this.#pulled.delete(trigger.kind);
      if (trigger.on === fact.type && trigger.when?.(fact) !== false) this.#pulled.set(trigger.kind, fact);
    }
  }

  /** What was pulled up to here is not planned for any more. */
  cancel(): void {
    this.#pulled.clear();
  }

  /** A pass had an outcome. */
  settle(triggers: Readonly<Record<string, number>>): void {
    for (const [kind, seq] of Object.entries(triggers)) {
      this.#planned.set(kind, Math.max(seq, this.plannedSeq(kind)));
    }
  }

  /** The seq up to which triggers of this kind are planned for. */
  plannedSeq(kind: string): number {
    return this.#planned.get(kind) ?? 0;
  }

  /** What came after `toSeq` is undone, and what stands from there on is to be planned for again. */
  rewind(toSeq: number): void {
    for (const [kind, fact] of this.#pulled) {
      if (fact.seq > toSeq && !outlastsRewind(fact, this.#family)) this.#pulled.delete(kind);
    }
    for (const [kind, seq] of this.#planned) this.#planned.set(kind, Math.min(seq, toSeq - 1));
  }

  /** Those that wait for a pass. */
  fired(): readonly FiredTrigger[] {
    return this.#family.triggers.flatMap((trigger) => {
      const seq = this.#pulled.get(trigger.kind)?.seq;
      return seq === undefined || seq <= this.plannedSeq(trigger.kind) ? [] : [{ ...trigger, seq }];
    });
  }
}
