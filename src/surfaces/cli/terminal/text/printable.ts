/**
 * Characters that a terminal would interpret: control characters (except line feed and tab), unusual line breaks and
 * bidirectional controls.
 */
const OBEYED = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/gu;

/** Escapes control characters for a terminal. The result is equivalent inside JSON text. */
export function printable(text: string): string {
  return text.replace(OBEYED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Like {@link printable}, for several lines: those after the first are indented, so that none looks like a line of its
 * own.
 */
export function setIn(text: string): string {
  return printable(text).replaceAll('\n', '\n  ');
}

/** Like {@link printable}, for one line: line feeds and tabs are escaped too. */
export function onOneLine(text: string): string {
  return printable(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}
