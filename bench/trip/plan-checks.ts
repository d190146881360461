import type { Anchor, Itinerary } from '../../src/planners/trip/itinerary/itinerary.ts';
import { TRANSIT } from '../../src/planners/trip/itinerary/itinerary.ts';
import { embeddedPlaces } from '../../src/planners/trip/knowledge/embedded-knowledge.ts';
import { drivingKm } from '../../src/planners/trip/places/geo.ts';
import type { ConversationResult } from './conversation-result.ts';
import { isIn, isNamed } from './place-names.ts';
import type { ExpectedFields, RequestCase, Stay } from './traveller-cases.ts';

const DAY_MS = 86_400_000;
/** A day with more driving than that is said to be one. */
const MAX_DAY_KM = 900;
/** A limit is kept when a day is over it by no more than the guess that distances are. */
const TOLERANCE = 1.15;
const KM_AN_HOUR = 90;
/** So far a region without a known extent reaches. */
const NEAR_DEGREES = 1;

/** What is wrong with the plan that a request led to; nothing when a traveller would take it. */
export function planFaults({ expect, asks, checks }: RequestCase, result: ConversationResult): string[] {
  const { itinerary } = result.state.session;
  if (itinerary === null) return asks !== undefined && result.asks ? [] : [`no plan: ${result.reply}`];
  if (asks !== undefined && !asks.includes('propose') && !result.asks) return ['planned without asking'];
  return [
    ...lengthFaults(expect, itinerary),
    ...placeFaults(expect, itinerary),
    ...stayFaults(expect.stays ?? {}, itinerary),
    ...dateFaults(itinerary, expect.startDate),
    ...fillInFaults(expect, itinerary),
    ...drivingFaults(expect, itinerary, result),
    ...repeatedFaults(itinerary),
    ...checks.flatMap((check) => whereFaults(check, itinerary)),
  ];
}

function lengthFaults({ days, nights }: ExpectedFields, itinerary: Itinerary): string[] {
  const wanted = days ?? (nights === undefined ? undefined : nights + 1);
  const { length } = itinerary.days;
  if (wanted === undefined || wanted === length) return [];
  return [`${length} days instead of ${wanted}`];
}

/** The stops in the order in which they are visited. */
export function visitedIn({ anchors, days }: Itinerary): Anchor[] {
  const byId = new Map(anchors.map((anchor) => [anchor.id, anchor]));
  const visited = days.flatMap(({ anchorId }) => byId.get(anchorId) ?? []);
  return visited.filter((anchor, at) => anchor !== visited[at - 1]);
}

/** Whether a stop is the place of that name, or one of several in the area of that name. */
export function isAt({ name, area }: Anchor, spellings: string): boolean {
  return isNamed(name, spellings) || (area !== undefined && isNamed(area, spellings));
}

/** Whether a place is a stop, is passed, or is among the things to do. */
export function isVisited(itinerary: Itinerary, name: string): boolean {
  if (itinerary.anchors.some((anchor) => isAt(anchor, name))) return true;
  return itinerary.days.some(({ activities }) => activities.some(({ title }) => isIn(title, name)));
}

function placeFaults(
  { origin, destination, stops = [], mustSee = [] }: ExpectedFields,
  itinerary: Itinerary,
): string[] {
  const places = [origin, ...stops, destination].flatMap((name) => name ?? []);
  const isRegion = (name: string) => !isVisited(itinerary, name) && isToured(name, itinerary);
  const missing = [...places, ...mustSee].filter((name) => !isVisited(itinerary, name) && !isRegion(name));
  return [
    ...missing.map((name) => `${name} is missing`),
    ...orderFaults(
      stops.filter((name) => !isRegion(name)),
      itinerary,
    ),
  ];
}

/** Names that are no stops of their own are in no order. */
export function orderFaults(names: readonly string[], itinerary: Itinerary): string[] {
  const visited = visitedIn(itinerary);
  const known = names.filter((name) => visited.some((anchor) => isAt(anchor, name)));
  let at = 0;
  for (const anchor of visited) if (at < known.length && isAt(anchor, known[at] ?? '')) at++;
  if (at === known.length) return [];
  return [`${known.join(', ')} are visited as ${visited.map(({ name }) => name).join(', ')}`];
}

export function stayFaults(stays: Readonly<Record<string, Stay>>, itinerary: Itinerary): string[] {
  const last = itinerary.days.at(-1)?.anchorId;
  return Object.entries(stays).flatMap(([name, wanted]) => {
    const ids = itinerary.anchors.filter((anchor) => isAt(anchor, name)).map(({ id }) => id);
    const days = itinerary.days.filter(({ anchorId }) => ids.includes(anchorId)).length;
    const lengths = ids.includes(last ?? '') ? [days, days - 1] : [days];
    const isKept = lengths.some((length) =>
      typeof wanted === 'number'
        ? length === wanted
        : 'min' in wanted
          ? length >= wanted.min
          : length <= wanted.max,
    );
    return isKept ? [] : [`${name} ${days} days instead of ${JSON.stringify(wanted)}`];
  });
}

