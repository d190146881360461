/** A stretch of a text, from its first code unit to the one after its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Where a global pattern matches next at or after an index. Asked with rising indexes it goes over the text once in
 * all, because a match that still lies ahead, or the lack of one, is remembered.
 */
export function forwardSearch(text: string, pattern: RegExp): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) {
      pattern.lastIndex = from;
      found = pattern.exec(text)?.index ?? Number.POSITIVE_INFINITY;
    }
    return found;
  };
}

/** What a sticky pattern reads at an index, if it reads anything. */
export function readAt(pattern: RegExp, text: string, index: number): RegExpExecArray | undefined {
  pattern.lastIndex = index;
  return pattern.exec(text) ?? undefined;
}
