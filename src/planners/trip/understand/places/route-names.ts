import type { PlaceKnowledge } from '../../knowledge/place-knowledge.ts';
import type { RouteKind } from '../../places/gazetteer/gazetteer-format.ts';
import type { Point } from '../../places/geo.ts';
import type { TripRequirements } from '../../requirements/requirements.ts';
import { isSame } from './same-place.ts';

/** A text in which one placeholder replaces each route that it names. */
export interface TextWithRoutes {
  readonly text: string;
  /** Knows the places and those words. */
  readonly places: PlaceKnowledge;
  /** Restores the names of the routes in everything that was understood. */
  restored<Read>(read: Read): Read;
}

const MAX_NAME_WORDS = 7;
const MAX_NAME_LENGTH = 80;
/** What is longer is a pasted page, and no request for a route. */
const MAX_CHARACTERS = 4000;
/** The prefix of the placeholder words, which occur in no language. */
const STAND_IN = 'Namedroute';
const SIGNS = /^[\s("'“‘+&–—-]*|[\s)"'”’,.;:!?+&–—-]*$/gu;
/** In a longer text, a railway is one thing among others. */
const SHORT_TEXT_WORDS = 14;
/** The means of travel that such a name implies. */
const MEANS_WORDS: Readonly<Partial<Record<RouteKind, string>>> = { bike: ' by bike', foot: ' on foot' };
/** What leads to a route and to no place: one travels on it. */
const LED_BY =
  /(?<!\p{L})(?:sur|auf|entlang|par|por|le long de)\s+(?:(?:la|le|les|l'|der|die|dem|den|el|los)\s+)?$/iu;
const CYCLING = /\bcycl|\bbik(?:e|es|ing)\b|\b(?:fahr)?rad(?:tour|reise|weg|fahren|eln)?\b|\bvélo\b|\bbici/i;

/**
 * "Romantic Road in 5 days", "Highway 1": the words of such a name mean something else elsewhere, so one placeholder
 * replaces them while a text is read.
 */
export function withRoutes(text: string, places: PlaceKnowledge): TextWithRoutes {
  if (places.route === undefined || text.length > MAX_CHARACTERS)
    return { text, places, restored: (unchanged) => unchanged };
  const isCycled = CYCLING.test(text);
  const words = text.split(/(?<=\s)/u);
  const names: string[] = [];
  const isPlain = !/\S\s+\p{Lu}\p{Ll}/u.test(text);
  const read: string[] = [];
  for (let at = 0; at < words.length; ) {
    const found = routeAt(words, at, isCycled, places);
    if (found === undefined) {
      read.push(words[at] ?? '');
      at++;
      continue;
    }
    if (!found.isMeant) {
      read.push(found.before, found.after);
      at = found.next;
      continue;
    }
    const standIn = STAND_IN + String.fromCharCode(97 + names.length);
    names.push(found.name);
    const led = read.join('').replace(LED_BY, '');
    read.splice(0, read.length, led, found.before, isPlain ? standIn.toLowerCase() : standIn, found.after);
    at = found.next;
  }
  const isRoute = new RegExp(`${STAND_IN}([a-z])`, 'gi');
  const original = (name: string) =>
    name.replaceAll(
      isRoute,
      (whole, letter: string) => names[letter.toLowerCase().charCodeAt(0) - 97] ?? whole,
    );
  if (names.length === 0) return { text: read.join(''), places, restored: (unchanged) => unchanged };
  return {
    text: read.join(''),
    places: knowing(places, original),
    restored: (value) => JSON.parse(original(JSON.stringify(value))),
  };
}

const DRIVING =
  /\b(?:by|with|rental|hire|per|mit dem) (?:a |our |my )?(?:car|van|camper(?:van)?|motorbike|auto|wagen|wohnmobil)\b|\bdriving\b|\broad ?trip\b|\ben (?:voiture|coche|furgoneta|moto)\b/i;

/** "The Via de la Plata by bike", "Shikoku 88 by car": nobody walks there. */
function isOtherwise(words: readonly string[], kind: RouteKind): boolean {
  const text = words.join('');
  return DRIVING.test(text) || (kind === 'foot' && CYCLING.test(text));
}

/** Changes of stops: a route beside one of these is a place like others. */
const OF_STOPS =
  /(?<!\p{L})(?:add|skip|drop|remove|without|nights?|füg\p{L}*|ohne|ajoute\p{L}*|sans|añad\p{L}*|sin)(?!\p{L})/iu;

/** The one route that a message wants a trip to follow: "do it along the Romantic Road instead". */
export function routeToFollow(message: string, places: PlaceKnowledge): string | undefined {
  if (OF_STOPS.test(message)) return undefined;
  const names = routesNamedIn(message, places);
  return names.length === 1 ? names[0] : undefined;
}

/** The routes that a text names, each once. */
export function routesNamedIn(text: string, places: PlaceKnowledge): readonly string[] {
  if (places.route === undefined || text.length > MAX_CHARACTERS) return [];
  const words = text.split(/(?<=\s)/u);
  const found = words
    .flatMap((_, at) => routeAt(words, at, CYCLING.test(text), places) ?? [])
    .filter(({ isMeant }) => isMeant);
  return [...new Set(found.map(({ name }) => name))];
}

interface FoundRoute {
  readonly name: string;
  /** Whether it is the road of this name in the country that was named. */
  readonly isMeant: boolean;
  /** What stands right before and behind it. */
  readonly before: string;
  readonly after: string;
  readonly next: number;
}

function routeAt(
  words: readonly string[],
  at: number,
  isCycled: boolean,
  places: PlaceKnowledge,
): FoundRoute | undefined {
  if (/^(?:the|a|an|in|on|of|and|to|from|die|der|le|la|el)$/i.test((words[at] ?? '').trim()))
    return undefined;
  for (let length = Math.min(MAX_NAME_WORDS, words.length - at); length > 0; length--) {
    const run = words.slice(at, at + length).join('');
    if (run.length > MAX_NAME_LENGTH) continue;
    const name = run.trim().replaceAll(SIGNS, '');
    // A sign inside a run ends a name.
    if (name === '' || /[,;:!?()\n]|\.\s/.test(name)) continue;
    const route = places.route?.(name) ?? (isCycled && length === 1 ? cyclePath(name, places) : undefined);
    if (route === undefined || (route.kind === 'train' && words.length > SHORT_TEXT_WORDS)) continue;
    const start = run.indexOf(name);
    const isMeant = !isElsewhere(name, route.stops[0], words, places);
    return {
      isMeant,
      name: route.name.replaceAll(/["\\]/g, ''),
      before: run.slice(0, start),
      after: `${isOtherwise(words, route.kind) ? '' : (MEANS_WORDS[route.kind] ?? '')}${run.slice(start + name.length)}`,
      next: at + length,
    };
  }
  return undefined;
}

/** The RN7 of Madagascar is not that of France: a number of a road means one in the country that was named. */
function isElsewhere(
  name: string,
  point: Point | undefined,
  words: readonly string[],
  places: PlaceKnowledge,
): boolean {
  if (point === undefined || !/^\p{Lu}{1,3}[ -]?\d{1,4}$/u.test(name)) return false;
  return words.some((word) => {
    const country = word.replaceAll(SIGNS, '');
    return /^\p{Lu}\p{Ll}{3,}/u.test(country) && places.isWithinRegion(point, { country }) === false;
  });
}

/** "cycle the Danube": who rides along a river takes the path beside it. */
function cyclePath(river: string, places: PlaceKnowledge) {
  if (!/^\p{L}{4,}$/u.test(river)) return undefined;
  return places.route?.(`${river} Cycle Path`) ?? places.route?.(`${river}radweg`);
}

function knowing(places: PlaceKnowledge, original: (name: string) => string): PlaceKnowledge {
  const { area, placesOf, resolveTogether, route } = places;
  return {
    ...places,
    resolve: (query, options) => places.resolve(original(query), options),
    isWithinRegion: (point, region) => places.isWithinRegion(point, region),
    ...(area && { area: (name, query) => area(original(name), query) }),
    ...(placesOf && { placesOf: (name, query) => placesOf(original(name), query) }),
    ...(route && { route: (name) => route(original(name)) }),
    ...(resolveTogether && {
      resolveTogether: (names, options) => resolveTogether(names.map(original), options),
    }),
  };
}

/** So many of its towns beside a route say what it is for them: where they are. */
const SEVERAL_TOWNS = 2;

/** "golden triangle delhi agra jaipur": a route beside towns of it is no stop of its own. */
export function routeAround(requirements: TripRequirements, places: PlaceKnowledge): TripRequirements {
  const { via = [], origin, destination, roundTrip, constraints } = requirements;
  // "Camino de Santiago from Sarria" leads to the end of it.
  const walk = destination && places.route?.(destination.name);
  if (origin && destination && walk?.kind === 'foot' && via.length === 0 && roundTrip !== true) {
    const [begin, end] = [walk.stops[0], walk.stops.at(-1)];
    const goal = end && isSame(end.name, origin.name) ? begin : end;
    if (goal !== undefined)
      return {
        ...requirements,
        destination: { name: goal.name },
        constraints: { ...constraints, region: destination.name },
      };
  }
  const named = [...via, ...(destination ? [destination] : [])];
  const around = via.find(({ name }) => {
    const { stops = [] } = places.route?.(name) ?? {};
    const isTown = (other: { readonly name: string }) => stops.some((stop) => isSame(stop.name, other.name));
    return named.filter(isTown).length >= SEVERAL_TOWNS;
  });
  if (around === undefined) return requirements;
  const others = via.filter((visit) => visit !== around);
  return { ...requirements, via: others, constraints: { ...constraints, region: around.name } };
}
