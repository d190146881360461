import type { Itinerary } from '../../src/planners/trip/itinerary/itinerary.ts';
import { resolvePlace } from '../../src/planners/trip/places/embedded.ts';
import type { Place } from '../../src/planners/trip/places/gazetteer/gazetteer.ts';
import { embeddedGazetteer } from '../../src/planners/trip/places/gazetteer/gazetteer-file.ts';
import { nameKey } from '../../src/planners/trip/places/gazetteer/name-key.ts';
import { distanceKm } from '../../src/planners/trip/places/geo.ts';

/** A road trip to London through so many real towns of all continents, each nearer than the one before: nothing is wrong with it. */
export function townTrip(count: number): Itinerary {
  const [london] = resolvePlace('London');
  if (london === undefined) throw new RangeError('there is no London');
  const towns = distinctTowns();
  const step = towns.length / count;
  const chosen = Array.from({ length: count }, (_, at) => towns[Math.floor(at * step)]).filter(
    (town) => town !== undefined,
  );
  const anchors = chosen
    .toSorted((a, b) => distanceKm(b, london) - distanceKm(a, london))
    .map(({ name, admin1, country, lat, lng }, at) => {
      return { id: `stop-${at}`, name, admin1, country, lat, lng, nights: 1 };
    });
  const [first] = anchors;
  return {
    mode: 'road',
    roundTrip: false,
    origin: { name: first?.name ?? '', ...(first && { lat: first.lat, lng: first.lng }) },
    destination: { name: 'London', lat: london.lat, lng: london.lng },
    anchors,
    days: anchors.map(({ id }, at) => ({
      number: at + 1,
      anchorId: id,
      activities: [
        { id: `${id}-a`, title: 'A walk', kind: 'NATURE' },
        { id: `${id}-b`, title: 'A museum', kind: 'MUSEUM' },
      ],
    })),
  };
}

const MIN_POPULATION = 5000;
const APART_DEGREES = 0.1;

/** Towns that nobody takes for one another: at least some kilometres apart, and of different names within a region. */
function distinctTowns(): Place[] {
  const gazetteer = embeddedGazetteer();
  const used = new Set<string>();
  const towns: Place[] = [];
  for (let at = 0; at < gazetteer.size; at++) {
    if (gazetteer.populationOf(at) < MIN_POPULATION || gazetteer.kindOf(at) !== 'town') continue;
    const town = gazetteer.place(at);
    const keys = [
      `${nameKey(town.name)}|${town.admin1}|${town.country}`,
      ...[0, 1].flatMap((x) =>
        [0, 1].map((y) => cell(town.lat / APART_DEGREES + x, town.lng / APART_DEGREES + y)),
      ),
    ];
    if (keys.some((key) => used.has(key))) continue;
    for (const key of keys) used.add(key);
    towns.push(town);
  }
  return towns;
}

function cell(x: number, y: number): string {
  return `${Math.floor(x)},${Math.floor(y)}`;
}
