import type { PlaceKnowledge } from '../../knowledge/place-knowledge.ts';
import { isCapital, isFiller, readPlace } from '../places/place-phrases.ts';
import { isCommonWord } from '../text/common-words.ts';
import { folded, MAX_PHRASE_WORDS, meantWord, roleOf, type WordRole } from './edit-words.ts';
import { meansOf } from './leg-edits.ts';
import { isNight, isNumberWord, lengthAt, type MarkedLength } from './lengths.ts';
import { withPositions } from './mark-positions.ts';
import { type Mark, type PlacedMark, type Word, wordsIn } from './marks.ts';
import type { TripStops } from './trip-stops.ts';

/** What a message is marked with. */
export interface MarkingContext {
  readonly stops: TripStops;
  readonly places: PlaceKnowledge;
}

/** Farther from the trip, a word without a capital is rather a word. */
const FAR_KM = 1200;
/** And so is one that names a place that few know. */
const KNOWN_POPULATION = 3000;
const KNOWN_RENOWN = 10;
const MAX_NAME_WORDS = 6;

const ORDINALS: readonly RegExp[] = [
  /^(?:first|1st|erste[nrs]?|premiere?|primer[oa]?|1er)$/,
  /^(?:second|2nd|zweite[nrs]?|deuxieme|segund[oa])$/,
  /^(?:third|3rd|dritte[nrs]?|troisieme|tercer[oa]?)$/,
  /^(?:fourth|4th|vierte[nrs]?|quatrieme|cuart[oa])$/,
  /^(?:fifth|5th|funfte[nrs]?|cinquieme|quint[oa])$/,
  /^(?:sixth|6th|sechste[nrs]?|sixieme|sext[oa])$/,
];
const LAST = /^(?:last|final|letzte[nrs]?|dernier(?:e|s|es)?|ultim[oa]s?)$/;
const BEFORE_LAST =
  /^(?:penultimate|vorletzte[nrs]?|avant-derniere?|penultim[oa]|second to last|second-to-last|next to last|second last|one before last|one before the last|last but one|second from last|next-to-last|second to the last)$/;
const MONTH =
  /^(?:jan|feb|mar|apr|avr|abr|mai|may|jun|jul|juin|juil|aug|aou|ago|sep|o[ck]t|nov|de[czs]|ene|fev|marz|maer)\p{L}*$/u;
const MIDDLE = /^(?:middle|central|mittlere[nrs]?)$/;
const IN_MIDDLE = /^(?:in the middle|in der mitte|du milieu|au milieu|del medio|en medio|de en medio)$/;
const STOP_NOUN =
  /^(?:stops?|places?|city|cities|towns?|villages?|islands?|isle|destinations?|one|stopover|stopp|halt|station|ort|stadt|dorf|insel|ziel|etapes?|arrets?|ville|village|ile|paradas?|ciudad|pueblo|isla|etapa|lugar|base)$/;
const ARTICLE =
  /^(?:the|our|my|that|this|der|die|das|den|dem|diese[nrms]?|le|la|les|l|cette|ce|cet|el|esa|ese|esta|este)$/;
/** Words that an article is part of. */
const IN_THE = /^(?:im|am|zum|vom|au|du|del|al)$/;

/**
 * Marks every word of a message with its role: first the stops of this trip, then lengths and the words of the lists, then
 * other known places.
 */
export function markMessage(text: string, context: MarkingContext): PlacedMark[] {
  return withPositions(new Marker(text, context).marks());
}

class Marker {
  readonly #words: readonly Word[];
  readonly #text: string;
  readonly #context: MarkingContext;
  readonly #found: PlacedMark[] = [];
  #unit: MarkedLength['unit'] | undefined;

  constructor(text: string, context: MarkingContext) {
    this.#text = text;
    this.#words = wordsIn(text);
    this.#context = context;
  }

