const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g;
/** Invisible characters: controls (except line feed and tab), bidirectional controls and byte order marks. */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\ufeff]/gu;

/** A planner's text without control characters, with line feeds as line ends. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(LINE_ENDS, '\n').replace(UNSEEN, '');
}

/** The same on one line, for a title, a label or a cell. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}
