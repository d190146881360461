import type { Fact } from '../api/contracts.ts';

const cache = new WeakMap<Fact, string>();

/** Remembers the texts of facts as the server words them: a planner's own are known only to its module. */
export function rememberTexts(facts: readonly Fact[], texts: readonly (string | null)[]): void {
  for (const [at, fact] of facts.entries()) {
    const text = texts[at];
    if (text) cache.set(fact, text);
  }
}

/** A fact in the words of its planner. */
export function textOf(fact: Fact): string | undefined {
  return cache.get(fact);
}
