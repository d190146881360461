const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const ZERO = /\p{Mn}|\p{Me}|\u200b|\u200d|\ufe0f/u;

/** How many columns of a terminal a text takes. */
export function columnWidth(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** The text, cut with an ellipsis where it would not fit. */
export function cutToColumns(text: string, columns: number): string {
  let width = 0;
  let before = '';
  let beforeEllipsis = '';
  for (const character of text) {
    width += characterWidth(character);
    if (width > columns) return `${beforeEllipsis}…`;
    before += character;
    if (width < columns) beforeEllipsis = before;
  }
  return text;
}

function characterWidth(character: string): number {
  if (character <= '\u02ff') return 1;
  if (ZERO.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}
