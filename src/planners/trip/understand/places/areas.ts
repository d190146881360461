import type { PlaceKnowledge } from '../../knowledge/place-knowledge.ts';
import type { Point } from '../../places/geo.ts';
import { isCityCountry, type PlaceCandidate } from '../../places/place-candidate.ts';
import type { PlaceMentions, StayLength, StayMention } from './place-mentions.ts';

/** What of the named places is a stop, and what only says where the stops are. */
export interface Areas {
  readonly stops: readonly StayMention[];
  /** The one country or region that the trip stays in. */
  readonly region?: string;
  /** How long to stay in it. */
  readonly total?: StayLength;
}

/** Kinds of places that others lie in. */
const AREA_KINDS: ReadonlySet<string> = new Set(['region', 'coast', 'desert', 'island', 'mountain']);
/** The margins in degrees: around an area without a known extent, and around the extent of one. */
const REACH_DEGREES = 0.8;
const EDGE_DEGREES = 0.3;
/** The same of an island, which has others around it. */
const ISLAND_REACH_DEGREES = 0.2;
const SHORE_DEGREES = 0.03;

/**
 * "10 days in Italy: Rome, Florence and Venice", "Kenya safari, Masai Mara and Amboseli": a country or region that is named
 * beside places is where they are, and no stop of its own. Named alone, or in a list with others, it is a stop.
 */
export function areasIn({ stops, origin, end, arrival, home }: PlaceMentions, places: PlaceKnowledge): Areas {
  const found = new Map(
    stops.map((stop) => [stop, places.resolve(stop.name, { limit: 1, typos: false })[0]]),
  );
  const isArea = (stop: StayMention) => {
    const place = found.get(stop);
    return isAreaPlace(place) && !(place && isCityCountry(place) && !stop.isHeading && stops.length > 1);
  };
  const ends = [origin, end, arrival, home].filter((name) => name !== undefined);
  const others = stops.filter((stop) => !isArea(stop) && !stop.isHeading);
  const near = [
    ...others.map((stop) => found.get(stop)),
    ...ends
      .map((name) => places.resolve(name, { limit: 1, typos: false })[0])
      .filter((place) => !isIslandOf(place)),
  ].flatMap((place) => place ?? []);
  const isContaining = (stop: StayMention): boolean => {
    const area = found.get(stop);
    if (area === undefined) return false;
    if (area.match === 'region' && near.some((place) => isIn(place, area, stop.name, places))) return true;
    if (area.match === 'region' && area.extent === undefined) return false;
    return near.some((place) => reaches(area, place, stop.name, places));
  };
  // "bird watching on Mykines": an island of the country that was named.
  const holdsAreas = (stop: StayMention): boolean => {
    const area = found.get(stop);
    if (area?.match !== 'region' || area.kind === undefined) return false;
    if (AREA_KINDS.has(area.kind)) return holdsAll(stop, area);
    return stops.some((other) => {
      const inner = found.get(other);
      return (
        other.group !== stop.group &&
        !other.isHeading &&
        inner?.kind !== undefined &&
        AREA_KINDS.has(inner.kind) &&
        isIn(inner, area, stop.name, places)
      );
    });
  };
  // "Montserrat and Antigua, Caribbean"
  const holdsAll = (stop: StayMention, area: PlaceCandidate): boolean => {
    const inner = stops.filter((other) => other.group !== stop.group && !other.isHeading);
    return (
      inner.length > 1 &&
      inner.length === stops.length - 1 &&
      inner.every((other) => {
        const place = found.get(other);
        return place !== undefined && isWithin(place, area.extent);
      })
    );
  };
  const containers = stops.filter((stop) => {
    const group = stops.filter((each) => each.group === stop.group);
    const isOnlyAreas = group.every((each) => isArea(each) || each.isHeading);
    if (holdsAreas(stop)) return true;
    const hasOthers = others.length > 0 || ends.length > 1;
    if (stop.isHeading && others.length > 0) return true;
    if (stop.isCrossed && stop.cue === 'visit' && hasOthers && !hasLength(stop)) return true;
    if (!isArea(stop) || !isOnlyAreas) return false;
    if (stop.isCrossed && (hasOthers || ends.length > 0)) return true;
    // "Oban - Mull - Iona": a destination is a stop, unless it comes first.
    if (stop.cue === 'to' && stops.some(({ at }) => at >= 0 && at < stop.at)) return false;
    const own = stop.days ?? stop.nights;
    const timed = stops.filter((other) => other !== stop && !other.isHeading);
    const theirs = timed.reduce((sum, { days, nights }) => sum + (days ?? nights ?? 0), 0);
    if (own !== undefined && own < Math.max(theirs, others.length)) return false;
    // Of several in a row, all contain something or all are stops.
    return (
      hasOthers &&
      group.every((each) => isContaining(each) || each.isHeading) &&
      !(stop.cue === 'to' && others.length === 0)
    );
  });
  const rest = stops.filter((stop) => !containers.includes(stop));
  // Of "Kerala, no flights within India", the trip stays in Kerala.
  const holdsAnother = (stop: StayMention) => {
    const area = found.get(stop);
    return containers.some((other) => {
      const inner = found.get(other);
      return (
        other.name !== stop.name &&
        area?.match === 'region' &&
        inner !== undefined &&
        isIn(inner, area, stop.name, places)
      );
    });
  };
  const headings = containers.filter((stop) => isArea(stop) && stop.isHeading);
  const own =
    headings.length > 0 ? headings : containers.filter((stop) => isArea(stop) && !holdsAnother(stop));
  const names = [...new Set((own.length > 0 ? own : containers.filter(isArea)).map(({ name }) => name))];
  const alone = rest.length === 1 && rest[0] && isArea(rest[0]) ? rest[0].name : undefined;
  const [region = alone] = names.length === 1 ? names : [];
  const timed = containers.find((stop) => stop.days !== undefined || stop.nights !== undefined);
  return { stops: rest, ...(region !== undefined && { region }), ...(timed && { total: stayLength(timed) }) };
}

