import type { PlaceKnowledge } from '../place-knowledge.ts';
import { namesPlaces, noMentions, type PlaceMentions, type StayMention } from './place-mentions.ts';
import {
  afterJoin,
  goesOn,
  isCapital,
  isKnownPlace,
  isSign,
  isVerb,
  type Phrases,
  readPlace,
  readPlaceBefore,
  readPlaces,
  tokensOf,
  unjoined,
} from './place-phrases.ts';
import { readInsteadOf, readNegated, readStayChange, readSwap } from './read-corrections.ts';
import { ARRIVAL, DEPARTURE } from './reworded.ts';
import { NUMBER, numberOf } from './working-text.ts';

const is = (pattern: RegExp) => (token: string | undefined) => token !== undefined && pattern.test(token);
const isVia = is(/^(?:via|through|thru|over)$/i);
const isFlownEnd = (token: string | undefined) => token === ARRIVAL || token === DEPARTURE;
const isSkip = is(/^(?:skip|skipping|avoid|avoiding|drop|remove|without|forget|omit)$/i);
const isVisit = is(
  /^(?:visit|visiting|see|seeing|tour|touring|explore|exploring|include|including|add|adding)$/i,
);

/** Reads the places out of what is left of a text when everything else was taken. */
export function readMentions(
  text: string,
  places: PlaceKnowledge,
  {
    isFirst = false,
  }: { /** Nothing was said before: a bare name is where the trip goes. */ readonly isFirst?: boolean } = {},
): PlaceMentions {
  const phrases: Phrases = { tokens: tokensOf(text).flatMap((token) => unjoined(token, places)), places };
  const said = noMentions();
  const { tokens } = phrases;
  const unread: string[] = [];
  let at = 0;
  while (at < tokens.length) {
    const next = Math.max(readAt(phrases, at, said), at + 1);
    unread.push(next === at + 1 && !isFlownEnd(tokens[at]) ? (tokens[at] ?? '') : '|');
    at = next;
  }
  const isBare = isFirst && !namesPlaces(said);
  const leadsSomewhere = said.destination !== undefined || said.visits.length > 0;
  if (isBare || ((said.origin ?? said.home) !== undefined && !leadsSomewhere)) {
    said.visits.push(...firstNamed({ tokens: unread, places }, said.origin, isBare));
  }
  said.unread.push(...phrasesOf(unread));
  return said;
}

/** What stands together between two signs. */
function phrasesOf(tokens: readonly string[]): string[] {
  const phrases: string[][] = [[]];
  for (const token of tokens) {
    if (isSign(token)) phrases.push([]);
    else phrases.at(-1)?.push(token);
  }
  return phrases.filter((words) => words.length > 0).map((words) => words.join(' '));
}

/** "Rome in 5 days from Florence": where a trip sets out, places that begin a clause are what it goes to. */
function firstNamed(phrases: Phrases, origin: string | undefined, isBare: boolean): StayMention[] {
  const stays: StayMention[] = [];
  let at = 0;
  while (at < phrases.tokens.length) {
    const isNamed = beginsClause(phrases, at) || (isBare && isClause(phrases, at));
    at = isNamed ? Math.max(takeStays(phrases, at, stays), at + 1) : at + 1;
  }
  return stays.filter(({ name }) => name !== origin);
}

/** Whether a clause begins with a known place, written as a name. */
function beginsClause(phrases: Phrases, at: number): boolean {
  const { tokens } = phrases;
  if ((at > 0 && !isSign(tokens[at - 1])) || !/^\p{Lu}/u.test(tokens[at] ?? '')) return false;
  return readPlace(phrases, at)?.isKnown === true;
}

/** Whether a clause is a known place and nothing else, however it is written. */
function isClause(phrases: Phrases, at: number): boolean {
  const { tokens } = phrases;
  const place = at > 0 && !isSign(tokens[at - 1]) ? undefined : readPlace(phrases, at);
  return place?.isKnown === true && isSign(tokens[place.next]);
}

