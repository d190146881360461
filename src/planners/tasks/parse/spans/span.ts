/** A range of a text, from its first code unit to the one after its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns a function that finds the next match of a global pattern at or after an index. With rising indexes it scans
 * the text only once, because it remembers a match that lies ahead, or that there is none.
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

/** The match of a sticky pattern at an index, if any. */
export function readAt(pattern: RegExp, text: string, index: number): RegExpExecArray | undefined {
  pattern.lastIndex = index;
  return pattern.exec(text) ?? undefined;
}
