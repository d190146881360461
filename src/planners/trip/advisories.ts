import { routeOf } from './invariants/route-monotonic.ts';
import { readingOf, type TripSubject } from './invariants/subject.ts';
import { distanceKm, drivingKm, offsetFromStretch } from './places/geo.ts';
import type { Advisory } from './planner-state.ts';

/** More driving in a day than most people like. */
const LONG_DAY_KM = 640;
/** A stop is far off the way when it is farther from it than this, and than this share of the way. */
const OFF_CORRIDOR_KM = 300;
const OFF_CORRIDOR_SHARE = 0.3;

/** What is worth knowing about a trip and nobody has to act on. */
export function advisoriesOf(subject: TripSubject): Advisory[] {
  if (subject.itinerary === null || subject.itinerary.mode === 'flight') return [];
  return [...longDrives(subject), ...offCorridor(subject)];
}

function longDrives(subject: TripSubject): Advisory[] {
  const route = routeOf(subject);
  return route.flatMap(({ stop, dayNumber }, at) => {
    const from = route[at - 1]?.stop.point ?? readingOf(subject).endpoints.origin.point;
    const km = from ? (subject.roads.km(from, stop.point) ?? drivingKm(from, stop.point)) : 0;
    if (km <= LONG_DAY_KM) return [];
    return [
      {
        type: 'LONG_DRIVE',
        target: { anchorId: stop.id, ...(dayNumber !== undefined && { dayNumber }) },
        description: `It is about ${Math.round(km)} km of driving to ${stop.name}, more than ${LONG_DAY_KM} km in a day.`,
      },
    ];
  });
}

function offCorridor(subject: TripSubject): Advisory[] {
  const { endpoints, validStops, view } = readingOf(subject);
  const { point: from } = endpoints.origin;
  const { point: to } = endpoints.destination;
  if (from === undefined || to === undefined || view?.itinerary.roundTrip) return [];
  const most = Math.max(OFF_CORRIDOR_KM, distanceKm(from, to) * OFF_CORRIDOR_SHARE);
  return validStops.flatMap(({ id, name, point }) => {
    const { offKm } = offsetFromStretch(point, from, to);
    if (offKm <= most) return [];
    return [
      {
        type: 'OFF_CORRIDOR',
        target: { anchorId: id },
        description: `${name} is ${Math.round(offKm)} km off the direct way.`,
      },
    ];
  });
}
