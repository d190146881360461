import { FRENCH } from './language-french.ts';
import { GERMAN } from './language-german.ts';
import { SPANISH } from './language-spanish.ts';

/** A language by the words that give it away, and what it says in other words than English. */
export interface Language {
  /** Words that stand in nearly every sentence of it, and in none of English. */
  readonly signs: RegExp;
  /** What is said otherwise, in the order in which it is put into English. */
  readonly phrases: readonly (readonly [RegExp, string])[];
  /** Whether every noun has a capital, so that what has none is no thing to like. */
  readonly hasCapitalNouns?: boolean;
}

const LANGUAGES: readonly Language[] = [GERMAN, FRENCH, SPANISH];
/** Words that stand in nearly every English sentence: a text that has as many of them is English. */
const ENGLISH =
  /(?<![\p{L}])(?:the|to|and|from|with|for|of|days?|nights?|weeks?|trip|we|i|by|are|my|our|then|via|please|car|train|add|make|want|would|like|what|how|can|it|not)(?![\p{L}])/giu;

/** A text in the English words that the rules read. Names stay as they are; an English text stays as it is. */
export function inEnglish(text: string): string {
  const language = languageOf(text);
  return (
    language?.phrases.reduce((said, [pattern, english]) => said.replaceAll(pattern, english), text) ?? text
  );
}

/** Whether a text is in another language than English that writes its nouns without a capital. */
export function writesNounsSmall(text: string): boolean {
  const language = languageOf(text);
  return language !== undefined && language.hasCapitalNouns !== true;
}

function languageOf(text: string): Language | undefined {
  const [best] = LANGUAGES.map((language) => ({
    language,
    count: text.match(language.signs)?.length ?? 0,
  })).toSorted((a, b) => b.count - a.count);
  const english = text.match(ENGLISH)?.length ?? 0;
  return best === undefined || best.count <= english ? undefined : best.language;
}
