import type { PlaceKnowledge } from '../place-knowledge.ts';
import {
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
import { NUMBER, numberOf } from './working-text.ts';

/** A place to stay at for a while. */
export interface SaidStay {
  readonly name: string;
  readonly days?: number;
}

/** The places of a trip, by what was said. */
export interface SaidPlaces {
  origin?: string;
  destination?: string;
  via: SaidStay[];
  /** Places that are not wanted. */
  skip: string[];
  /** One place in the place of another. */
  swaps: { readonly out: string; readonly in: string }[];
  /** Places that are named without saying what for. */
  visits: SaidStay[];
}

const is = (pattern: RegExp) => (token: string | undefined) => token !== undefined && pattern.test(token);
const isVia = is(/^(?:via|through|thru|over)$/i);
const isSkip = is(/^(?:skip|skipping|avoid|avoiding|drop|remove|without|forget|omit)$/i);
const isVisit = is(
  /^(?:visit|visiting|see|seeing|tour|touring|explore|exploring|include|including|add|adding)$/i,
);

/** Reads the places out of what is left of a text when everything else was taken. */
export function placesSaid(text: string, places: PlaceKnowledge): SaidPlaces {
  const phrases: Phrases = { tokens: tokensOf(text).flatMap((token) => unjoined(token, places)), places };
  const said: SaidPlaces = { via: [], skip: [], swaps: [], visits: [] };
  const { tokens } = phrases;
  let at = 0;
  while (at < tokens.length) at = readAt(phrases, at, said);
  if (said.origin !== undefined && said.destination === undefined && said.visits.length === 0) {
    said.visits.push(...firstNamed(phrases, said.origin));
  }
  return said;
}

/** "Rome in 5 days from Florence": where a trip sets out, a place that begins a clause is what it goes to. */
function firstNamed(phrases: Phrases, origin: string): SaidStay[] {
  for (let at = 0; at < phrases.tokens.length; at++) {
    if (!beginsClause(phrases, at)) continue;
    const stays: SaidStay[] = [];
    takeStays(phrases, at, stays);
    if (stays.some(({ name }) => name !== origin)) return stays.filter(({ name }) => name !== origin);
  }
  return [];
}

/** Whether a clause begins with a known place, written as a name. */
function beginsClause(phrases: Phrases, at: number): boolean {
  const { tokens } = phrases;
  if ((at > 0 && !isSign(tokens[at - 1])) || !/^\p{Lu}/u.test(tokens[at] ?? '')) return false;
  return readPlace(phrases, at)?.isKnown === true;
}

/** Understands what begins at a token; returns the token to go on from. */
function readAt(phrases: Phrases, at: number, said: SaidPlaces): number {
  const { tokens } = phrases;
  const [token = '', next = '', third = ''] = tokens.slice(at, at + 3).map((word) => word.toLowerCase());
  const two = `${token} ${next}`;
  if (token === 'instead' && next === 'of') return readInsteadOf(phrases, at, said);
  if (/^(?:replace|swap|exchange)$/.test(token)) return readSwap(phrases, at, said);
  if (two === 'leave out' || two === 'cut out') return takeList(phrases, at + 2, said.skip);
  if (isSkip(token)) return takeList(phrases, at + 1, said.skip);
  if (/^(?:not|don't|dont|no)$/.test(token)) return readNegated(phrases, at, said);
  if (token === 'between') return readBetween(phrases, at, said);
  if (two === 'back to') return readPlace(phrases, at + 2)?.next ?? at + 2;
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
  if (stay) {
    said.visits.push({ name: stay.name, days: stay.days });
    return stay.next;
  }
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

function takeStays(phrases: Phrases, at: number, into: SaidStay[]): number {
  let from = at;
  for (;;) {
    const place = readPlace(phrases, from);
    if (place === undefined || (!place.isKnown && from !== at)) return Math.max(from, at);
    const days = daysAfter(phrases.tokens, place.next);
    into.push({ name: place.name, ...(days && { days: days.count }) });
    const end = days?.next ?? place.next;
    let next = end;
    while (/^(?:,|and|&|then|or|plus)$/i.test(phrases.tokens[next] ?? '')) next++;
    if (next === end) return end;
    from = next;
  }
}

const COUNT = new RegExp(`^(?:${NUMBER})$`, 'i');

/** "Rome for 3 days", "Rome (3 days)". */
function daysAfter(tokens: readonly string[], at: number): { count: number; next: number } | undefined {
  const start = /^(?:for|\()$/i.test(tokens[at] ?? '') ? at + 1 : at;
  const [count, unit] = [tokens[start] ?? '', tokens[start + 1] ?? ''];
  if (start === at || !COUNT.test(count) || !/^(?:day|night|week)s?$/i.test(unit)) return undefined;
  const next = tokens[start + 2] === ')' ? start + 3 : start + 2;
  return { count: daysIn(count, unit), next };
}

function daysIn(count: string, unit: string): number {
  if (/^week/i.test(unit)) return numberOf(count) * 7;
  return numberOf(count) + (/^night/i.test(unit) ? 1 : 0);
}

/** "3 days in Rome", "two nights at Zion", and after one of those "2 in Florence". */
function readStay(phrases: Phrases, at: number): { name: string; days: number; next: number } | undefined {
  const { tokens } = phrases;
  if (!COUNT.test(tokens[at] ?? '')) return undefined;
  const hasUnit = /^(?:day|night|week)s?$/i.test(tokens[at + 1] ?? '');
  const preposition = at + (hasUnit ? 2 : 1);
  const hasPreposition = /^(?:in|at|around)$/i.test(tokens[preposition] ?? '');
  if (!hasUnit && !hasPreposition) return undefined;
  const place = readPlace(phrases, hasPreposition ? preposition + 1 : preposition);
  if (place === undefined || (!place.isKnown && !(hasUnit && hasPreposition))) return undefined;
  const days = daysIn(tokens[at] ?? '1', tokens[at + 1] ?? '');
  return { name: place.name, days, next: place.next };
}

/** "instead of Tulsa go to Wichita"; "Wichita instead of Tulsa". */
function readInsteadOf(phrases: Phrases, at: number, said: SaidPlaces): number {
  const out = readPlace(phrases, at + 2);
  if (out === undefined) return at + 2;
  const before = readPlaceBefore(phrases, at);
  if (before) {
    said.swaps.push({ out: out.name, in: before.name });
    said.visits = said.visits.filter(({ name }) => name !== before.name);
    said.via = said.via.filter(({ name }) => name !== before.name);
    if (said.destination === before.name) delete said.destination;
    return out.next;
  }
  for (let next = out.next; next < Math.min(out.next + 6, phrases.tokens.length); next++) {
    const into = readPlace(phrases, next);
    if (into?.isKnown) {
      said.swaps.push({ out: out.name, in: into.name });
      return into.next;
    }
  }
  said.skip.push(out.name);
  return out.next;
}

function readSwap(phrases: Phrases, at: number, said: SaidPlaces): number {
  const out = readPlace(phrases, at + 1);
  if (out === undefined || !/^(?:with|by|for)$/i.test(phrases.tokens[out.next] ?? '')) return at + 1;
  const into = readPlace(phrases, out.next + 1);
  if (into === undefined) return out.next;
  said.swaps.push({ out: out.name, in: into.name });
  return into.next;
}

/** "don't go through Amarillo", "no Amarillo", "not via Tulsa". */
function readNegated(phrases: Phrases, at: number, said: SaidPlaces): number {
  let next = at + 1;
  while (
    /^(?:want|need|go|going|stop|drive|to|through|via|in|at|visit|see|over|have)$/i.test(
      phrases.tokens[next] ?? '',
    )
  )
    next++;
  const place = readPlace(phrases, next);
  if (!place?.isKnown) return at + 1;
  return takeList(phrases, next, said.skip);
}

function readBetween(phrases: Phrases, at: number, said: SaidPlaces): number {
  const { names, next } = readPlaces(phrases, at + 1);
  const [origin, destination] = names;
  if (origin === undefined || destination === undefined) return at + 1;
  said.origin = origin;
  said.destination = destination;
  return next;
}

function readFrom(phrases: Phrases, at: number, said: SaidPlaces): number {
  const place = readPlace(phrases, at);
  if (place === undefined) return at;
  said.origin = place.name;
  return place.next;
}

function readOrigin(phrases: Phrases, at: number, said: SaidPlaces): number {
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

function readEnd(phrases: Phrases, at: number, said: SaidPlaces): number {
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
function readNamedEnd(phrases: Phrases, at: number, field: string, said: SaidPlaces): number {
  let next = at + 1;
  while (/^(?:is|to|should|be|:|would|will)$/i.test(phrases.tokens[next] ?? '')) next++;
  const place = next > at + 1 ? readPlace(phrases, next) : undefined;
  if (place === undefined) return at + 1;
  if (field === 'origin') said.origin = place.name;
  else said.destination = place.name;
  return place.next;
}

/** "to Chicago"; "LA to Chicago"; "LA to Vegas to Denver". */
function readTo(phrases: Phrases, at: number, said: SaidPlaces): number {
  const { tokens } = phrases;
  const isTo = /^to$/i.test(tokens[at] ?? '');
  if (isTo && isVerb(tokens[at + 1])) return at + 1;
  const place = readPlace(phrases, at + 1);
  if (place === undefined || (!place.isKnown && (!isTo || isSign(tokens[at + 1])))) return at + 1;
  if (!isTo && said.destination !== undefined) return at + 1;
  const before = isTo && said.origin === undefined ? readPlaceBefore(phrases, at) : undefined;
  if (before) said.origin = before.name;
  const stays: SaidStay[] = [];
  const next = takeStays(phrases, at + 1, stays);
  const last = stays.at(-1) ?? { name: place.name };
  if (said.destination !== undefined && isTo && said.destination !== stays[0]?.name) {
    if (isKnownPlace(said.destination, phrases.places)) said.via.push({ name: said.destination });
  }
  said.destination = last.name;
  // How long to stay at the destination is kept as for every other stop.
  said.via.push(...stays.filter((stay) => stay !== last || stay.days !== undefined));
  return Math.max(next, place.next);
}

/** "start in Miami, then Key West". */
function readThen(phrases: Phrases, at: number, said: SaidPlaces): number {
  const place = readPlace(phrases, at + 1);
  return place?.isKnown ? takeStays(phrases, at + 1, said.visits) : at + 1;
}

/** "a week in Japan". */
function readIn(phrases: Phrases, at: number, said: SaidPlaces): number {
  const place = readPlace(phrases, at + 1);
  if (!place?.isKnown) return at + 1;
  const before = said.visits.length;
  const next = takeStays(phrases, at + 1, said.visits);
  return said.visits.length > before ? next : place.next;
}
