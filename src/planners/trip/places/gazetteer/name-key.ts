const LETTERS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ł', 'l'],
  ['ħ', 'h'],
  ['ı', 'i'],
  ['þ', 'th'],
  ['ς', 'σ'],
]);

const WORDS: ReadonlyMap<string, string> = new Map([
  ['st', 'saint'],
  ['ste', 'sainte'],
  ['mt', 'mount'],
  ['ft', 'fort'],
  ['pt', 'port'],
]);

/**
 * The common form of a name's spellings: without case, diacritics and punctuation, with "St." and "Mt." written out.
 * The gazetteer is sorted by it, so after a change its file must be rebuilt.
 */
export function nameKey(text: string): string {
  const lower = text.trim().toLowerCase();
  return writtenOut(/^[a-z0-9]+(?: [a-z0-9]+)*$/.test(lower) ? lower : plainLetters(text));
}

function plainLetters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[ßæœøđðłħıþς]/g, (letter) => LETTERS.get(letter) ?? letter)
    .replace(/['’‘ʻʼʿʾ`´.·]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}

function writtenOut(letters: string): string {
  if (!/\b(st|ste|mt|ft|pt)\b/.test(letters) || !letters.includes(' ')) return letters;
  return letters
    .split(' ')
    .map((word) => WORDS.get(word) ?? word)
    .join(' ');
}