/** Understands what begins at a token; returns the token to go on from. */
function readAt(phrases: Phrases, at: number, said: PlaceMentions): number {
  const { tokens } = phrases;
  const [token = '', next = '', third = ''] = tokens.slice(at, at + 3).map((word) => word.toLowerCase());
  const two = `${token} ${next}`;
  const changed = readStayChange(phrases, at, said);
  if (changed !== undefined) return changed;
  if (token === 'instead' && next === 'of') return readInsteadOf(phrases, at, said);
  if (/^(?:replace|swap|switch|exchange|change)$/.test(token)) {
    const swapped = readSwap(phrases, at, said);
    if (swapped > at + 1) return swapped;
  }
  if (two === 'leave out' || two === 'cut out') return takeList(phrases, at + 2, said.skip);
  if (isSkip(token)) return takeList(phrases, at + 1, said.skip);
  if (/^(?:not|don't|dont|no)$/.test(token)) return readNegated(phrases, at, said);
  if (token === 'between') return readBetween(phrases, at, said);
  if (isFlownEnd(token)) return readFlownEnd(phrases, at, said);
  if (two === 'back to') return readHome(phrases, at + 2, said);
  if (`${two} ${third}` === 'back home to' || (token === 'home' && next === 'to'))
    return readHome(phrases, at + (token === 'home' ? 2 : 3), said);
  if (token === 'from' || two === 'out of') return readFrom(phrases, at + (token === 'from' ? 1 : 2), said);
  if (/^(?:start|starting|starts|begin|beginning|begins|leave|leaving|depart|departing)$/.test(token)) {
    return readOrigin(phrases, at, said);
  }
  if (/^(?:end|ending|ends|finish|finishing|arrive|arriving)$/.test(token)) return readEnd(phrases, at, said);
  if (/^(?:destination|origin)$/.test(token)) return readNamedEnd(phrases, at, token, said);
  if (isVia(token) || two === 'way of') return takeStays(phrases, at + (isVia(token) ? 1 : 2), said.via);
  if (
    /^(?:stop|stopping|stops|stopover|stopovers|passing|pass|nights?|stay|staying|overnight|overnighting)$/.test(
      token,
    ) &&
    /^(?:in|at|through|by|off)$/.test(next)
  ) {
    return takeStays(phrases, at + (third === 'in' || third === 'at' ? 3 : 2), said.via);
  }
  if (isVisit(token)) return takeStays(phrases, at + 1, said.visits);
  if (token === 'then') return readThen(phrases, at, said);
  const named = beginsClause(phrases, at) ? readPlace(phrases, at) : undefined;
  if (named && daysAfter(tokens, named.next)) return takeStays(phrases, at, said.visits);
  const stay = readStay(phrases, at);
  if (stay) return takeGroup(phrases, at, stay, said);
  if (token === 'to' || token === 'towards' || token === 'for' || token === 'into')
    return readTo(phrases, at, said);
  if (token === 'in' || token === 'around' || token === 'across') return readIn(phrases, at, said);
  return at + 1;
}

function takeList(phrases: Phrases, at: number, into: string[]): number {
  const { names, next } = readPlaces(phrases, at);
  into.push(...names);
  return Math.max(next, at);
}

function takeStays(phrases: Phrases, at: number, into: StayMention[]): number {
  let from = at;
  for (;;) {
    const place = readPlace(phrases, from);
    if (place === undefined) return Math.max(from, at);
    const isFitting =
      from === at
        ? place.isKnown || isCapital(phrases.tokens[place.next - 1])
        : place.isKnown && goesOn(phrases, at, { from, next: place.next });
    if (!isFitting) return Math.max(from, at);
    const days = daysAfter(phrases.tokens, place.next);
    into.push({ name: place.name, ...days?.stay });
    const end = days?.next ?? place.next;
    let next = end;
    while (/^(?:,|and|&|then|or|plus)$/i.test(phrases.tokens[next] ?? '')) next++;
    if (next === end) return end;
    from = next;
  }
}

const COUNT = new RegExp(`^(?:${NUMBER})$`, 'i');

type StayLength = Pick<StayMention, 'days' | 'isInNights'>;

/** "Rome for 3 days", "Rome (3 days)". */
function daysAfter(tokens: readonly string[], at: number): { stay: StayLength; next: number } | undefined {
  const start = /^(?:for|\()$/i.test(tokens[at] ?? '') ? at + 1 : at;
  const [count, unit] = [tokens[start] ?? '', tokens[start + 1] ?? ''];
  if (start === at || !COUNT.test(count) || !/^(?:day|night|week)s?$/i.test(unit)) return undefined;
  const next = tokens[start + 2] === ')' ? start + 3 : start + 2;
  return { stay: lengthIn(count, unit), next };
}

function lengthIn(count: string, unit: string): StayLength {
  const days = numberOf(count) * (/^week/i.test(unit) ? 7 : 1);
  return { days, ...(/^night/i.test(unit) && { isInNights: true }) };
}

/** "3 days in Rome", "two nights at Zion", and after one of those "2 in Florence". */
function readStay(phrases: Phrases, at: number): { stay: StayMention; next: number } | undefined {
  const { tokens } = phrases;
  if (!COUNT.test(tokens[at] ?? '')) return undefined;
  const hasUnit = /^(?:day|night|week)s?$/i.test(tokens[at + 1] ?? '');
  const preposition = at + (hasUnit ? 2 : 1);
  const hasPreposition = /^(?:in|at|around)$/i.test(tokens[preposition] ?? '');
  if (!hasUnit && !hasPreposition) return undefined;
  const place = readPlace(phrases, hasPreposition ? preposition + 1 : preposition);
  if (place === undefined || (!place.isKnown && !(hasUnit && hasPreposition))) return undefined;
  const stay = { name: place.name, ...lengthIn(tokens[at] ?? '1', tokens[at + 1] ?? '') };
  return { stay, next: place.next };
}

/** "10 days in Rome and Florence" is the length of both together; "3 days in Rome and 2 in Florence" is one each. */
function takeGroup(
  phrases: Phrases,
  at: number,
  { stay, next }: { readonly stay: StayMention; readonly next: number },
  said: PlaceMentions,
): number {
  const names = [stay.name];
  let end = next;
  while (/^(?:,|and|&)$/i.test(phrases.tokens[end] ?? '')) {
    const from = afterJoin(phrases.tokens, end) ?? end;
    const place = readPlace(phrases, from);
    if (!place?.isKnown || !goesOn(phrases, next - 1, { from, next: place.next })) break;
    if (daysAfter(phrases.tokens, place.next) || isVerb(phrases.tokens[from])) break;
    names.push(place.name);
    end = place.next;
  }
  if (names.length === 1) {
    said.visits.push(stay);
    return next;
  }
  said.visits.push(...names.map((name) => ({ name })));
  said.total = (stay.days ?? 0) + (stay.isInNights ? 1 : 0);
  return Math.max(end, at + 1);
}

/** "into Rome and out of Milan". */
function readFlownEnd(phrases: Phrases, at: number, said: PlaceMentions): number {
  const place = readPlace(phrases, at + 1);
  if (place === undefined) return at + 1;
  if (phrases.tokens[at] === ARRIVAL) said.arrival = place.name;
  else {
    // "to Rome, and returning from Venice"
    if (said.destination !== undefined) said.via.push({ name: said.destination });
    said.destination = place.name;
  }
  return place.next;
}

/** "back to Vienna", "back home to Vienna". */
function readHome(phrases: Phrases, at: number, said: PlaceMentions): number {
  const place = readPlace(phrases, at);
  if (place?.isKnown) said.home = place.name;
  return place?.next ?? at;
}

function readBetween(phrases: Phrases, at: number, said: PlaceMentions): number {
  const { names, next } = readPlaces(phrases, at + 1);
  const [origin, destination] = names;
  if (origin === undefined || destination === undefined || said.origin !== undefined) return at + 1;
  said.origin = origin;
  said.destination = destination;
  return next;
}

function readFrom(phrases: Phrases, at: number, said: PlaceMentions): number {
  const place = readPlace(phrases, at);
  if (place === undefined) return at;
  // Who names another start means that one; the one before is not lost without a word.
  if (said.origin !== undefined && said.origin !== place.name) said.unread.push(`from ${said.origin}`);
  said.origin = place.name;
  return place.next;
}

function readOrigin(phrases: Phrases, at: number, said: PlaceMentions): number {
  const { tokens } = phrases;
  let next = at + 1;
  while (/^(?:off|out|the|trip|it|us|my|our|point|city|place|would|be|should|is)$/i.test(tokens[next] ?? ''))
    next++;
  const isPlace = /^(?:in|from|at|of|:)$/i.test(tokens[next] ?? '');
  const place = readPlace(phrases, isPlace ? next + 1 : next);
  if (place === undefined || (!isPlace && !place.isKnown)) return at + 1;
  said.origin = place.name;
  return place.next;
}

function readEnd(phrases: Phrases, at: number, said: PlaceMentions): number {
  const { tokens } = phrases;
  let next = at + 1;
  while (/^(?:up|the|trip|it|our|my|point|would|be|should|is)$/i.test(tokens[next] ?? '')) next++;
  const isPlace = /^(?:in|at|:)$/i.test(tokens[next] ?? '');
  const place = readPlace(phrases, isPlace ? next + 1 : next);
  if (place === undefined || (!isPlace && !place.isKnown)) return isPlace ? next + 1 : at + 1;
  said.destination = place.name;
  return place.next;
}

/** "change the destination to Boston", "destination: Boston". */
function readNamedEnd(phrases: Phrases, at: number, field: string, said: PlaceMentions): number {
  let next = at + 1;
  while (/^(?:is|to|should|be|:|would|will)$/i.test(phrases.tokens[next] ?? '')) next++;
  const place = next > at + 1 ? readPlace(phrases, next) : undefined;
  if (place === undefined) return at + 1;
  if (field === 'origin') said.origin = place.name;
  else said.destination = place.name;
  return place.next;
}

/** "to Chicago"; "LA to Chicago"; "LA to Vegas to Denver". */
function readTo(phrases: Phrases, at: number, said: PlaceMentions): number {
  const { tokens } = phrases;
  const isTo = /^to$/i.test(tokens[at] ?? '');
  if (isTo && isVerb(tokens[at + 1])) return at + 1;
  const place = readPlace(phrases, at + 1);
  if (place === undefined || (!place.isKnown && (!isTo || isSign(tokens[at + 1])))) return at + 1;
  if (!isTo && said.destination !== undefined) return at + 1;
  const before = isTo && said.origin === undefined ? readPlaceBefore(phrases, at) : undefined;
  if (before) said.origin = before.name;
  const stays: StayMention[] = [];
  const next = takeStays(phrases, at + 1, stays);
  const last = stays.at(-1) ?? { name: place.name };
  if (said.destination !== undefined && isTo && said.destination !== stays[0]?.name) {
    if (isKnownPlace(said.destination, phrases.places)) said.via.push({ name: said.destination });
    else said.unread.push(said.destination);
  }
  said.destination = last.name;
  // How long to stay at the destination is kept as for every other stop.
  said.via.push(...stays.filter((stay) => stay !== last || stay.days !== undefined));
  return Math.max(next, place.next);
}

/** "start in Miami, then Key West". */
function readThen(phrases: Phrases, at: number, said: PlaceMentions): number {
  const place = readPlace(phrases, at + 1);
  return place?.isKnown ? takeStays(phrases, at + 1, said.visits) : at + 1;
}

/** "a week in Japan". */
function readIn(phrases: Phrases, at: number, said: PlaceMentions): number {
  const place = readPlace(phrases, at + 1);
  if (!place?.isKnown) return at + 1;
  const before = said.visits.length;
  const next = takeStays(phrases, at + 1, said.visits);
  return said.visits.length > before ? next : place.next;
}
