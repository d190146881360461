/** Letters and digits alone, by which a piece is found in its text whatever the layout did to it. */
export function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Where a piece stands in the bare text. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Finds pieces in a text in their order: each where the one before it began, or anywhere if it is not found there. */
export function stretchesOf(text: string, pieces: readonly string[]): (Stretch | undefined)[] {
  const whole = bare(text);
  let cursor = 0;
  return pieces.map((piece) => {
    const sought = bare(piece);
    if (sought === '') return undefined;
    const after = whole.indexOf(sought, cursor);
    const from = after === -1 ? whole.indexOf(sought) : after;
    if (from === -1) return undefined;
    cursor = from;
    return { from, to: from + sought.length };
  });
}
