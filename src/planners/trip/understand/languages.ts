import { FRENCH } from './language-french.ts';
import { GERMAN } from './language-german.ts';
import { SPANISH } from './language-spanish.ts';

/** A language by the words that give it away, and what it says in other words than English. */
export interface Language {
  /** Words that stand in nearly every sentence of it, and in none of English. */
  readonly signs: RegExp;
  /** What is said otherwise, in the order in which it is put into English. */
  readonly phrases: readonly (readonly [RegExp, string])[];
}

const LANGUAGES: readonly Language[] = [GERMAN, FRENCH, SPANISH];
/** One word may be a name or a loan, and a long English text has more of those. */
const LEAST_SIGNS = 2;
const LEAST_SHARE = 0.12;
/** Of so few words, one is enough: "Leipzig bitte weglassen". */
const SHORT = 4;

/** A text in the English words that the rules read. Names stay as they are; an English text stays as it is. */
export function inEnglish(text: string): string {
  const [best] = LANGUAGES.map((language) => ({
    language,
    count: text.match(language.signs)?.length ?? 0,
  })).toSorted((a, b) => b.count - a.count);
  const words = text.trim().split(/\s+/).length;
  const least = words < SHORT ? 1 : Math.max(LEAST_SIGNS, words * LEAST_SHARE);
  if (best === undefined || best.count < least) return text;
  return best.language.phrases.reduce((said, [pattern, english]) => said.replaceAll(pattern, english), text);
}
