import type { Envelope } from '../../../../journal/fact.ts';
import { type FactKind, kindOf } from '../../../../sessions/view/fact-kind.ts';

/** Which facts somebody looks for; what is not told leaves nothing out. */
export interface FactFilter {
  /** Words that stand somewhere in the fact, or in what its planner says about it: all of them, in any case. */
  readonly text?: string;
  readonly kinds?: readonly FactKind[];
  readonly types?: readonly string[];
}

/** A fact's type as it was appended, also when its payload is erased. */
export function typeOf(fact: Envelope & { readonly redactedType?: unknown }): string {
  return typeof fact.redactedType === 'string' ? fact.redactedType : fact.type;
}

/** Whether any fact is left out. */
export function isNarrow({ text, kinds = [], types = [] }: FactFilter): boolean {
  return wordsOf(text).length > 0 || kinds.length > 0 || types.length > 0;
}

/** What is known of facts besides what stands in them. */
export interface FactKnowledge {
  /** What a fact is, also one of a planner's own. */
  kindOf?(fact: Envelope): FactKind;
  /** What its planner says about it. */
  textOf?(fact: Envelope): string | undefined;
}

/** Tells for each fact whether it is looked for. The words are prepared once. */
export function factMatcher(
  { text, kinds = [], types = [] }: FactFilter,
  { kindOf: kindOfFact = kindOf, textOf }: FactKnowledge = {},
): (fact: Envelope) => boolean {
  const words = wordsOf(text);
  return (fact) => {
    if (types.length > 0 && !types.includes(typeOf(fact))) return false;
    if (kinds.length > 0 && !kinds.includes(kindOfFact(fact))) return false;
    if (words.length === 0) return true;
    const all = [...textsIn(fact), textOf?.(fact) ?? ''].join('\n').toLowerCase();
    return words.every((word) => all.includes(word));
  };
}

function wordsOf(text = ''): readonly string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Every value of a fact as it is read by a person, without the signs that JSON puts around it. */
function textsIn(value: unknown): readonly string[] {
  const texts: string[] = [];
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'object' && next !== null) left.push(...Object.values(next));
    else if (next !== null && next !== undefined) texts.push(String(next));
  }
  return texts;
}
