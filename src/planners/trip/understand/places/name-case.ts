import type { PlaceKnowledge } from '../../knowledge/place-knowledge.ts';
import { distanceKm } from '../../places/geo.ts';
import type { PlaceCandidate } from '../../places/place-candidate.ts';
import { isCommonWord } from '../text/common-words.ts';
import type { WorkingText } from '../text/working-text.ts';
import { isFiller, isKnownPlace, isVerb } from './place-phrases.ts';

/** Less known, words in small letters are rather words. */
const FAMOUS = 50;
const KNOWN_FAR = 30;
const KNOWN = 8;
const CITY = 30_000;
const LARGE = 100_000;
const TOWN = 2000;
const MAX_NAME_WORDS = 5;
const MIN_WORD_LENGTH = 3;
/** Before a name that is not known far. */
const LEADS =
  /^(?:in|to|from|via|near|visit|visiting|see|then|through|into|around|at|towards|onto|over|and|&|plus|between|leaving|reach|-|>|→)$/i;
/** After a name in a list, or before a stay. */
const ENDS = /^(?:and|then|to|for|x?\d.*|via|by|in|with|from|&|-|->|→|on|or|two|three|four|five)$/i;

/**
 * Writes names as names, so that the rules need not ask how somebody types: a text without capitals gets those of its places, and
 * a word with one at the beginning of a sentence loses it where it is rather a word, "Hawker food".
 */
export function settleCapitals(
  text: WorkingText,
  places: PlaceKnowledge,
  { isEdit }: { readonly isEdit: boolean },
): void {
  const isPlain = !/\S\s+\p{Lu}\p{Ll}/u.test(text.text);
  if (isEdit && isPlain) return;
  text.reword(/^.*$/gsu, (whole) => {
    const words = whole.split(' ');
    capitaliseKnown(words, places, { isPlain, isTranslated: text.isTranslated || isEdit });
    if (!text.isTranslated && !isEdit) decapitaliseNouns(words, places);
    return words.join(' ');
  });
}

function capitaliseKnown(
  words: string[],
  places: PlaceKnowledge,
  { isPlain, isTranslated }: { readonly isPlain: boolean; readonly isTranslated: boolean },
): void {
  for (let at = 0; at < words.length; at++) {
    for (let length = Math.min(MAX_NAME_WORDS, words.length - at); length > 0; length--) {
      const run = words.slice(at, at + length);
      const name = nameOf(run);
      if (name === undefined) continue;
      const isBeside = isPlain && length === 1 && isBesidePlace(words, at, name, places);
      const isNamed = isPlain
        ? isBeside || isNamedInPlain(words, at, length, name, places)
        : isWellKnown(name, length, places, isTranslated);
      if (!isNamed) continue;
      for (let index = at; index < at + length; index++)
        words[index] = capital(words[index] ?? '', index > at);
      at += length - 1;
      break;
    }
  }
}

/** The name that some words may be: only behind the last one a sign may stand. */
function nameOf(run: readonly string[]): string | undefined {
  const bare = run.map((word, at) => (at === run.length - 1 ? word.replace(/[,.;:!?)]+$/, '') : word));
  const isWord = (word: string) => /^\p{L}[\p{L}'’-]*$/u.test(word);
  const [first = ''] = bare;
  const last = bare.at(-1) ?? '';
  if (
    !bare.every(isWord) ||
    isFiller(first) ||
    (isFiller(last) && run.length > 1 && !/^(?:city|town|an)$/i.test(last))
  )
    return undefined;
  return /\p{Ll}/u.test(first) && !/^\p{Lu}/u.test(last) ? bare.join(' ') : undefined;
}

/** Whether words in small letters are a place in a text that writes others with capitals. */
function isWellKnown(name: string, length: number, places: PlaceKnowledge, isTranslated: boolean): boolean {
  if (length > 2 || / country$/.test(name)) return false;
  const [found] = places.resolve(name, { limit: 1, typos: false });
  if (found === undefined || found.match === 'code') return false;
  const { renown = 0, population, match } = found;
  if (length === 2) return renown >= FAMOUS;
  const isWord = isCommonWord(name) || isCommonWord(name.replace(/s$/, '')) || isVerb(name) || isTranslated;
  return !isWord && match === 'name' && population >= LARGE && renown >= KNOWN_FAR;
}