  marks(): PlacedMark[] {
    for (let at = 0; at < this.#words.length; ) {
      const { mark, next } = this.#markAt(at);
      const [first, last] = [this.#words[at], this.#words[next - 1]];
      if (first && last) this.#found.push({ ...mark, from: first.from, to: last.to });
      at = next;
    }
    return this.#found;
  }

  #markAt(at: number): { mark: Mark; next: number } {
    return (
      this.#signAt(at) ??
      this.#stopAt(at) ??
      this.#referenceAt(at) ??
      this.#endNightAt(at) ??
      this.#meansAt(at) ??
      this.#lengthAt(at) ??
      this.#namedPlaceAt(at) ??
      this.#roleAt(at) ??
      this.#placeAt(at) ??
      this.#mistypedAt(at) ?? { mark: { type: 'word', text: this.#wordAt(at) }, next: at + 1 }
    );
  }

  #wordAt(at: number): string {
    return this.#words[at]?.text ?? '';
  }

  #span(from: number, length: number): string {
    const [first, last] = [this.#words[from], this.#words[from + length - 1]];
    return first && last ? this.#text.slice(first.from, last.to) : '';
  }

  #signAt(at: number): { mark: Mark; next: number } | undefined {
    const sign = this.#wordAt(at);
    if (/[\p{L}\p{N}&+→]/u.test(sign)) return undefined;
    // "3. Juli" ends no sentence.
    const isAfterNumber = sign === '.' && /^\d{1,2}$/.test(this.#wordAt(at - 1));
    return { mark: { type: 'break', isEnd: /[.;!?:()|–—-]/.test(sign) && !isAfterNumber }, next: at + 1 };
  }

  #stopAt(at: number): { mark: Mark; next: number } | undefined {
    for (let length = Math.min(MAX_NAME_WORDS, this.#words.length - at); length > 0; length--) {
      const span = this.#span(at, length);
      if (!this.#words.slice(at, at + length).every(({ text }) => /[\p{L}\p{N}]/u.test(text))) continue;
      // "Byron's a zoo"
      const name = this.#context.stops.named(span.replace(/['’]s$/, ''));
      if (name === undefined || (length === 1 && !this.#isMeantAsName(at))) continue;
      return { mark: { type: 'place', name, isStop: true }, next: at + length };
    }
    return undefined;
  }

  /** "a nice place" in a trip to Nice. */
  #isMeantAsName(at: number): boolean {
    const word = this.#wordAt(at);
    if (isCapital(word) || !isCommonWord(word)) return true;
    const before = this.#found.at(-1);
    return before?.type === 'role' && before.role !== 'filler';
  }

  /** "the second stop", "the first and the last stop", "the stop on day 4". */
  #referenceAt(at: number): { mark: Mark; next: number } | undefined {
    const { stops } = this.#context;
    let next = at;
    while (ARTICLE.test(folded(this.#wordAt(next)))) next++;
    const before = folded(this.#wordAt(at - 1));
    const isDefinite = next > at || IN_THE.test(before);
    const beside = isDefinite ? this.#besideAt(next) : undefined;
    if (beside !== undefined) return beside;
    const index = this.#ordinalAt(next);
    if (index === undefined) return undefined;
    const isWhole = index.value === -2 && /^(?:one|last)$/.test(folded(this.#wordAt(next)));
    const isNamed = isWhole || STOP_NOUN.test(folded(this.#wordAt(index.next)));
    // "the first and the last stop"
    const isListed =
      !isNamed &&
      /^(?:and|with|und|mit|et|avec|y|con)$/.test(folded(this.#wordAt(index.next))) &&
      [1, 2].some((skip) => {
        const other = this.#ordinalAt(index.next + skip);
        return other !== undefined && STOP_NOUN.test(folded(this.#wordAt(other.next)));
      });
    const name = index.value === 'middle' ? stops.middle : stops.nth(index.value);
    const [previous, follows] = [this.#found.at(-1), this.#wordAt(index.next)];
    const named = this.#found.findLast((mark) => mark.type !== 'role' || mark.role !== 'filler');
    // "make Nice the first stop"
    if (isNamed && named?.type === 'place' && (index.value === 0 || index.value === -1))
      return { mark: { type: 'role', role: index.value === 0 ? 'atStart' : 'atEnd' }, next: index.next + 1 };
    // "drop the third, …"
    const isObject =
      isDefinite &&
      ((previous?.type === 'role' && OBJECT_VERBS.has(previous.role)) ||
        // "… and 3 in the second"
        (this.#unit !== undefined && /^(?:in|at|im|en|dans|a)$/.test(before))) &&
      (follows === '' || /^(?:[^\p{L}\p{N}]|and$|und$|et$|y$)/u.test(follows));
    if (name === undefined || !(isNamed || isListed || isObject) || (isNamed && !isDefinite))
      return undefined;
    return { mark: { type: 'place', name, isStop: true }, next: index.next + (isNamed && !isWhole ? 1 : 0) };
  }

  /** "the stop after Lyon", "the one in the middle". */
  #besideAt(at: number): { mark: Mark; next: number } | undefined {
    if (!STOP_NOUN.test(folded(this.#wordAt(at)))) return undefined;
    const { stops } = this.#context;
    const marked = (name: string | undefined, next: number) =>
      name === undefined ? undefined : { mark: { type: 'place', name, isStop: true } as const, next };
    for (const length of [3, 2])
      if (IN_MIDDLE.test(folded(this.#span(at + 1, length)))) return marked(stops.middle, at + 1 + length);
    let from = at + 1;
    while (/^(?:right|directly|just|direkt|gleich|juste|justo)$/.test(folded(this.#wordAt(from)))) from++;
    const length = [2, 1].find((count) =>
      /^(?:before|after)$/.test(roleOf(folded(this.#span(from, count))) ?? ''),
    );
    if (length === undefined) return undefined;
    const other = this.#stopAt(from + length);
    const side = roleOf(folded(this.#span(from, length)));
    if (other?.mark.type !== 'place' || (side !== 'before' && side !== 'after')) return undefined;
    return marked(stops.beside(other.mark.name, side), other.next);
  }

  #ordinalAt(at: number): { value: number | 'middle'; next: number } | undefined {
    for (const length of [4, 3, 2, 1]) {
      const phrase = folded(this.#span(at, length));
      if (BEFORE_LAST.test(phrase)) return { value: -2, next: at + length };
    }
    const word = folded(this.#wordAt(at));
    if (LAST.test(word)) return { value: -1, next: at + 1 };
    if (MIDDLE.test(word)) return { value: 'middle', next: at + 1 };
    const value = ORDINALS.findIndex((pattern) => pattern.test(word));
    // Spanish and French may put it behind the noun; that is rare enough.
    return value < 0 ? undefined : { value, next: at + 1 };
  }

  /** "the last night": where it goes, and then that it is one. */
  #endNightAt(at: number): { mark: Mark; next: number } | undefined {
    const [word, before] = [folded(this.#wordAt(at)), this.#found.at(-1)];
    const isEnd = LAST.test(word);
    if ((isEnd || ORDINALS[0]?.test(word)) && isNight(this.#wordAt(at + 1)))
      return { mark: { type: 'role', role: isEnd ? 'atEnd' : 'atStart' }, next: at + 1 };
    const isThatNight = before?.type === 'role' && (before.role === 'atEnd' || before.role === 'atStart');
    return isThatNight && isNight(word)
      ? { mark: { type: 'length', length: { count: 1, unit: 'night', isOne: true } }, next: at + 1 }
      : undefined;
  }

  #meansAt(at: number): { mark: Mark; next: number } | undefined {
    const by = meansOf(folded(this.#wordAt(at)));
    return by && { mark: { type: 'means', by }, next: at + 1 };
  }

  #lengthAt(at: number): { mark: Mark; next: number } | undefined {
    const words = this.#words.map(({ text }) => text);
    const found = lengthAt(words, at, this.#unit ?? 'night');
    if (found === undefined) return undefined;
    const { length, next, isBare } = found;
    if (isBare && !this.#canBeBare(at, next, length)) return undefined;
    this.#unit = length.unit;
    return { mark: { type: 'length', length }, next };
  }

  /** "one more in Galway", "then Santa Marta for 2": a number alone is a length only beside others. */
  #canBeBare(at: number, next: number, { sign }: MarkedLength): boolean {
    const follows = folded(this.#wordAt(next));
    const isClosed =
      follows === '' ||
      /^(?:[,.;!?)]|and|und|et|y|then|in|at|a|en|im|dans|there|to|please|pls|bitte|sein)$/.test(follows) ||
      this.#context.stops.named(this.#wordAt(next)) !== undefined;
    const isOff = this.#isOffStop(next);
    const lead = folded(this.#wordAt(at - 1));
    const isFor = /^(?:for|fur|pour|por|only|just|nur)$/.test(lead);
    // "cut Ubud to 3", "make that 2"
    const isTo = /^(?:to|auf|that|this)$/.test(lead) && this.#found.some(({ type }) => type === 'role');
    // "only 1 in Roanoke"
    const isAt =
      /^(?:in|at|en|a|im|dans)$/.test(follows) &&
      !isFor &&
      this.#context.stops.named(this.#wordAt(next + 1)) !== undefined;
    // "Tokyo 5, Kyoto 3"
    const before = this.#found.at(-1);
    const isBehindStop = before?.type === 'place' && before.isStop && sign === undefined;
    const isSet =
      isBehindStop || isOff || this.#unit !== undefined || isTo || isAt || (sign !== undefined && isFor);
    return (isClosed || isOff) && isSet;
  }

  #isOffStop(at: number): boolean {
    return (
      folded(this.#wordAt(at)) === 'off' && this.#context.stops.named(this.#wordAt(at + 1)) !== undefined
    );
  }

  /** A name of several words with capitals, even if it begins like a word of the lists: "La Rochelle". */
  #namedPlaceAt(at: number): { mark: Mark; next: number } | undefined {
    if (!isCapital(this.#wordAt(at))) return undefined;
    const place = this.#placeAt(at);
    // "cut LA"
    const isShort = /^\p{Lu}{2,4}$/u.test(this.#wordAt(at)) && /\p{Ll}/u.test(this.#text);
    return place !== undefined && (place.next > at + 1 || isShort) ? place : undefined;
  }

  #roleAt(at: number): { mark: Mark; next: number } | undefined {
    // "cross Hue off"
    const before = this.#found.at(-1);
    if (/^off$/i.test(this.#wordAt(at)) && before?.type === 'place' && before.isStop)
      return { mark: { type: 'role', role: 'remove' }, next: at + 1 };
    // "take a night off Kyoto"
    if (before?.type === 'length' && this.#isOffStop(at))
      return { mark: { type: 'role', role: 'from' }, next: at + 1 };
    for (let length = Math.min(MAX_PHRASE_WORDS, this.#words.length - at); length > 0; length--) {
      const role = roleOf(folded(this.#span(at, length))) ?? this.#mistypedPhrase(at, length);
      if (role !== undefined) return { mark: { type: 'role', role }, next: at + length };
    }
    return undefined;
  }

  /** "at teh end". */
  #mistypedPhrase(at: number, length: number): WordRole | undefined {
    const words = this.#words.slice(at, at + length).map(({ text }) => text);
    if (!words.some(isShortTypo)) return undefined;
    const meant = words.map((word) => (isShortTypo(word) ? (meantWord(word) ?? word) : folded(word)));
    return roleOf(meant.join(' '));
  }

  #placeAt(at: number): { mark: Mark; next: number } | undefined {
    const { stops, places } = this.#context;
    const tokens = this.#words.map(({ text }) => text);
    // "3. Juli" is a day, and no town in Peru.
    if (MONTH.test(folded(this.#wordAt(at))) && /\d\.?\s*$/.test(this.#text.slice(0, this.#words[at]?.from)))
      return undefined;
    const read = this.#elidedAt(at) ?? readPlace({ tokens, places }, at);
    if (!read?.isKnown || read.name.includes(',')) return undefined;
    const before = this.#found.at(-1);
    const isOpening = before === undefined || (before.type === 'break' && before.isEnd);
    const isWritten = tokens
      .slice(at + (isOpening && read.next === at + 1 ? 1 : 0), read.next)
      .some(isCapital);
    if (!isWritten && read.next === at + 1 && (isCommonWord(read.name) || isFiller(read.name)))
      return undefined;
    const found = stops.resolve(read.name, places);
    // "replace Andalusia with Galicia"
    const isSlot = this.#found.some((mark) => mark.type === 'role' && PLACE_SLOTS.has(mark.role));
    const isArea = found?.match === 'region' && isWritten && isSlot && places.area?.(read.name) !== undefined;
    if (found === undefined || (found.match === 'region' && !isArea) || found.match === 'typo')
      return undefined;
    // The Colosseum is in Rome, and is not Rome.
    const isSight = found.kind === 'sight' || found.kind === 'landmark';
    const same = stops.at(found);
    if (same !== undefined && isSight) return undefined;
    if (same !== undefined) return { mark: { type: 'place', name: same, isStop: true }, next: read.next };
    const isKnown = found.population >= KNOWN_POPULATION || (found.renown ?? 0) >= KNOWN_RENOWN;
    const isSmall = !isCapital(tokens[at]);
    if (!isWritten && ((isOpening && isSmall) || !isKnown || stops.kmFrom(found) > FAR_KM)) return undefined;
    return { mark: { type: 'place', name: read.name, isStop: false, kind: found.kind }, next: read.next };
  }

  /** "Cortina d'Ampezzo": one name, though a part of it stands for a word. */
  #elidedAt(at: number): { name: string; next: number; isKnown: boolean } | undefined {
    if (!isCapital(this.#wordAt(at)) || !/^[dl]['’]$/i.test(this.#wordAt(at + 1))) return undefined;
    const name = this.#span(at, 3);
    const isKnown = this.#context.places.resolve(name, { limit: 1, typos: false }).length > 0;
    return isKnown ? { name, next: at + 3, isKnown } : undefined;
  }

  #mistypedAt(at: number): { mark: Mark; next: number } | undefined {
    const { stops, places } = this.#context;
    const word = this.#wordAt(at);
    if (!/^\p{L}[\p{L}'’-]+$/u.test(word) || isCommonWord(word) || isNumberWord(word)) return undefined;
    for (const length of [3, 2, 1]) {
      const span = this.#span(at, length);
      const stop = /^[\p{L}\s'’-]+$/u.test(span) ? stops.mistyped(span) : undefined;
      if (stop !== undefined)
        return { mark: { type: 'place', name: stop, isStop: true, written: span }, next: at + length };
    }
    const meant = isCapital(word) ? undefined : meantWord(folded(word));
    const role = meant === undefined ? undefined : roleOf(meant);
    if (role !== undefined) return { mark: { type: 'role', role }, next: at + 1 };
    const place = word.length >= MIN_NAME_LENGTH ? stops.resolve(word, places, true) : undefined;
    if (place?.match !== 'typo' || stops.kmFrom(place) > FAR_KM) return undefined;
    const isSlot = this.#found.some((mark) => mark.type === 'role' && PLACE_SLOTS.has(mark.role));
    if (!isSlot) return undefined;
    return {
      mark: { type: 'place', name: place.name, isStop: false, kind: place.kind, written: word },
      next: at + 1,
    };
  }
}

/** Verbs whose object may be a number alone. */
const OBJECT_VERBS: ReadonlySet<string> = new Set(['remove', 'replace', 'swap', 'shorter', 'longer', 'keep']);
const MIN_NAME_LENGTH = 5;

/** Whether a word of few letters is none that is known: it is no name then, but one of the lists with a slip. */
function isShortTypo(word: string): boolean {
  const isKnown = roleOf(word) !== undefined || isCommonWord(word) || isFiller(word) || isNumberWord(word);
  return /^[a-z]{2,4}$/.test(word) && !isKnown;
}

/** Words that a place is expected behind. */
const PLACE_SLOTS: ReadonlySet<string> = new Set(['add', 'replace', 'swap', 'insteadOf', 'visit']);
