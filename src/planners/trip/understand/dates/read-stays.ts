import { isAreaPlace } from '../places/areas.ts';
import { JOINS, NameReader } from '../places/name-reader.ts';
import type { PlaceMentions, StayLength, StayMention } from '../places/place-mentions.ts';
import {
  afterJoin,
  isBehindNumber,
  isCapital,
  isSign,
  type Phrases,
  type ReadPlace,
  readPlace,
} from '../places/place-phrases.ts';
import { isCommonWord } from '../text/common-words.ts';
import { type LengthMention, stayOf, type WorkingText } from '../text/working-text.ts';

/** A length and its context. */
interface LengthAtPlace {
  /** Where in the text it stands. */
  readonly at: number;
  readonly length: LengthMention;
  /** The stop it belongs to, by the position of its name. */
  readonly stop?: number;
  /** Whether the words leave no doubt that it is the stop's: "in Rome", "Rome (3 days)", "Rome for 3 days". */
  readonly isSure?: boolean;
  /** Whether it stands right behind the stop, with a comma between them. */
  readonly isApart?: boolean;
  /** Whether it covers several places: "10 days in Rome and Florence". */
  readonly isOfGroup?: boolean;
}

/** So many words may stand between a stop and its length. */
const LOOSE = 3;

/** Reads lists of places with their stays. */
export class StayReader {
  readonly lengths: LengthAtPlace[] = [];
  readonly #phrases: Phrases;
  readonly #working: WorkingText;
  readonly #mentions: PlaceMentions;
  /** Tells names from other words. */
  readonly names: NameReader;
  #group = 0;
  /** The token after the last stop. */
  #end = -1;

  constructor(phrases: Phrases, working: WorkingText, mentions: PlaceMentions) {
    this.#phrases = phrases;
    this.#working = working;
    this.#mentions = mentions;
    this.names = new NameReader(phrases, working, this.endsAt);
  }

  get tokens(): readonly string[] {
    return this.#phrases.tokens;
  }

  push(stop: Omit<StayMention, 'group' | 'at'>, at: number): void {
    this.#mentions.stops.push({ ...stop, group: this.#group++, at });
    this.#end = at + 1;
  }

  /** Adds a stop that was written in another way, and says so. */
  pushMeant(word: string, name: string, at: number): void {
    this.push({ name, cue: 'visit' }, at);
    this.#working.assumed.push(`"${word}" was read as ${name}.`);
  }

