const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g;
/** Controls (but line feed and tab), turns of direction and byte order marks: nothing a reader sees. */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\ufeff]/gu;

/** The text of a planner without control characters, its lines ended by line feeds alone. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(LINE_ENDS, '\n').replace(UNSEEN, '');
}

/** The same on one line, for a title, a label or a cell. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}
