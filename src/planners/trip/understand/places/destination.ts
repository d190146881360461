import type { PlaceKnowledge } from '../../knowledge/place-knowledge.ts';
import { distanceKm, type Point } from '../../places/geo.ts';
import type { TripRequirements } from '../../requirements/requirements.ts';
import type { Areas } from './areas.ts';
import type { PlaceMentions, StayMention } from './place-mentions.ts';

/** The destination: the stated end, the place after "to", or the last place named. */
export function destinationOf(
  mentions: PlaceMentions,
  before: TripRequirements,
  { region }: Areas,
  { isFlown, places }: { readonly isFlown: boolean; readonly places: PlaceKnowledge },
): { destination?: string; stops: readonly StayMention[] } {
  const { stops } = mentions;
  if (mentions.end !== undefined) return { destination: mentions.end, stops };
  const isOneWay =
    before.destination === undefined && mentions.home === undefined && before.roundTrip !== true;
  const early = isOneWay ? endBeforeOthers(mentions, places) : undefined;
  if (early !== undefined) return { destination: early, stops };
  const to = stops.findLast(({ cue }) => cue === 'to');
  const behind = stops
    .slice(to === undefined ? 0 : stops.indexOf(to) + 1)
    .findLast(({ cue }) => cue === 'visit');
  // "a trip to Birmingham, and then 2 days in London"; "flight to Lisbon. Lisbon, Lagos, Seville".
  const isChain = new Set(stops.filter(({ cue }) => cue === 'to').map(({ group }) => group)).size > 1;
  const isFirstOfTour =
    to !== undefined &&
    !isChain &&
    behind !== undefined &&
    (isFlown || (mentions.origin ?? before.origin) === undefined);
  if (to !== undefined && !isFirstOfTour) return { destination: to.name, stops };
  if (before.destination !== undefined) return { stops };
  // What is passed on the way is no end, unless it is all there is on a round trip.
  const last = stops.findLast(({ cue }) => cue === 'visit');
  if (last !== undefined) return { destination: last.name, stops };
  if (region !== undefined) return { destination: region, stops };
  return { stops };
}

/** The ratio from which a route is travelled towards its end rather than from it. */
const MUCH_LONGER = 1.15;

/** "Melbourne to Adelaide, the Great Ocean Road, then the Grampians": what lies on the way is no end, though it is named last. */
function endBeforeOthers({ origin, stops }: PlaceMentions, places: PlaceKnowledge): string | undefined {
  const [first, ...others] = stops.filter(({ cue }) => cue === 'to');
  const isWay = others.every(({ group, isChained }) => group !== first?.group && isChained === true);
  if (origin === undefined || first === undefined || isWay) return undefined;
  const rest = stops.slice(stops.indexOf(first) + 1).filter(({ cue }) => cue !== 'via');
  const names = [origin, ...rest.map(({ name }) => name), first.name];
  const found = places.resolveTogether?.(names) ?? [];
  const [start, end] = [found[0], found.at(-1)];
  const between = found.slice(1, -1).flatMap((place) => place ?? []);
  if (start === undefined || end === undefined) return undefined;
  const isShorter = lengthOf([start, ...between, end]) * MUCH_LONGER < lengthOf([start, end, ...between]);
  return isShorter ? first.name : undefined;
}

function lengthOf(points: readonly Point[]): number {
  return points.slice(1).reduce((sum, point, at) => sum + distanceKm(points[at] ?? point, point), 0);
}
