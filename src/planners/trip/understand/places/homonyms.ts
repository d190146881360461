import { placeLabel } from '../../fixes/place-label.ts';
import type { PlaceKnowledge } from '../../knowledge/place-knowledge.ts';
import type { PlaceCandidate } from '../../places/place-candidate.ts';
import type { TripRequirements } from '../../requirements/requirements.ts';

/** Better known, one place of a name is what most people mean. */
const WELL_KNOWN = 60;
/** Less known, a place of the same name is not thought of. */
const KNOWN = 30;
const KNOWN_ABROAD = 50;
/** So much better known than the next, a place is meant. */
const CLEARLY = 12;
const MUCH_LARGER = 4;
const MAX_NAMED = 3;

/** Which of several places of one name is meant, where nothing else says it. */
export interface HomonymDoubt {
  /** The question, if none of them is better known. */
  readonly ask?: string;
  /** The remark on the choice, if one of them is. */
  readonly assumed?: string;
}

/** Looks whether the only place of a trip could be another one of its name. */
export function homonymOf(
  { origin, destination, via = [], constraints }: TripRequirements,
  places: PlaceKnowledge,
): HomonymDoubt {
  if (destination === undefined || origin !== undefined || via.length > 0) return {};
  const { name, admin1, country } = destination;
  const hasContext = constraints?.region !== undefined || admin1 !== undefined || country !== undefined;
  if (hasContext || name.includes(',')) return {};
  const found = places
    .resolve(name, { limit: 6, typos: false })
    .filter(({ match, name: full }) => match === 'name' && full.toLowerCase() === name.toLowerCase());
  const [best, ...others] = found.toSorted((a, b) => renownOf(b) - renownOf(a));
  if (best === undefined) return {};
  const isOpen = renownOf(best) < WELL_KNOWN;
  const rivals = others.filter((other) =>
    isOpen
      ? renownOf(other) >= KNOWN &&
        renownOf(best) - renownOf(other) <= CLEARLY &&
        best.population <= other.population * MUCH_LARGER
      : renownOf(other) >= KNOWN_ABROAD,
  );
  if (rivals.length === 0) return {};
  const larger = others.filter((other) => !rivals.includes(other) && other.population >= best.population);
  const named = [best, ...rivals, ...larger].slice(0, MAX_NAMED).map(placeLabel);
  if (isOpen)
    return { ask: `Which ${best.name} do you mean: ${named.slice(0, -1).join(', ')} or ${named.at(-1)}?` };
  const [chosen, other] = [places.resolve(name, { limit: 1, typos: false })[0], rivals[0]];
  if (chosen?.lat !== best.lat || other === undefined) return {};
  return { assumed: `${best.name} is taken as ${placeLabel(best)}, and not as ${placeLabel(other)}.` };
}

function renownOf({ renown = 0 }: PlaceCandidate): number {
  return renown;
}
