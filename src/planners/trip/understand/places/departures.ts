import type { TripRequirements } from '../../requirements/requirements.ts';
import { isSame } from './same-place.ts';

/** Words before the city of departure at the end, in English, German, French and Spanish. */
const LEAVING = [
  '(?:fly|flying|flights?|flies|leave|leaving|depart|departing|return|returning|back|home|out)(?: (?!from\\b|of\\b)[\\p{Ll}]+){0,2} (?:out )?(?:of|from)',
  '(?:zurück|rückflug|heimflug|abflug|abflug geht|fliegen|heimwärts)(?: \\p{Ll}+)? (?:ab|von|aus)',
  '(?:retour|vol retour|repartir|repartons|repart)(?: \\p{Ll}+)? (?:de|depuis)',
  '(?:vuelta|regreso|regresar|regresamos|volver|volvemos|vuelo de vuelta)(?: \\p{Ll}+)? (?:de|desde)',
].join('|');

/** Who names fewer places between visits both ends: "from New York into Rome and out of Milan". */
const SEVERAL = 2;

/**
 * "Kraków, Tarnów, Warsaw and Toruń, fly home from Gdańsk": the city of departure gets only the last day.
 */
export function withDeparture(requirements: TripRequirements, text: string): TripRequirements {
  const { origin, destination, via = [], roundTrip = false } = requirements;
  if (destination === undefined || roundTrip) return requirements;
  const { name, days, nights } = destination;
  const isEnd = (other: string) =>
    isSame(other, name) || (origin !== undefined && isSame(other, origin.name));
  // If every other stay has a length, the end takes the remaining days.
  const open = via.filter(
    (stop) => !isEnd(stop.name) && stop.days === undefined && stop.nights === undefined,
  );
  const isTimed = days !== undefined || nights !== undefined || via.some((stop) => isSame(stop.name, name));
  if (open.length < SEVERAL || isTimed || !isLeft(name, text)) return requirements;
  return { ...requirements, destination: { ...destination, days: 1 } };
}

/** Whether a place is named only as the one to leave from: "Bologna and Venice, fly home from Venice" visits it. */
function isLeft(name: string, text: string): boolean {
  const named = `(?<![\\p{L}])${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}])`;
  const others = text.replace(new RegExp(`(?<![\\p{L}])(?:${LEAVING}) ${named}`, 'iu'), '');
  return others !== text && !new RegExp(named, 'iu').test(others);
}
