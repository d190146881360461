import { type FactKind, sessionFactKind } from '../../../../harness/module/fact-kind.ts';
import type { Envelope } from '../../../../journal/fact.ts';

/** A filter for facts; an absent field matches everything. */
export interface FactFilter {
  /** Words that must all occur in the fact or in its planner's text about it, ignoring case. */
  readonly text?: string;
  readonly kinds?: readonly FactKind[];
  readonly types?: readonly string[];
}

/** The original type of a fact, even if its payload was erased. */
export function typeOf(fact: Envelope & { readonly redactedType?: unknown }): string {
  return typeof fact.redactedType === 'string' ? fact.redactedType : fact.type;
}

/** Whether the filter excludes any fact. */
export function isNarrow({ text, kinds = [], types = [] }: FactFilter): boolean {
  return wordsOf(text).length > 0 || kinds.length > 0 || types.length > 0;
}

/** What the session knows about facts beyond their content. */
export interface FactKnowledge {
  /** The kind of a fact, including kinds of the planner. */
  kindOf?(fact: Envelope): FactKind;
  /** The planner's text about a fact. */
  textOf?(fact: Envelope): string | undefined;
}

/** A predicate for the filter. It prepares the words once. */
export function factMatcher(
  { text, kinds = [], types = [] }: FactFilter,
  { kindOf = sessionFactKind, textOf }: FactKnowledge = {},
): (fact: Envelope) => boolean {
  const words = wordsOf(text);
  return (fact) => {
    if (types.length > 0 && !types.includes(typeOf(fact))) return false;
    if (kinds.length > 0 && !kinds.includes(kindOf(fact))) return false;
    if (words.length === 0) return true;
    const all = [...textsIn(fact), textOf?.(fact) ?? ''].join('\n').toLowerCase();
    return words.every((word) => all.includes(word));
  };
}

function wordsOf(text = ''): readonly string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/** The values of a fact as text, without JSON punctuation. */
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