function isWithin({ lat, lng }: Point, extent: PlaceCandidate['extent']): boolean {
  if (extent === undefined) return false;
  const { west, south, east, north } = extent;
  return lat >= south && lat <= north && lng >= west && lng <= east;
}

/** An island beside others is no place that they contain. */
function isIslandOf(place: PlaceCandidate | undefined): boolean {
  return place?.kind === 'island';
}

function hasLength({ days, nights }: StayMention): boolean {
  return days !== undefined || nights !== undefined;
}

function stayLength({ days, nights, bound }: StayMention): StayLength {
  return {
    ...(days !== undefined && { days }),
    ...(nights !== undefined && { nights }),
    ...(bound && { bound }),
  };
}

/** Whether a place is one that others lie in. */
export function isAreaPlace(place: PlaceCandidate | undefined): boolean {
  return (
    place !== undefined &&
    (place.match === 'region' || (place.kind !== undefined && AREA_KINDS.has(place.kind)))
  );
}

/** Whether an island, a coast or a region without borders reaches to a place, or to another place of its name. */
function reaches(
  { lat, lng, extent, country, kind }: PlaceCandidate,
  place: PlaceCandidate,
  name: string,
  places: PlaceKnowledge,
): boolean {
  const [reach, edge] =
    kind === 'island' ? [ISLAND_REACH_DEGREES, SHORE_DEGREES] : [REACH_DEGREES, EDGE_DEGREES];
  const margin = extent === undefined ? reach : edge;
  const { west, south, east, north } = extent ?? { west: lng, east: lng, south: lat, north: lat };
  const isInside = (point: Point) =>
    point.lng >= west - margin &&
    point.lng <= east + margin &&
    point.lat >= south - margin &&
    point.lat <= north + margin;
  if (isInside(place)) return true;
  const namesakes = places.resolve(place.name, {
    limit: 5,
    typos: false,
    near: { lat, lng },
    ...(country !== '' && { country }),
  });
  return namesakes.some(isInside) && name !== place.name;
}

/** Whether a place lies in a country or a division of it. */
function isIn(place: PlaceCandidate, area: PlaceCandidate, name: string, places: PlaceKnowledge): boolean {
  const isWithin = [{ country: name }, { admin1: name, country: area.country }].some(
    (region) => places.isWithinRegion(place, region) === true,
  );
  // A homonym abroad: "Cordoba" alone is in Argentina, and in Andalusia it is the one in Spain.
  return (
    isWithin ||
    places.resolve(`${place.name}, ${name}`, { limit: 1, typos: false })[0]?.country === area.country
  );
}