/** So near to each other are two names of a list without commas. */
const BESIDE_KM = 120;

/** "split hvar korcula": a word that is also a well known town, right before another town near it. */
function isBesidePlace(words: readonly string[], at: number, name: string, places: PlaceKnowledge): boolean {
  const [found] = places.resolve(name, { limit: 1, typos: false });
  const next = words[at + 1]?.replace(/[,.;:!?)]+$/, '') ?? '';
  if (found?.match !== 'name' || (found.renown ?? 0) < FAMOUS || isCommonWord(next) || isFiller(next))
    return false;
  const [other] = isKnownPlace(next, places) ? places.resolve(next, { limit: 1, typos: false }) : [];
  return other?.match === 'name' && distanceKm(found, other) <= BESIDE_KM;
}

/** Whether words of a text without capitals are a place: known far, or where a place would stand. */
function isNamedInPlain(
  words: readonly string[],
  at: number,
  length: number,
  name: string,
  places: PlaceKnowledge,
): boolean {
  const isWord =
    length === 1 &&
    (isCommonWord(name) ||
      isCommonWord(name.replace(/s$/, '')) ||
      isVerb(name) ||
      name.length < MIN_WORD_LENGTH);
  if (isWord || !isKnownPlace(name, places)) return false;
  const [found] = places.resolve(name, { limit: 1, typos: false });
  if (found === undefined || found.match === 'code') return false;
  const { renown = 0, population, match } = found;
  // "sandy beach" is a place only where one would stand.
  const areWords = name.split(' ').every(isCommonWord) && !LEADS.test(words[at - 1] ?? '');
  if (length > 1) return !areWords && (renown >= KNOWN || population >= TOWN);
  if (
    population >= CITY ||
    (renown >= KNOWN_FAR && isByName(found)) ||
    renown >= FAMOUS ||
    match === 'region'
  )
    return true;
  const [before = ',', after = ','] = [words[at - 1] || undefined, words[at + length]];
  const isEnded = /[,.;:!?)]$/.test(words[at] ?? '') || after === '' || ENDS.test(after);
  if (/[,;:]$/.test(before) && isEnded) return true;
  return LEADS.test(before) && (renown >= KNOWN || (population >= TOWN && isEnded));
}

function isByName({ match }: PlaceCandidate): boolean {
  return match === 'name' || match === 'region';
}

/** "Hawker food", "Gentle walks": a word that begins a sentence before a noun is a word, unless many know the place. */
function decapitaliseNouns(words: string[], places: PlaceKnowledge): void {
  for (const [at, word] of words.entries()) {
    const [before = '.', after = ''] = [words[at - 1] || undefined, words[at + 1]];
    if (!/[.!?]$/.test(before) || !/^\p{Lu}\p{Ll}+[.!?]*$/u.test(word)) continue;
    const isNoun = /^\p{Ll}[\p{L}-]{2,}[,.;!?]*$/u.test(after) && !isFiller(after.replace(/\P{L}+$/u, ''));
    const isAlone = words.length > MAX_NAME_WORDS && /^\p{Lu}\p{Ll}+[.!?]+$/u.test(word);
    if ((!isNoun && !isAlone) || isVerb(after)) continue;
    const name = word.replace(/[.!?]+$/, '');
    const [found] = places.resolve(name, { limit: 1, typos: false });
    const isKnown = found !== undefined && isKnownPlace(name, places);
    const isFar = found?.kind !== 'district' && (found?.renown ?? 0) >= KNOWN_FAR;
    const isMeant = isKnown && (isAlone || isFar || found.population >= CITY || found.match === 'region');
    if (!isMeant) words[at] = word.toLowerCase();
  }
}

function capital(word: string, isInside: boolean): string {
  if (isInside && /^(?:of|the|de|la|del|di|du|da|do|dos|and)$/.test(word)) return word;
  return word.charAt(0).toUpperCase() + word.slice(1);
}
