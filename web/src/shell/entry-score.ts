/**
 * How well a palette entry matches the input, from 0 to 1: by its label, then by other words. Letters that are far apart
 * do not count: "trip" does not match "Export as JSON lines".
 */
export function entryScore(label: string, words: string, typed: string): number {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return 1;
  const text = label.toLowerCase();
  if (text.startsWith(wanted.join(' '))) return 1;
  if (wanted.every((word) => beginsWord(text, word))) return 0.8;
  if (wanted.every((word) => text.includes(word))) return 0.5;
  const all = `${text} ${words.toLowerCase()}`;
  return wanted.every((word) => beginsWord(all, word)) ? 0.2 : 0;
}

function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true;
  }
  return false;
}