  /** Says something more about the stops of the last list. */
  mark(more: Pick<StayMention, 'isDayTrip'>): void {
    const last = this.#mentions.stops.at(-1);
    if (last === undefined) return;
    this.#mentions.stops = this.#mentions.stops.map((stop) =>
      stop.group === last.group ? { ...stop, ...more } : stop,
    );
  }

  /** Whether the last stop ended right before a token. */
  readonly endsAt = (at: number): boolean => this.#end === at;

  /** Reads a list only where it begins with a known place. */
  takeKnown(at: number, cue: StayMention['cue']): number | undefined {
    const place = readPlace(this.#phrases, at);
    return place !== undefined && this.names.canBegin(at) ? this.take(at, cue) : undefined;
  }

  /** "to the Lofoten and back, starting in Kiel by ferry to Oslo": the first stop, though it is named last. */
  takeFirstLeg(at: number): number {
    let from = at;
    while (this.tokens[from] === '|') from++;
    const place = /^to$/i.test(this.tokens[from] ?? '') ? readPlace(this.#phrases, from + 1) : undefined;
    if (!place?.isKnown || this.#mentions.stops.length === 0) return at;
    this.#mentions.stops.unshift({ name: place.name, cue: 'via', group: this.#group++, at: from });
    return place.next;
  }

  /** Reads one known place and no list. */
  takeOne(at: number, cue: StayMention['cue']): number | undefined {
    const from = /^the$/i.test(this.tokens[at] ?? '') ? at + 1 : at;
    const place = readPlace(this.#phrases, at);
    if (!place?.isKnown || !this.names.isNamed(from)) return undefined;
    this.push({ name: place.name, cue }, at);
    this.#end = place.next;
    return place.next;
  }

  /** Reads one place that nobody knows, where it is written like a name and nothing else follows. */
  takeUnknown(at: number, cue: StayMention['cue']): number | undefined {
    const place = readPlace(this.#phrases, at);
    if (
      place === undefined ||
      place.isKnown ||
      !this.names.areNames(at, place.next) ||
      !isSign(this.tokens[place.next])
    )
      return undefined;
    this.push({ name: place.name, cue }, at);
    this.#end = place.next;
    return place.next;
  }

  /** Reads places one after the other, each with its stay. */
  take(at: number, cue: StayMention['cue']): number {
    const group = this.#group++;
    const first = this.#mentions.stops.length;
    let from = at;
    let end = at;
    for (;;) {
      const place = readPlace(this.#phrases, from);
      if (place === undefined || !this.#isFitting(place, from, from === at)) break;
      this.#mentions.stops.push({ name: place.name, cue, group, at: from });
      end = this.#readStayAfter(place.next, from);
      this.#end = end;
      const next = this.#nextOfList(end);
      if (next === undefined || this.#isWithinAreas(first, end, next)) break;
      from = next;
    }
    return end > at || this.#mentions.stops.length > first ? end : at;
  }

  /** "Kerala, Kochi Munnar": after areas, a comma leads to what lies in them. */
  #isWithinAreas(first: number, end: number, next: number): boolean {
    if (!/^[,:-]$/.test(this.tokens[end] ?? '')) return false;
    const isArea = (name: string) =>
      isAreaPlace(this.#phrases.places.resolve(name, { limit: 1, typos: false })[0]);
    const place = readPlace(this.#phrases, next);
    return (
      place?.isKnown === true &&
      !isArea(place.name) &&
      this.#mentions.stops.slice(first).every(({ name }) => isArea(name))
    );
  }

  #isFitting(place: ReadPlace, from: number, isFirst: boolean): boolean {
    const { tokens } = this.#phrases;
    const words = tokens.slice(from, place.next);
    const isUpper = words.some(isCapital);
    if (isFirst) return place.isKnown || (isUpper && isCapital(words.at(-1)));
    if (!isUpper && this.names.hasCapitals) return false;
    if (place.isKnown) return isUpper || this.names.isNamed(from);
    // An unknown name among known ones is one too: nobody writes "Rome, Please".
    const after = tokens[place.next];
    const isApart = isSign(after) || JOINS.test(after ?? '') || this.#working.lengthOf(after) !== undefined;
    return (
      isUpper &&
      words.every((word) => isCapital(word) || /^(?:of|the|de|la|del|di|du)$/i.test(word)) &&
      isApart &&
      !isCommonWord(words[0] ?? '')
    );
  }

  /** Where the list continues: after a comma or an "and", or right here between adjacent names. */
  #nextOfList(end: number): number | undefined {
    const { tokens } = this.#phrases;
    let next = afterJoin(tokens, end);
    // What comes then is another stay.
    if (next !== undefined && tokens.slice(end, next).some((token) => /^then$/i.test(token)))
      return undefined;
    if (next === undefined) {
      const token = tokens[end];
      return token !== undefined && !isSign(token) && this.names.isNamed(end) ? end : undefined;
    }
    while (
      /^(?:also|finally|lastly|the|maybe|perhaps|afterwards|later|on)$/i.test(tokens[next] ?? '') &&
      !this.names.isNamed(next)
    )
      next++;
    return this.#working.lengthOf(tokens[next]) === undefined ? next : undefined;
  }

  /** "Rome for 3 days", "Rome (3 days)", "Rome 3 nights", "Rome, 3 nights". */
  #readStayAfter(at: number, stop: number): number {
    const { tokens } = this.#phrases;
    const isOpened = /^(?:\(|for|:)$/i.test(tokens[at] ?? '');
    const length = this.#working.lengthOf(tokens[isOpened ? at + 1 : at]);
    if (length === undefined) return this.#readBareStay(at, stop);
    // "to Johannesburg in 3 weeks, Garden Route": how long it all takes ends the way.
    if (length.isTotal && !isOpened) return at;
    const after = at + (isOpened ? 2 : 1);
    // "3 nights in Rome" begins another one, "2 days Bratislava" too.
    const isLoose = !isOpened || tokens[at] === ':';
    if (isLoose && this.#leadsToPlace(after) && !this.#endsWithLength(after)) return at;
    this.lengths.push({ length, at, stop, ...((isOpened || length.isFor) && { isSure: true }) });
    return tokens[after] === ')' ? after + 1 : after;
  }

  /** "Kandy 2 nights Ella 3 nights": names and lengths by turns, the last a length, so that each belongs to the name before it. */
  #endsWithLength(at: number): boolean {
    const place = readPlace(this.#phrases, at);
    if (!place?.isKnown || this.#working.lengthOf(this.tokens[place.next]) === undefined) return false;
    const next = place.next + 1;
    return isSign(this.tokens[next]) || JOINS.test(this.tokens[next] ?? '') || this.#endsWithLength(next);
  }

  /** "Lyon 2, Nice 4", "Lyon (2)": a number alone, behind a name. */
  #readBareStay(at: number, stop: number): number {
    const { tokens } = this.#phrases;
    const isBracketed = tokens[at] === '(' && tokens[at + 2] === ')';
    const number = tokens[isBracketed ? at + 1 : at] ?? '';
    const isAlone = /^\d{1,2}$/.test(number) && (isBracketed || isBehindNumber(this.#phrases, at + 1));
    if (!isAlone || number === '0') return at;
    const length = { days: Number(number), isNights: true, isTotal: false, words: number };
    this.lengths.push({ length, at, stop, isSure: true });
    return at + (isBracketed ? 3 : 1);
  }

  #leadsToPlace(at: number): boolean {
    const isIn = /^(?:in|at|around)$/i.test(this.tokens[at] ?? '');
    return readPlace(this.#phrases, isIn ? at + 1 : at)?.isKnown === true && (isIn || this.names.isNamed(at));
  }

  /** "3 days in Rome", "two nights Durango", "4 days at the beach in Diani", "two nights there", "3 nights each". */
  readLength(at: number): number {
    const { tokens } = this.#phrases;
    const length = this.#working.lengthOf(tokens[at]);
    if (length === undefined) return at + 1;
    const last = this.#mentions.stops.at(-1);
    const [next = '', third = ''] = [tokens[at + 1], tokens[at + 2]];
    const isPerStop =
      /^(?:per|every|each)$/i.test(next) && /^(?:stop|place|city|town|destination|location)$/i.test(third);
    if (isPerStop) return this.#eachStays(length, at + 3);
    const before = tokens.slice(Math.max(0, at - 3), at).join(' ');
    if (
      /\b(?:every|each) (?:stop|place|city|town|destination|stay)$|\ball (?:the )?(?:stops|places|cities|towns|stays)$|\beverywhere$/i.test(
        before,
      )
    )
      return this.#eachStays(length, at + 1);
    if (/^(?:each|apiece|everywhere)$/i.test(next) || (/^(?:in|at)$/i.test(next) && /^each$/i.test(third)))
      return this.#eachStays(length, at + (/^each$/i.test(third) ? 3 : 2));
    const isThere = /^there$/i.test(next);
    const from = isThere ? undefined : this.#placeAfterLength(at + 1);
    // "to Athens, stay 3 nights"
    const isStayed = from === undefined && /^(?:stay|staying|sleep|spend)$/i.test(tokens[at - 1] ?? '');
    if ((isThere || isStayed) && last) {
      this.lengths.push({ length, at, stop: last.at, isSure: true });
      return at + (isThere ? 2 : 1);
    }
    if (from === undefined || length.isTotal) {
      const between = tokens.slice(this.#end, at);
      const isApart =
        last !== undefined &&
        between.length <= LOOSE &&
        between.at(-1) === ',' &&
        !between.slice(0, -1).some((token) => isSign(token) && token !== '|');
      // "Dubai stopover 48 hours"
      const isLoose =
        last !== undefined &&
        !length.isTotal &&
        between.length <= LOOSE &&
        !between.some((token) => /^[,;:!?().]$/.test(token));
      this.lengths.push({
        length,
        at,
        ...(last && (isApart || isLoose) && { stop: last.at, ...(isApart && { isApart }) }),
      });
      return at + 1;
    }
    const first = this.#mentions.stops.length;
    const mentioned = this.lengths.length;
    const end = this.take(from.at, 'visit');
    const count = this.#mentions.stops.length - first;
    const isOfGroup = count > 1 && this.lengths.length === mentioned;
    if (count === 0) this.lengths.push({ length, at });
    else if (count > 1 && !isOfGroup)
      this.lengths.splice(mentioned, 0, { length, at, stop: from.at, isSure: true });
    else
      this.lengths.push({
        length,
        at,
        stop: from.at,
        // "25 to 30 March in Seville, then 3 nights Cádiz"
        ...(isOfGroup ? { isOfGroup } : { isSure: from.isSure || /^then$/i.test(tokens[at - 1] ?? '') }),
      });
    return end;
  }

  #eachStays(length: LengthMention, next: number): number {
    this.#mentions.each = stayOf(length);
    return next;
  }

  #placeAfterLength(at: number): { at: number; isSure: boolean } | undefined {
    const { tokens } = this.#phrases;
    let next = at;
    let isSure = false;
    while (
      /^(?:in|at|on|around|of|the|\||for|with|by|near|to|out)$/i.test(tokens[next] ?? '') &&
      next < at + 5
    ) {
      if (/^(?:in|at|on|around)$/i.test(tokens[next] ?? '')) isSure = true;
      if (/^(?:to|of|for)$/i.test(tokens[next] ?? '')) isSure = false;
      next++;
    }
    const isSkipped = next > at;
    if (isSkipped && !isSure) return undefined;
    const place = readPlace(this.#phrases, next);
    if (place === undefined) return undefined;
    const isFitting = place.isKnown
      ? this.names.isNamed(next) || isSure
      : isCapital(tokens[next]) && (isSure || this.names.areNames(next, place.next));
    return isFitting ? { at: next, isSure } : undefined;
  }

  /** "avoid Delhi for more than 2 nights". */
  readLimited(at: number): number | undefined {
    const place = readPlace(this.#phrases, at + 1);
    if (!place?.isKnown) return undefined;
    const from = /^(?:for|longer|more|than)$/i.test(this.tokens[place.next] ?? '')
      ? place.next + 1
      : place.next;
    const length = this.#working.lengthOf(this.tokens[from]);
    if (length === undefined) return undefined;
    const stay: StayLength = { ...stayOf(length), bound: 'most' };
    const stop = this.#mentions.stops.findIndex(
      ({ name }) => name.toLowerCase() === place.name.toLowerCase(),
    );
    const before = this.#mentions.stops[stop];
    if (before === undefined) this.push({ name: place.name, cue: 'visit', ...stay }, at);
    else this.#mentions.stops[stop] = { ...before, ...stay };
    return from + 1;
  }

  /** "end in Rome for 3 nights". */
  readStayOfEnd({ name, next }: ReadPlace): number {
    const isOpened = /^(?:\(|for)$/i.test(this.tokens[next] ?? '');
    const length = this.#working.lengthOf(this.tokens[isOpened ? next + 1 : next]);
    if (length === undefined || length.isTotal || (!isOpened && this.#leadsToPlace(next + 1))) return next;
    this.push({ name, cue: 'to' }, next);
    this.lengths.push({ length, at: next, stop: next, isSure: true });
    return next + (isOpened ? 2 : 1);
  }
}
