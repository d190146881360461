import type { Fact } from '../api/contracts.ts';

const cache = new WeakMap<Fact, string>();

/** Keeps what the server says that facts tell a person: the words of a planner's own are known to its module only. */
export function rememberTexts(facts: readonly Fact[], texts: readonly (string | null)[]): void {
  for (const [at, fact] of facts.entries()) {
    const text = texts[at];
    if (text) cache.set(fact, text);
  }
}

/** What a fact tells a person in the words of its planner. */
export function textOf(fact: Fact): string | undefined {
  return cache.get(fact);
}
