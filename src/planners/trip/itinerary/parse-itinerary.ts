import type { Activity, Anchor, Day, Itinerary } from './itinerary.ts';
import { TRIP_MODES } from './itinerary.ts';

/**
 * A trip parsed from any value; null if it is not a trip. Never throws. Well-formed parts stay the same objects; only
 * lists that are none, nodes that are none and missing or duplicate ids are corrected. Wrong values are left for the
 * evaluation.
 */
export function readableItinerary(given: unknown): Itinerary | null {
  if (!isRecord(given)) return null;
  const anchors = anchorsOf(given.anchors);
  const days = daysOf(given.days);
  const { mode, roundTrip, origin, destination } = given;
  const isWhole =
    anchors === given.anchors &&
    days === given.days &&
    typeof roundTrip === 'boolean' &&
    TRIP_MODES.some((known) => known === mode) &&
    isNamed(origin) &&
    isNamed(destination);
  if (isWhole) return given as unknown as Itinerary;
  return {
    ...given,
    mode: TRIP_MODES.find((known) => known === mode) ?? 'mixed',
    roundTrip: roundTrip === true,
    origin: placeOf(origin),
    destination: placeOf(destination),
    anchors,
    days,
  };
}

type Unknown = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether this is a place with a name, or with coordinates alone. */
function isNamed(place: unknown): boolean {
  return isRecord(place) && (place.name === undefined || typeof place.name === 'string');
}

function placeOf(given: unknown): Itinerary['origin'] {
  if (typeof given === 'string') return { name: given };
  if (!isRecord(given)) return { name: '' };
  return (isNamed(given) ? given : { ...given, name: '' }) as unknown as Itinerary['origin'];
}

function anchorsOf(given: unknown): readonly Anchor[] {
  if (!Array.isArray(given)) return [];
  const used = new Set<string>();
  const kept = given.filter(isRecord).map((anchor, at) => {
    const wanted = typeof anchor.id === 'string' && anchor.id !== '' ? anchor.id : `anchor-${at + 1}`;
    const id = used.has(wanted) ? freeId(wanted, used) : wanted;
    used.add(id);
    return anchor.id === id ? anchor : { ...anchor, id };
  });
  return (sameList(given, kept) ? given : kept) as unknown as readonly Anchor[];
}

function freeId(wanted: string, used: ReadonlySet<string>): string {
  let count = 2;
  while (used.has(`${wanted}#${count}`)) count++;
  return `${wanted}#${count}`;
}

function daysOf(given: unknown): readonly Day[] {
  if (!Array.isArray(given)) return [];
  const kept = given.filter(isRecord).map((day, at) => {
    const activities = activitiesOf(day.activities);
    const number = typeof day.number === 'number' && Number.isFinite(day.number) ? day.number : at + 1;
    return day.activities === activities && day.number === number ? day : { ...day, number, activities };
  });
  return (sameList(given, kept) ? given : kept) as unknown as readonly Day[];
}

function activitiesOf(given: unknown): readonly Activity[] {
  if (!Array.isArray(given)) return [];
  const kept = given.filter(isRecord);
  return (sameList(given, kept) ? given : kept) as unknown as readonly Activity[];
}

function sameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, at) => value === b[at]);
}
