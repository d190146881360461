import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { SPANISH } from './spanish.ts';

type Phrases = readonly (readonly [RegExp, string])[];

/** A language by the words that give it away, and what it says in other words than English. */
export interface Language {
  /** Words in nearly every sentence of the language, and in no English one. */
  readonly signs: RegExp;
  /** Phrases with their English, in the order in which they are replaced. Hundreds of patterns: made when a text needs them. */
  phrases(): Phrases;
  /** Whether every noun is capitalised, so that a word in lower case is not a noun. */
  readonly hasCapitalNouns?: boolean;
}

const LANGUAGES: readonly Language[] = [GERMAN, FRENCH, SPANISH];
/** Words in nearly every English sentence: a text with as many of them is English. */
const ENGLISH =
  /(?<![\p{L}])(?:the|to|and|from|with|for|of|days?|nights?|weeks?|trip|we|i|by|are|my|our|then|via|please|car|train|add|make|want|would|like|what|how|can|it|not)(?![\p{L}])/giu;

/** A text in the English words that the rules read. Names stay as they are; an English text stays as it is. */
export function inEnglish(text: string): string {
  const language = languageOf(text);
  if (language === undefined) return text;
  return phrasesOf(language).reduce(
    (phrase, [pattern, english]) => phrase.replaceAll(pattern, english),
    text,
  );
}

/** What a name of one of the languages is called in English, as far as that is known: "Schottland". */
export function namesInEnglish(name: string): string[] {
  return LANGUAGES.flatMap((language) => {
    const pair = phrasesOf(language).find(([pattern]) => name.replaceAll(pattern, '') === '');
    return pair === undefined ? [] : [name.replaceAll(...pair)];
  });
}

/** Whether a text is in another language than English that writes its nouns without a capital. */
export function writesNounsSmall(text: string): boolean {
  const language = languageOf(text);
  return language !== undefined && language.hasCapitalNouns !== true;
}

const made = new Map<Language, Phrases>();

function phrasesOf(language: Language): Phrases {
  const phrases = made.get(language) ?? language.phrases();
  made.set(language, phrases);
  return phrases;
}

function languageOf(text: string): Language | undefined {
  const [best] = LANGUAGES.map((language) => ({
    language,
    count: text.match(language.signs)?.length ?? 0,
  })).toSorted((a, b) => b.count - a.count);
  const english = text.match(ENGLISH)?.length ?? 0;
  return best === undefined || best.count <= english ? undefined : best.language;
}
