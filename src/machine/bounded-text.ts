const ELLIPSIS = '…';

/** The text within so many characters. What is cut ends in an ellipsis, and no character is cut in two. */
export function bounded(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = most - 1;
  const last = text.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end -= 1;
  return text.slice(0, end).trimEnd() + ELLIPSIS;
}

/** The text on one line: every run of white space is one space. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** The text without what steers a terminal, ends a line unseen, or hides text from people but not from a model. */
export function visible(text: string): string {
  return text.replace(/[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu, ' ');
}

/** Trimmed copies, without the blank ones. */
export function withoutBlanks(texts: Iterable<string>): readonly string[] {
  return Object.freeze(Array.from(texts, (text) => text.trim()).filter((text) => text !== ''));
}
