import type { PlaceKnowledge } from '../../knowledge/place-knowledge.ts';
import { StayReader } from '../dates/read-stays.ts';
import { markHeadings, settleLengths } from '../dates/settle-lengths.ts';
import { isCrossing, isEnd, isFlownEnd, isSkip, isStart, isVia, isVisit } from '../text/leading-words.ts';
import { notUnderstood, phrasesOf } from '../text/not-understood.ts';
import { readLeftovers } from '../text/read-leftovers.ts';
import { ARRIVAL, RESIDENCE } from '../text/rewording.ts';
import type { WorkingText } from '../text/working-text.ts';
import { namesPlaces, noMentions, type PlaceMentions, type StayMention } from './place-mentions.ts';
import {
  isSign,
  isVerb,
  type Phrases,
  readPlace,
  readPlaceBefore,
  readPlaces,
  tokensOf,
  unjoined,
} from './place-phrases.ts';
import { readInsteadOf, readNegated, readSwap } from './refused-places.ts';
import { isSamePlace } from './same-place.ts';

/** What is known before a text is read. */
export interface ReadingOptions {
  /** There is no earlier message: a bare name is the destination. */
  readonly isFirst?: boolean;
  /** The days of the existing trip, in which a named place may be a stop. */
  readonly shownDays?: number | undefined;
  /** The names of its stops. */
  readonly shownStops?: readonly string[] | undefined;
  /** The days between the first and the last date of the text. */
  readonly spanDays?: number | undefined;
}

/** Reads the places and their stays out of the rest of a text, after all other rules. */
export function readMentions(
  working: WorkingText,
  places: PlaceKnowledge,
  options: ReadingOptions = {},
): PlaceMentions {
  const tokens = tokensOf(working.text).flatMap((token) => unjoined(token, places));
  const reader = new MentionReader({ tokens, places }, working, options);
  return reader.read();
}

class MentionReader {
  readonly #phrases: Phrases;
  readonly #working: WorkingText;
  readonly #isFirst: boolean;
  readonly #isEdit: boolean;
  readonly #options: ReadingOptions;
  readonly #mentions = noMentions();
  /** Where the last colon stands. */
  #colon = -1;
  readonly #stays: StayReader;

  constructor(phrases: Phrases, working: WorkingText, options: ReadingOptions) {
    this.#phrases = phrases;
    this.#working = working;
    this.#options = options;
    this.#isFirst = options.isFirst === true;
    this.#isEdit = options.shownDays !== undefined;
    this.#stays = new StayReader(phrases, working, this.#mentions);
  }

