/** What a terminal obeys instead of showing: controls (but line feed and tab), odd line ends, and turns of direction. */
const OBEYED = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/gu;

/** Text that a terminal shows and does not obey. Inside JSON text the result means the same. */
export function printable(text: string): string {
  return text.replace(OBEYED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The same for a text of several lines: those after the first are set in, so that none of them passes for another line. */
export function setIn(text: string): string {
  return printable(text).replaceAll('\n', '\n  ');
}

/** The same for a text that belongs on one line: its line feeds and tabs are shown too. */
export function onOneLine(text: string): string {
  return printable(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}
