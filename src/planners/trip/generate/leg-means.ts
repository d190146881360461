import type { Anchor, TripMode } from '../itinerary/itinerary.ts';
import { bareName, usablePoint } from '../itinerary/itinerary-view.ts';
import type { PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import type { SeaCrossing } from '../places/crossing.ts';
import { distanceKm, drivingKm, type Point } from '../places/geo.ts';
import type { TravelMeans, TripConstraints } from '../requirements/constraints.ts';
import type { PlannerRequest } from '../requirements/planner-request.ts';
import { roadsOnMap } from '../routes/roads.ts';
import { ON_THE_ROAD } from '../turn/questions.ts';
import { hasAirport, isByRail, landMeans } from './land-means.ts';
import type { PlacedVisit, ResolvedRequest } from './resolved-request.ts';

/** The distance from which a leg is flown by default. */
const FLY_KM = 2500;
/** Nearer, one drives whatever the time. */
const LONG_WAY_KM = 1500;
/** What one drives on a long day. */
const LONG_DAY_KM = 640;
/** The same for a single leg of a tour: more than a long day on the road. */
const FLY_LEG_KM = 900;
/** The maximum length of a default train ride. */
const LONG_TRAIN_KM = 700;
/** The same of a bus. */
const LONG_BUS_KM = 450;
/** The maximum length of a default ferry ride. */
const LONG_SAIL_HOURS = 9;
/** Nearer, nobody flies, unless the sea lies between. */
const NO_FLIGHT_KM = 300;

/** Nobody walks or cycles farther without a night on the way: it is how one gets to where the walk begins. */
const FARTHEST_BY_OWN_FORCE_KM: Partial<Record<TravelMeans, number>> = { foot: 60, bike: 180 };

/** Nearer, a train is as quick as a flight. */
const NEAR_BY_TRAIN_KM = 400;
/** Nearer, who has a car drives. */
const NEAR_BY_CAR_KM = 600;

/**
 * The default means of travel: by road, unless there is none, a leg is too far to drive, or travellers usually take the
 * train or the bus for most legs of a tour.
 */
export function modeFor(
  { origin, destination, via, isTour }: ResolvedRequest,
  isApart: boolean,
  { constraints = {}, days }: PlannerRequest,
  places: PlaceKnowledge,
): TripMode {
  const [means] = constraints.travelBy ?? [];
  if (means === 'flight') return 'flight';
  if (means !== undefined && means !== 'car') return 'mixed';
  if (!isTour && means !== 'car') {
    const sea = places.seaBetween?.(origin, destination) ?? 'none';
    const stays = [...via, destination].reduce((sum, stay) => sum + (stay.days ?? 0), 0);
    const open = days === undefined && stays === 0 ? Number.POSITIVE_INFINITY : (days ?? stays) - stays;
    const time = Math.max(open, 0) * ON_THE_ROAD[sea];
    const km = distanceKm(origin, destination);
    const isTooLong = km > LONG_WAY_KM && drivingKm(origin, destination) / LONG_DAY_KM > time;
    if (isApart || km > FLY_KM || isTooLong || sea === 'no-ferry') return 'flight';
  }
  const way = [origin, ...via, destination];
  const legs = way.slice(1).map((to, at) => [way[at] ?? to, to] as const);
  const isReachedFlying = means === undefined && via.length > 0 && legs.some(isFarLeg);
  if (!isTour && (isReachedFlying || isTooLongADay(way, means, days))) return isApart ? 'flight' : 'mixed';
  if (!isTour) return isApart ? 'flight' : 'road';
  const isFlown = ([from, to]: readonly [Point, Point]) => isTooFar(from, to, places);
  const isDriven = means === 'car' || constraints.driving !== undefined;
  const onLand = legs.filter(([from, to]) => seaOnLeg(from, to, places) === 'none');
  const driven = onLand.filter(([from, to]) => landMeans(from, to, places) === 'car');
  const isCarried = legs.length > 0 && (onLand.length === 0 || driven.length * 2 <= onLand.length);
  if (!isApart && !legs.some(isFlown)) return isCarried && !isDriven ? 'mixed' : 'road';
  return legs.every(isFlown) ? 'flight' : 'mixed';
}

/** The distance from which a leg is flown by default, and the trip continues by land. */
const FAR_LEG_KM = 1800;

function isFarLeg([from, to]: readonly [Point, Point]): boolean {
  return distanceKm(from, to) > FAR_LEG_KM;
}

/** Where the stays take all the time there is no night on the way from one to the next. */
function isTooLongADay(
  [origin, ...stops]: readonly PlacedVisit[],
  means: TravelMeans | undefined,
  days: number | undefined,
): boolean {
  const isTimed =
    stops.length > 1 && stops.every((stop) => stop.days !== undefined && stop.bound === undefined);
  if (means !== undefined || !isTimed || origin === undefined) return false;
  const open = (days ?? 0) - stops.reduce((sum, stop) => sum + (stop.days ?? 0), origin.days ?? 0);
  if (open > 1) return false;
  return stops.some((to, at) => drivingKm(stops[at - 1] ?? origin, to) > LONG_TRAIN_KM);
}

/** Longer, a leg that can be driven round the water is parted by stops on land. */
const AROUND_KM = 350;

/** Water that is no wider has a bridge. */
const RIVER_KM = 5;

/**
 * The sea crossing of a leg. A ferry that only shortens a drive does not count, nor does a ferry without cars for
 * travellers who can drive.
 */
export function seaOnLeg(
  from: Point,
  to: Point,
  places: PlaceKnowledge,
  { isDriven = false, way }: { readonly isDriven?: boolean; readonly way?: TripConstraints['way'] } = {},
): SeaCrossing {
  const sea = places.seaBetween?.(from, to) ?? 'none';
  if (sea === 'none') return sea;
  if (isDriven && places.crossing?.(from, to, { cars: true }).type === 'land') return 'none';
  const { type, seaKm } = places.crossing?.(from, to) ?? { type: 'ferry', seaKm: Number.POSITIVE_INFINITY };
  if (sea === 'no-ferry') return seaKm < RIVER_KM ? 'none' : sea;
  // Who wants to see the coast drives along it.
  const isAlong = isDriven && way !== undefined;
  return type === 'around' && (isAlong || distanceKm(from, to) >= AROUND_KM) ? 'none' : sea;
}

function isTooFar(from: Point, to: Point, places: PlaceKnowledge): boolean {
  return distanceKm(from, to) > FLY_LEG_KM || seaOnLeg(from, to, places) === 'no-ferry';
}

/** The stops with how each is reached, where that is not what the mode of the trip says anyway. */
export function withMeans(
  anchors: readonly Anchor[],
  mode: TripMode,
  { constraints = {} }: Pick<PlannerRequest, 'constraints'>,
  places: PlaceKnowledge,
): readonly Anchor[] {
  let day = 1;
  return anchors.map((anchor, at) => {
    const from = anchors[at - 1];
    day += from?.nights ?? 0;
    if (from === undefined || anchor.locked) return anchor;
    const isCarGone = day > (constraints.carUntilDay ?? Number.POSITIVE_INFINITY);
    const requested = saidMeans(beside(anchors, at), anchor.name, constraints);
    const means = requested ?? meansBetween(from, anchor, { mode, constraints, places });
    const isDriven = means === 'car' || (means === undefined && mode === 'road');
    const by = isCarGone && isDriven ? meansWithoutCar(from, anchor, constraints, places) : means;
    const drive = isDriven && !isCarGone ? driveAround(from, anchor, places) : undefined;
    if ((by === undefined || by === anchor.by) && drive === undefined) return anchor;
    return { ...anchor, ...(by && { by }), ...(drive && { drive }) };
  });
}

/** The ratio to the usual road distance from which a road counts as a detour around water. */
const LONGER = 1.1;

function driveAround(from: Anchor, to: Anchor, places: PlaceKnowledge): Anchor['drive'] {
  const [a, b] = [usablePoint(from), usablePoint(to)];
  const km = a && b && roadsOnMap(places).km(a, b);
  return km === undefined || km < drivingKm(from, to) * LONGER
    ? undefined
    : { from: from.id, km: Math.round(km) };
}

type LegEnd = Pick<Anchor, 'name' | 'country' | 'lat' | 'lng'>;

/** What decides how a leg is travelled. */
export interface LegSetting {
  readonly mode: TripMode;
  readonly constraints: TripConstraints;
  readonly places: PlaceKnowledge;
}

/** How one gets from a stop to the next; undefined where the mode of the trip says it. */
function meansBetween(
  from: LegEnd,
  to: LegEnd,
  { mode, constraints, places }: LegSetting,
): TravelMeans | undefined {
  const [a, b] = [usablePoint(from), usablePoint(to)];
  if (a === undefined || b === undefined) return undefined;
  const km = distanceKm(a, b);
  const sea = seaOnLeg(a, b, places, { isDriven: mode === 'road', way: constraints.way });
  const travelBy = (constraints.travelBy ?? []).filter(
    (means) => km <= (FARTHEST_BY_OWN_FORCE_KM[means] ?? Number.POSITIVE_INFINITY),
  );
  const [first] = travelBy;
  const land = (requested: readonly TravelMeans[]) => onLand(requested) ?? landMeans(from, to, places);
  const isByTrain = km < NEAR_BY_TRAIN_KM && landMeans(from, to, places) === 'train';
  const isGround =
    isByTrain ||
    km < NO_FLIGHT_KM ||
    (km < FLY_LEG_KM && ![from, to].every((end) => hasAirport(end, places)));
  if (mode === 'flight') return sea === 'none' && isGround ? land(travelBy) : undefined;
  const isFlyable = travelBy.includes('flight') && !travelBy.includes('ferry') && km >= NO_FLIGHT_KM;
  const isLongSail =
    travelBy.length === 0 && mode !== 'road' && (places.crossing?.(a, b).ferryHours ?? 0) > LONG_SAIL_HOURS;
  const isLongWay = travelBy.length === 0 && mode !== 'road' && km > LONG_TRAIN_KM;
  if (sea === 'ferry') return isFlyable || isLongSail || isLongWay ? 'flight' : 'ferry';
  if (sea === 'no-ferry') return first === 'ferry' ? 'ferry' : 'flight';
  if (mode === 'road') return first === 'bike' || first === 'foot' ? first : undefined;
  if (first === 'ferry') return land(travelBy.slice(1));
  // "fly there, then rent a car": what is near is driven.
  const isNear = isGround || (travelBy.length > 1 && km < NEAR_BY_CAR_KM);
  if (first === 'flight' && isNear) return land(travelBy);
  // A train goes as far as there are rails.
  if (first === 'train' && !isByRail(from, to, places)) return 'bus';
  if (first !== undefined) return first;
  const means = land(travelBy);
  return km > (means === 'bus' ? LONG_BUS_KM : LONG_TRAIN_KM) ? 'flight' : means;
}

/** The means of travel after the last day with a car. */
export function meansWithoutCar(
  from: LegEnd,
  to: LegEnd,
  { travelBy = [] }: Pick<TripConstraints, 'travelBy'>,
  places: PlaceKnowledge,
): TravelMeans {
  const usual = landMeans(from, to, places);
  return onLand(travelBy.filter((means) => means !== 'car')) ?? (usual === 'car' ? 'bus' : usual);
}

function onLand(travelBy: readonly TravelMeans[]): TravelMeans | undefined {
  return travelBy.find((means) => means !== 'flight' && means !== 'ferry');
}

/** The stops from which one leaves for the stop at this index: the one before it, and those that it is beside. */
function beside(anchors: readonly Anchor[], at: number): readonly string[] {
  const [to, from] = [anchors[at], anchors[at - 1]];
  if (to === undefined || from === undefined) return [];
  const far = distanceKm(from, to);
  return [from, ...anchors.slice(0, at - 1).filter((stop) => distanceKm(stop, from) * 2 < far)].map(
    ({ name }) => name,
  );
}

/** "the ferry from Tallinn to Helsinki": how a single leg is to be travelled. */
function saidMeans(
  from: readonly string[],
  to: string,
  { legs = [] }: TripConstraints,
): TravelMeans | undefined {
  const isAt = (place: string, name: string) => bareName(place) === bareName(name);
  const isFrom = (place: string, isOnly: boolean) =>
    (isOnly ? from.slice(0, 1) : from).some((name) => isAt(place, name));
  return legs.find(
    (leg) =>
      (leg.from !== undefined || leg.to !== undefined) &&
      (leg.from === undefined || isFrom(leg.from, leg.to === undefined)) &&
      (leg.to === undefined || isAt(leg.to, to)),
  )?.by;
}
