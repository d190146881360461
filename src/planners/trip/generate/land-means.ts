import type { Anchor } from '../itinerary/itinerary.ts';
import { usablePoint } from '../itinerary/itinerary-view.ts';
import type { PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import type { Point } from '../places/geo.ts';
import type { TravelMeans } from '../requirements/constraints.ts';

type Stop = Pick<Anchor, 'country' | 'lat' | 'lng'>;

/** Countries where trains go nearly everywhere, to villages too. */
const DENSE_RAIL = new Set('AT BE CH CZ DE DK FR GB HU IT JP LI LU MC NL PL SI SK TW'.split(' '));

/** Countries where trains connect the larger towns. */
const RAIL = new Set(
  'AM AZ BD BG BY CN DZ EE EG ES FI GE IE IL IN KR KZ LK LT LV MA MD MY NO PK PT RO RS RU SE SG TH TN TR UA UZ VN'.split(
    ' ',
  ),
);

/** Countries where travellers without a car take buses between towns. */
const BUS = new Set(
  `AL AR BA BO BR BZ CL CO CR CU DO EC ET GH GR GT HN HR HT ID IR JM JO KE KH LA LB ME MK MM MX NI NP PA PE PH PY RW SN SV
  TJ TZ UG UY VE XK ZM ZW`.split(/\s+/),
);

/** Lines that are worth taking in countries where trains otherwise are not: south, west, north, east. */
const RAIL_AREAS: readonly (readonly [number, number, number, number])[] = [
  [38.8, -77.2, 42.5, -70.9], // Boston to Washington
  [42.2, -83.1, 46.9, -71.1], // Windsor to Quebec City
  [-8.9, 105.8, -5.9, 114.7], // Java
];

/** So many people make a town that has a station, and an airport not far away. */
const STATION_TOWN = { minPopulation: 10_000, withinKm: 10 };
const STATION_VILLAGE = { minPopulation: 1000, withinKm: 8 };
const BUS_TOWN = { minPopulation: 1000, withinKm: 30 };
const AIRPORT_TOWN = { minPopulation: 50_000, withinKm: 80 };

/** The default means of travel by land between two stops: the usual one in that country. */
export function landMeans(from: Stop, to: Stop, places: PlaceKnowledge): TravelMeans {
  if (hasStation(from, places) && hasStation(to, places)) return 'train';
  const countries = [from, to].map((stop) => countryOf(stop, places));
  const isAbroad = countries[0] !== countries[1];
  const isTransfer = isAbroad || !isByRail(from, to, places);
  const isServed = countries.every((country) => BUS.has(country) || (isTransfer && hasTrains(country)));
  // Parks and villages far from any town are reached by car only.
  return isServed && [from, to].every((stop) => isBesideTown(stop, places)) ? 'bus' : 'car';
}

/** Whether trains go to both stops, as far as is known. */
export function isByRail(from: Stop, to: Stop, places: PlaceKnowledge): boolean {
  return [from, to].every((stop) => {
    const point = usablePoint(stop);
    return point === undefined || places.isWithoutTrains?.(point) !== true;
  });
}

function hasTrains(country: string): boolean {
  return RAIL.has(country) || DENSE_RAIL.has(country);
}

function isBesideTown(stop: Stop, places: PlaceKnowledge): boolean {
  const point = usablePoint(stop);
  return point !== undefined && places.nearest(point, BUS_TOWN) !== undefined;
}

/** Whether there is an airport not far from a stop, by the size of the towns around it. */
export function hasAirport(stop: Stop, places: PlaceKnowledge): boolean {
  const point = usablePoint(stop);
  return point !== undefined && places.nearest(point, AIRPORT_TOWN) !== undefined;
}

function hasStation(stop: Stop, places: PlaceKnowledge): boolean {
  const point = usablePoint(stop);
  if (point === undefined || places.isWithoutTrains?.(point) === true) return false;
  const country = countryOf(stop, places);
  if (DENSE_RAIL.has(country)) return places.nearest(point, STATION_VILLAGE) !== undefined;
  return (RAIL.has(country) || isInRailArea(point)) && places.nearest(point, STATION_TOWN) !== undefined;
}

function isInRailArea({ lat, lng }: Point): boolean {
  return RAIL_AREAS.some(
    ([south, west, north, east]) => lat >= south && lat <= north && lng >= west && lng <= east,
  );
}

function countryOf({ country, lat, lng }: Stop, places: PlaceKnowledge): string {
  return country ?? places.nearest({ lat, lng })?.country ?? '';
}
