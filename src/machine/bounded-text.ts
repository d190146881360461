const ELLIPSIS = '…';

/** The text within a maximum length. Truncated text ends in an ellipsis, and no character is split. */
export function bounded(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = most - 1;
  const last = text.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end -= 1;
  return text.slice(0, end).trimEnd() + ELLIPSIS;
}

/** The text on one line, with white space collapsed. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/**
 * The text without terminal escape sequences, unusual line breaks, and text that is hidden from people but not from
 * a model.
 */
export function visible(text: string): string {
  return text.replace(/[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu, ' ');
}

/** Trimmed copies, without blank ones. */
export function withoutBlanks(texts: Iterable<string>): readonly string[] {
  return Object.freeze(Array.from(texts, (text) => text.trim()).filter((text) => text !== ''));
}
