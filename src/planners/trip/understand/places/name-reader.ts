import type { PlaceCandidate } from '../../places/place-candidate.ts';
import { isCommonWord } from '../text/common-words.ts';
import type { WorkingText } from '../text/working-text.ts';
import { isCapital, isFiller, isSign, type Phrases, type ReadPlace, readPlace } from './place-phrases.ts';

/** The minimum population at which a word in a text without capitals is read as a town. */
const MIN_POPULATION_UNCAPITALIZED = 30_000;
const NOTABLE_POPULATION = 100_000;
const FAMOUS = 30;
const SIZEABLE = 5000;
const WORTH_NAMING = 8;
/** In a short text, three capitals are an airport. */
const FEW_TOKENS = 8;
/** Words that a place follows. */
const LEADS =
  /^(?:in|at|to|from|via|near|around|through|visit|visiting|see|seeing|explore|towards|into|of|over|and|add|skip|drop|remove|start|starting|end|ending|stop|then|on)$/i;
/** Words between two places of a list. */
export const JOINS = /^(?:,|and|&|then|or|plus|\+|e|y|et|und|finally|also|afterwards|to)$/i;

/** Tells whether a place is named at a token, or only a word that is also the name of one. */
export class NameReader {
  /** Whether the text writes names with capitals. */
  readonly hasCapitals: boolean;
  readonly #phrases: Phrases;
  readonly #working: WorkingText;
  /** Whether the last stop ended right before a token. */
  readonly #isEnd: (at: number) => boolean;

  constructor(phrases: Phrases, working: WorkingText, isEnd: (at: number) => boolean) {
    this.#phrases = phrases;
    this.#working = working;
    this.#isEnd = isEnd;
    this.hasCapitals = phrases.tokens.some((token, at) => at > 0 && /^\p{Lu}\p{Ll}/u.test(token));
  }

  /** Whether a name is that of a town, which no other towns lie in. */
  isTown(name: string): boolean {
    const [found] = this.#phrases.places.resolve(name, { limit: 1, typos: false });
    return (
      found !== undefined && found.match !== 'region' && found.population >= MIN_POPULATION_UNCAPITALIZED
    );
  }

  /** Whether a place is written like a name, or the text writes none like that. */
  isWritten({ name, isKnown }: ReadPlace): boolean {
    return isKnown || /^(?:the )?\P{Ll}/u.test(name) || (!this.hasCapitals && !/\s/.test(name));
  }