  read(): PlaceMentions {
    const { tokens } = this.#phrases;
    const unread: string[] = [];
    let at = 0;
    while (at < tokens.length) {
      const known = this.#mentionCount;
      const next = Math.max(this.#readAt(at), at + 1);
      const isRead =
        next > at + 1 ||
        this.#mentionCount !== known ||
        isFlownEnd(tokens[at]) ||
        this.#working.lengthOf(tokens[at]) !== undefined;
      unread.push(isRead ? '|' : (tokens[at] ?? ''));
      at = next;
    }
    if (this.#isFirst && !namesPlaces(this.#mentions))
      readLeftovers(unread, this.#phrases.places, this.#stays);
    this.#settleSights();
    this.#working.missed.push(
      ...settleLengths(this.#stays, this.#mentions, {
        isFirst: this.#isFirst,
        spanDays: this.#options.spanDays,
      }),
    );
    markHeadings(this.#stays, this.#mentions);
    this.#mentions.unread.push(...phrasesOf(unread).map((words) => this.#working.inWords(words)));
    if (this.#isEdit) this.#dropDoubtfulTotal();
    return this.#mentions;
  }

  /** A day trip is all there is, where nothing else was named. */
  #settleSights(): void {
    const mentions = this.#mentions;
    if (!this.#isFirst || mentions.stops.length > 0 || mentions.end !== undefined) return;
    for (const name of mentions.sights) this.#stays.push({ name, cue: 'visit' }, -1);
    mentions.sights = [];
  }

  /** "Make the penultimate one 3 nights": nights beside words that were not understood are a stay, and not the whole trip. */
  #dropDoubtfulTotal(): void {
    const { totalWords, unread, total } = this.#mentions;
    const isShort = total?.nights !== undefined && total.nights + 1 < (this.#options.shownDays ?? 0);
    if (totalWords === undefined || !isShort || notUnderstood(unread, []).length === 0) return;
    this.#working.missed.push(totalWords);
    delete this.#mentions.total;
  }

  get #mentionCount(): number {
    const { stops, sights, skip, swaps } = this.#mentions;
    return [stops, sights, skip, swaps].reduce((sum, { length }) => sum + length, 0);
  }

  /** Understands what begins at a token; returns the token to go on from. */
  #readAt(at: number): number {
    const phrases = this.#phrases;
    const { tokens } = phrases;
    const mentions = this.#mentions;
    const [token = '', next = '', third = ''] = tokens.slice(at, at + 3).map((word) => word.toLowerCase());
    const two = `${token} ${next}`;
    if (token === ':') this.#colon = at;
    if (this.#working.lengthOf(tokens[at])) return this.#stays.readLength(at);
    if (!this.#isEdit && token === 'instead' && next === 'of') return readInsteadOf(phrases, at, mentions);
    if (!this.#isEdit && /^(?:replace|swap|switch|exchange|change)$/.test(token)) {
      const swapped = readSwap(phrases, at, mentions);
      if (swapped > at + 1) return swapped;
    }
    if (/^(?:leave|cut|take|throw|kick) out$/.test(two) || two === 'rid of') return this.#takeSkipped(at + 2);
    if (isSkip(token)) return this.#stays.readLimited(at) ?? this.#takeSkipped(at + 1);
    if (!this.#isEdit && /^(?:not|don't|dont|no)$/.test(token)) return readNegated(phrases, at, mentions);
    if (token === 'between') return this.#readBetween(at);
    if (isFlownEnd(token)) return this.#readFlownEnd(at);
    if (two === 'back to' || two === 'return to' || two === 'returning to') return this.#readHome(at + 2);
    if (`${two} ${third}` === 'back home to' || two === 'home to')
      return this.#readHome(at + (token === 'home' ? 2 : 3));
    if (token === 'from' || two === 'out of') return this.#readFrom(at + (token === 'from' ? 1 : 2));
    if (isStart(token)) return this.#readOrigin(at);
    if (two === 'first one' || two === 'first stop') return this.#readFirst(at);
    if (isEnd(token)) return this.#readEnd(at);
    if (/^(?:destination|origin)$/.test(token)) return this.#readNamedEnd(at, token);
    if (isVia(token) || two === 'way of') return this.#stays.take(at + (isVia(token) ? 1 : 2), 'via');
    if (isCrossing(token)) return this.#readCrossed(at);
    if (
      /^(?:stop|stopping|stops|stopover|stopovers|passing|pass|nights?|stay|staying|overnight|overnighting|base|based)$/.test(
        token,
      ) &&
      /^(?:in|at|through|by|off)$/.test(next)
    ) {
      return this.#stays.take(at + (third === 'in' || third === 'at' ? 3 : 2), 'via');
    }
    if (/^(?:day|side) trips? to$/.test(`${two} ${third}`)) return this.#readDayTrips(at + 3);
    if (isVisit(token)) return this.#readVisit(at + 1);
    if (token === 'then') return this.#readThen(at);
    if (/^(?:to|towards|for|into)$/.test(token)) return this.#readTo(at);
    if (/^(?:rest|remainder)$/.test(token) && /^(?:in|at|on)$/.test(next))
      return this.#marked({ isRest: true }, () => this.#stays.takeKnown(at + 2, 'visit') ?? at + 1);
    if (token === 'in') return this.#stays.takeKnown(at + 1, 'visit') ?? at + 1;
    return this.#stays.names.isNamed(at) ? this.#stays.take(at, 'visit') : at + 1;
  }

  #takeSkipped(at: number): number {
    const { names, next } = readPlaces(this.#phrases, at);
    this.#mentions.skip.push(...names);
    return Math.max(next, at);
  }

  /** "into Rome and out of Milan", "we live in Leeds". */
  #readFlownEnd(at: number): number {
    const place = readPlace(this.#phrases, at + 1);
    if (place === undefined) return at + 1;
    const token = this.#phrases.tokens[at];
    if (token === ARRIVAL) this.#mentions.arrival = place.name;
    else if (token === RESIDENCE) this.#mentions.residence = place.name;
    else this.#mentions.end = place.name;
    return place.next;
  }

  /** "back to Vienna", "back home to Vienna". */
  #readHome(at: number): number {
    const place = readPlace(this.#phrases, at);
    if (place?.isKnown) this.#mentions.home = place.name;
    return place?.next ?? at;
  }

  #readBetween(at: number): number {
    const { names, next } = readPlaces(this.#phrases, at + 1);
    const [origin, destination] = names;
    if (origin === undefined || destination === undefined || this.#mentions.origin !== undefined)
      return at + 1;
    this.#mentions.origin = origin;
    this.#stays.push({ name: destination, cue: 'to' }, at);
    return next;
  }

  #readFrom(at: number): number {
    const place = readPlace(this.#phrases, at);
    if (place === undefined || !this.#stays.names.isWritten(place)) return at;
    // "to Iona for a day from Mull": seen from a stop of the trip.
    if (this.#isLaterStop(place.name) && this.#mentions.stops.length > 0) {
      this.#stays.mark({ isDayTrip: true });
      return place.next;
    }
    const { origin, arrival } = this.#mentions;
    // "Into Bangkok, then up Vietnam from Saigon": who said where they land starts there.
    if (this.#isFirst && arrival !== undefined && this.#mentions.stops.length > 0)
      return this.#stays.take(at, 'visit');
    // Who names another start means that one; the one before is not lost without a word.
    if (origin !== undefined && origin !== place.name) this.#mentions.unread.push(`from ${origin}`);
    this.#mentions.origin = place.name;
    return place.next;
  }

  #isLaterStop(name: string): boolean {
    const at = (this.#options.shownStops ?? []).findIndex((stop) =>
      isSamePlace(stop, name, this.#phrases.places),
    );
    return at > 0;
  }

  #readOrigin(at: number): number {
    const { tokens } = this.#phrases;
    let next = at + 1;
    while (
      /^(?:off|out|the|trip|it|us|my|our|point|city|place|would|be|should|is|tour|journey)$/i.test(
        tokens[next] ?? '',
      )
    )
      next++;
    const isPlace = /^(?:in|from|at|of|:)$/i.test(tokens[next] ?? '');
    const place = readPlace(this.#phrases, isPlace ? next + 1 : next);
    if (place === undefined || !(place.isKnown || (isPlace && this.#stays.names.isWritten(place))))
      return at + 1;
    this.#mentions.origin = place.name;
    return this.#stays.takeFirstLeg(place.next);
  }

  /** "first one Oslo". */
  #readFirst(at: number): number {
    const place = readPlace(
      this.#phrases,
      at + (/^(?:is|:)$/i.test(this.#phrases.tokens[at + 2] ?? '') ? 3 : 2),
    );
    if (!place?.isKnown) return at + 1;
    this.#mentions.origin = place.name;
    return place.next;
  }

  #readEnd(at: number): number {
    const { tokens } = this.#phrases;
    let next = at + 1;
    while (/^(?:up|the|trip|it|our|my|point|would|be|should|is|one|stop)$/i.test(tokens[next] ?? '')) next++;
    const timed = this.#readTimedEnd(next);
    if (timed !== undefined) return timed;
    const isPlace = /^(?:in|at|:)$/i.test(tokens[next] ?? '');
    const place = readPlace(this.#phrases, isPlace ? next + 1 : next);
    const isFitting =
      place !== undefined && (place.isKnown || (isPlace && this.#stays.names.isWritten(place)));
    if (!isFitting || /^last$/i.test(tokens[at] ?? '') !== /^(?:one|stop)$/i.test(tokens[at + 1] ?? ''))
      return isPlace ? next + 1 : at + 1;
    // "arrive in Paris, then head to Lyon" does not end in Paris.
    if (/^arriv/i.test(tokens[at] ?? '')) {
      const isStart = this.#mentions.origin === undefined && this.#mentions.stops.length > 0;
      if (isStart) this.#mentions.arrival = place.name;
      else this.#stays.push({ name: place.name, cue: 'to' }, at);
      return place.next;
    }
    this.#mentions.end = place.name;
    return this.#stays.readStayOfEnd(place);
  }

  /** "ending with 2 nights in Vegas". */
  #readTimedEnd(at: number): number | undefined {
    const { tokens } = this.#phrases;
    const isWith = /^with$/i.test(tokens[at] ?? '') && /^(?:in|at)$/i.test(tokens[at + 2] ?? '');
    const place =
      isWith && this.#working.lengthOf(tokens[at + 1]) ? readPlace(this.#phrases, at + 3) : undefined;
    if (!place?.isKnown) return undefined;
    this.#mentions.end = place.name;
    return this.#stays.readLength(at + 1);
  }

  /** "change the destination to Boston", "destination: Boston". */
  #readNamedEnd(at: number, field: string): number {
    let next = at + 1;
    while (/^(?:is|to|should|be|:|would|will)$/i.test(this.#phrases.tokens[next] ?? '')) next++;
    const place = next > at + 1 ? readPlace(this.#phrases, next) : undefined;
    if (place === undefined) return at + 1;
    if (field === 'origin') this.#mentions.origin = place.name;
    else this.#mentions.end = place.name;
    return place.next;
  }

  /** "to Chicago"; "LA to Chicago"; "LA to Vegas to Denver". */
  #readTo(at: number): number {
    const { tokens } = this.#phrases;
    const isTo = /^(?:to|towards)$/i.test(tokens[at] ?? '');
    if (isTo && isVerb(tokens[at + 1])) return at + 1;
    const place = readPlace(this.#phrases, at + 1);
    if (place === undefined) return at + 1;
    if (!place.isKnown && !isTo) return this.#readSight(at, place.name, place.next);
    if (!place.isKnown && (isSign(tokens[at + 1]) || !this.#stays.names.isWritten(place))) return at + 1;
    const cue = isTo ? 'to' : 'visit';
    if (place.isKnown && !this.#stays.names.canBegin(at + 1)) return at + 1;
    const isChained = isTo && this.#stays.endsAt(at);
    if (isTo) this.#beginAtNamed(at);
    return this.#marked({ isChained }, () => this.#stays.take(at + 1, cue));
  }

  /** Says something more about the first place that is read. */
  #marked(more: Pick<StayMention, 'isChained' | 'isRest'>, read: () => number): number {
    const before = this.#mentions.stops.length;
    const next = read();
    const first = this.#mentions.stops[before];
    if (first !== undefined) this.#mentions.stops[before] = { ...first, ...more };
    return next;
  }

  /** "Vienna to Prague": the first name is the start. */
  #beginAtNamed(at: number): void {
    const { stops } = this.#mentions;
    const last = stops.at(-1);
    const isHeaded = this.#colon > (this.#mentions.originAt ?? at);
    if (this.#mentions.origin === undefined && (last === undefined || !this.#stays.endsAt(at))) {
      const before = readPlaceBefore(this.#phrases, at);
      if (before && this.#stays.names.canBegin(before.from)) this.#mentions.origin = before.name;
      return;
    }
    if (
      (this.#mentions.origin !== undefined && !isHeaded) ||
      last?.cue !== 'visit' ||
      !this.#stays.endsAt(at)
    )
      return;
    if (stops.filter(({ group }) => group === last.group).length > 1) return;
    stops.pop();
    this.#mentions.origin = last.name;
    this.#mentions.originAt = last.at;
  }

  /** "day trips to Florence and Siena": visited from the stay. */
  #readDayTrips(at: number): number {
    const { names, next } = readPlaces(this.#phrases, at);
    this.#mentions.sights.push(...names);
    return Math.max(next, at);
  }

  /** "visit Legoland": what nobody knows is a sight, where there are other places. */
  #readVisit(at: number): number {
    const place = readPlace(this.#phrases, at);
    if (place !== undefined && !place.isKnown && !this.#isEdit && this.#mentions.stops.length > 0)
      return this.#readSight(at - 1, place.name, place.next);
    return this.#stays.take(at, 'visit');
  }

  /** "stop in Amarillo for Cadillac Ranch": the reason for the stop is a sight. */
  #readSight(at: number, name: string, next: number): number {
    const isName = name.split(' ').every((word) => /^(?:\p{Lu}|of$|the$|and$)/u.test(word));
    if (!isName || this.#mentions.stops.length === 0) return at + 1;
    this.#mentions.sights.push(name);
    return next;
  }

  /** "start in Miami, then Key West"; "then to Key West". */
  #readThen(at: number): number {
    const { tokens } = this.#phrases;
    const isChain = this.#mentions.stops.some(({ cue }) => cue === 'to');
    const from = /^(?:to|the)$/i.test(tokens[at + 1] ?? '') && !isVerb(tokens[at + 2]) ? at + 2 : at + 1;
    return this.#stays.takeKnown(from, isChain ? 'to' : 'visit') ?? at + 1;
  }

  /** "through Norway", "across the Alps", "around Split". */
  #readCrossed(at: number): number {
    const before = this.#mentions.stops.length;
    const isThrough = /^(?:through|over)$/i.test(this.#phrases.tokens[at] ?? '');
    const cue = isThrough ? 'via' : 'visit';
    const isAlong = /^along$/i.test(this.#phrases.tokens[at] ?? '');
    const next =
      (isAlong ? this.#stays.takeOne(at + 1, cue) : this.#stays.takeKnown(at + 1, cue)) ??
      this.#stays.takeUnknown(at + 1, cue);
    if (next === undefined) return at + 1;
    const { stops } = this.#mentions;
    const [only, ...others] = stops.slice(before);
    if (only !== undefined && others.length === 0)
      stops[before] = { ...only, isCrossed: true } satisfies StayMention;
    return next;
  }
}