export function dateFaults({ days }: Itinerary, start: string | undefined): string[] {
  const dates = days.map(({ date }) => date);
  if (start !== undefined && dates[0] !== start) return [`starts on ${dates[0]} instead of ${start}`];
  if (dates.every((date) => date === undefined)) return [];
  const isWhole = dates.every(
    (date, at) =>
      at === 0 || (date !== undefined && Date.parse(date) - Date.parse(dates[at - 1] ?? '') === DAY_MS),
  );
  return isWhole ? [] : [`dates with a hole: ${dates.join(', ')}`];
}

function fillInFaults(
  { origin, destination, stops = [], region, country }: ExpectedFields,
  itinerary: Itinerary,
): string[] {
  const named = [origin, destination, ...stops].flatMap((name) => name ?? []);
  const isTour =
    region !== undefined ||
    country !== undefined ||
    [destination, ...stops].some((name) => isToured(name ?? '', itinerary));
  if (isTour || named.length < 2) return [];
  const daysAt = ({ id }: Anchor) => itinerary.days.filter(({ anchorId }) => anchorId === id).length;
  const isRequested = (anchor: Anchor) => named.some((spellings) => isAt(anchor, spellings));
  const requested = itinerary.anchors.filter(
    (anchor) => isRequested(anchor) && !isNamed(anchor.name, origin ?? '-'),
  );
  const most = Math.max(1, ...requested.map(daysAt));
  return itinerary.anchors
    .filter((anchor) => !isRequested(anchor) && daysAt(anchor) > most)
    .map((anchor) => `${anchor.name}, which nobody named, has ${daysAt(anchor)} days`);
}

function drivingFaults(
  { maxKmPerDay, maxDrivingHoursPerDay }: ExpectedFields,
  itinerary: Itinerary,
  { state, reply }: ConversationResult,
): string[] {
  const limit = Math.min(
    itinerary.mode === 'road' ? MAX_DAY_KM : Number.POSITIVE_INFINITY,
    maxKmPerDay ?? Number.POSITIVE_INFINITY,
    maxDrivingHoursPerDay === undefined ? Number.POSITIVE_INFINITY : maxDrivingHoursPerDay * KM_AN_HOUR,
  );
  const visited = visitedIn(itinerary);
  const legs = visited.slice(1).map((to, at) => ({ to, km: drivingKm(visited[at] ?? to, to) }));
  const { issues, advisories } = state.session.state;
  const spoken = [...issues, ...advisories].map(({ description }) => description).join(' ') + reply;
  return legs
    .filter(({ km, to }) => km > limit * TOLERANCE && !isIn(spoken, to.name))
    .map(({ km, to }) => `${Math.round(km)} km to ${to.name} in a day, and nothing is said`);
}

function repeatedFaults({ days }: Itinerary): string[] {
  const titles = days.flatMap(({ activities }) =>
    activities.filter(({ kind, generic }) => kind !== TRANSIT && generic !== true).map(({ title }) => title),
  );
  const twice = titles.filter((title, at) => titles.indexOf(title) !== at);
  return [...new Set(twice)].map((title) => `${title} is there twice`);
}

/** "Durango in Colorado, not Mexico", "Naples, Florida, not Italy": the place has to lie there. */
function whereFaults(check: string, itinerary: Itinerary): string[] {
  const [, place, region] =
    /^(\p{Lu}[\p{L}' ]*?)(?: in | en |, )(?:the )?(\p{Lu}[\p{L} ]+?)(?:,.*)?$/u.exec(check) ?? [];
  const anchor = itinerary.anchors.find(({ name }) => place !== undefined && isNamed(name, place));
  if (anchor === undefined || region === undefined) return [];
  const regions = regionsIn(/^(?:england|inglaterra)$/i.test(region) ? 'United Kingdom' : region);
  const isThere = regions.length === 0 || regions.some((name) => embeddedPlaces.isWithinRegion(anchor, name));
  return isThere ? [] : [`${anchor.name} is at ${anchor.lat}, ${anchor.lng}, not in ${region}`];
}

/** Whether a name is a country, a division or a region, and the trip goes to places in it. */
function isToured(name: string, { anchors }: Itinerary): boolean {
  if (name === '') return false;
  if (regionsIn(name).length > 0) return true;
  return name.split('|').some((spelling) => {
    const [area] = embeddedPlaces.resolve(spelling, { limit: 1, typos: false });
    if (area?.match !== 'region') return false;
    const { west, south, east, north } = area.extent ?? {
      west: area.lng - NEAR_DEGREES,
      east: area.lng + NEAR_DEGREES,
      south: area.lat - NEAR_DEGREES,
      north: area.lat + NEAR_DEGREES,
    };
    return anchors.some(({ lat, lng }) => lng >= west && lng <= east && lat >= south && lat <= north);
  });
}

function regionsIn(name: string): { country?: string; admin1?: string }[] {
  return name
    .split('|')
    .flatMap((spelling) => [{ country: spelling }, { admin1: spelling }])
    .filter((region) => embeddedPlaces.isWithinRegion({ lat: 0, lng: 0 }, region) !== undefined);
}