  /** Whether a known place is named here, so that no other word is needed to say so. */
  isNamed(at: number): boolean {
    const { tokens, places } = this.#phrases;
    const [token = '', before] = [tokens[at], tokens[at - 1]];
    if (isSign(token) || isFiller(token)) return false;
    const isUpper = /^\p{Lu}/u.test(token) || !/^[\p{Ll}\d]/u.test(token);
    const place = readPlace(this.#phrases, at);
    if (!place?.isKnown) return this.#isUnknownName(at, place);
    const isTimed = this.#working.lengthOf(tokens[place.next]) !== undefined;
    if (!isUpper && this.hasCapitals) return this.#isFamous(place, at, isTimed);
    if (isUpper && this.#isNounPhrase(place, at)) return false;
    const isOneWord = place.next === at + 1;
    const isListed =
      /^(?:,|and|&|-|to)$/i.test(tokens[place.next] ?? '') &&
      /^\p{Lu}/u.test(tokens[place.next + 1] ?? '') &&
      readPlace(this.#phrases, place.next + 1)?.isKnown === true;
    // "Split Hvar Korcula"
    const isRow =
      isCapital(tokens[place.next]) &&
      readPlace(this.#phrases, place.next)?.isKnown === true &&
      this.#isFamous(place, at, true, true);
    const isLed =
      isRow || LEADS.test(before ?? '') || this.#working.lengthOf(tokens[place.next]) !== undefined;
    const isGoingOn = /^(?:,|and|&|then|-)$/i.test(before ?? '') && this.#isEnd(at - 1);
    const isPlaced = isUpper && (isListed || isLed || isGoingOn);
    if (isOneWord && isCommonWord(token) && !isPlaced) return false;
    if (isUpper) return isPlaced || !isOneWord || this.#isSizeable(place);
    const [found] = places.resolve(place.name, { limit: 1, typos: false });
    return (
      found !== undefined &&
      (found.population >= MIN_POPULATION_UNCAPITALIZED || isKnownFar(found) || !isOneWord)
    );
  }

  /** A single word is read as a place only if the place is large or well visited. */
  #isSizeable({ name }: ReadPlace): boolean {
    const [found] = this.#phrases.places.resolve(name, { limit: 1, typos: false });
    if (found === undefined || found.match === 'code')
      return found?.match === 'code' && this.#phrases.tokens.length < FEW_TOKENS;
    return found.match === 'region' || found.population >= SIZEABLE || (found.renown ?? 0) >= WORTH_NAMING;
  }

  /** Two words or more that are the name of a sight are it, however they are written: "tiger's nest". */
  #isFamous({ name, next }: ReadPlace, at: number, isTimed: boolean, isWritten = false): boolean {
    if (next < at + 2 && (!isTimed || (isCommonWord(name) && !isWritten))) return false;
    const [found] = this.#phrases.places.resolve(name, { limit: 1, typos: false });
    return (found?.renown ?? 0) >= FAMOUS;
  }

  /** "Salt mine, pierogi": a word at the beginning of a sentence that a noun follows is hardly a town. */
  #isNounPhrase({ name, next }: ReadPlace, at: number): boolean {
    const { tokens, places } = this.#phrases;
    const isBeginning = at === 0 || /^[.!?]$/.test(tokens[at - 1] ?? '');
    const [after = ''] = tokens.slice(next);
    const isNoun = /^\p{Ll}[\p{L}-]{2,}$/u.test(after) && !isFiller(after) && !JOINS.test(after);
    if (!isBeginning || !isNoun || next !== at + 1) return false;
    return (places.resolve(name, { limit: 1, typos: false })[0]?.renown ?? 0) < FAMOUS;
  }

  /** A name that nobody knows is one where it stands like those that are: with a stay, or in a list of them. */
  #isUnknownName(at: number, place: ReadPlace | undefined): boolean {
    const { tokens } = this.#phrases;
    if (place === undefined || !/^\p{Lu}\p{Ll}/u.test(tokens[at] ?? '') || isCommonWord(tokens[at] ?? ''))
      return false;
    if (!this.areNames(at, place.next)) return false;
    const isBeginning = at === 0 || /^[.!?:|]$/.test(tokens[at - 1] ?? '');
    if (isBeginning && (this.#working.isTranslated || /^\p{Lu}\p{Ll}+ing$/u.test(tokens[at] ?? '')))
      return false;
    const [before, after] = [tokens[at - 1], tokens[place.next]];
    if (this.#working.lengthOf(after) || (after === '(' && this.#working.lengthOf(tokens[place.next + 1])))
      return true;
    // "Lux Express coaches" is no place.
    const isNoun = after !== undefined && /^\p{Ll}/u.test(after) && !isFiller(after) && !JOINS.test(after);
    // "Ypres Ghent Antwerp Westvleteren"
    const isLast = this.#isEnd(at) && (after === undefined || isSign(after)) && place.next === at + 1;
    const isListed = (before === ',' && this.#isEnd(at - 1) && !isNoun) || isLast;
    const isFollowed =
      after === ',' &&
      readPlace(this.#phrases, place.next + 1)?.isKnown === true &&
      this.isNamed(place.next + 1);
    const isLed = /^(?:in|at|on|near|around|visit|see)$/i.test(before ?? '') && !this.#working.isTranslated;
    return (
      isListed || isLed || (isFollowed && !this.#working.isTranslated) || (tokens.length === 1 && at === 0)
    );
  }

  areNames(from: number, to: number): boolean {
    return this.#phrases.tokens
      .slice(from, to)
      .every((word) => isCapital(word) || /^(?:of|the|de|la|del|di|du)$/i.test(word));
  }

  /** Whether a place that a word leads to begins here: it is written like a name, or well known. */
  canBegin(at: number): boolean {
    const place = readPlace(this.#phrases, at);
    if (place === undefined) return false;
    if (!this.hasCapitals && place.isKnown) return true;
    return (
      (place.isKnown && /^\p{Lu}|^[^\p{Ll}]/u.test(this.#phrases.tokens[at] ?? '')) ||
      this.isNamed(at) ||
      this.#isArticled(at) ||
      this.#isNotable(place, at)
    );
  }

  /** A well known town after a word that leads to it: "then seville". */
  #isNotable({ name, isKnown, next }: ReadPlace, at: number): boolean {
    if (!isKnown || (next === at + 1 && isCommonWord(name))) return false;
    const [found] = this.#phrases.places.resolve(name, { limit: 1, typos: false });
    return (
      found !== undefined &&
      found.match !== 'code' &&
      (found.population >= NOTABLE_POPULATION || (found.renown ?? 0) >= FAMOUS)
    );
  }

  #isArticled(at: number): boolean {
    return (
      /^(?:the|downtown|beautiful|lovely|sunny)$/i.test(this.#phrases.tokens[at] ?? '') &&
      this.isNamed(at + 1)
    );
  }
}

/** Whether a place is known far away by the very name. */
function isKnownFar({ renown = 0, match }: PlaceCandidate): boolean {
  return renown >= FAMOUS && (match === 'name' || match === 'region');
}
