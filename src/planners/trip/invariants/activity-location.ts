import { DAY_TRIP_KM } from '../generate/must-sees.ts';
import { REACH_KM } from '../itinerary/day-changes.ts';
import { type Activity, EXCURSION, TRANSIT } from '../itinerary/itinerary.ts';
import { usablePoint } from '../itinerary/itinerary-view.ts';
import { distanceKm, offsetFromWay, type Point } from '../places/geo.ts';
import type { TravelMeans } from '../requirements/constraints.ts';
import { readingOf, type TripFinding, type TripSubject, type ValidStop, validStopOf } from './subject.ts';

/** An activity that is out of reach on its day. */
export interface MisplacedActivity {
  readonly activity: Activity;
  readonly dayNumber: number;
  readonly stop: ValidStop;
  readonly point: Point;
  readonly km: number;
}

/** The same for who walks or cycles to the stop: a day's way there and back. */
const REACH_BY_OWN_FORCE_KM: Partial<Record<TravelMeans, number>> = { bike: 60, foot: 20 };

/** INV-ACTIVITY-PLACED: the activities of a day are near its stop, or on the way there. */
export function activityPlaced(subject: TripSubject): TripFinding[] {
  return misplacedActivities(subject).map(({ activity, dayNumber, stop, km }) => ({
    type: 'ACTIVITY_MISPLACED',
    target: { dayNumber, anchorId: stop.id, field: activity.id },
    key: `${stop.id}:${activity.id}`,
    evidence: JSON.stringify([activity.title, activity.place?.lat, activity.place?.lng, stop.point]),
    description: `"${activity.title}" on day ${dayNumber} is ${Math.round(km)} km from ${stop.name}.`,
    position: dayNumber,
  }));
}

/** The activities that are out of reach on their day. */
export function misplacedActivities(subject: TripSubject): MisplacedActivity[] {
  const reading = readingOf(subject);
  let before: ValidStop | undefined;
  return (reading.view?.days ?? []).flatMap((view) => {
    const stop = validStopOf(view, reading);
    if (stop === undefined) return [];
    const way = before && before !== stop ? [before.point, stop.point] : undefined;
    before = stop;
    return view.day.activities.flatMap((activity): MisplacedActivity[] => {
      const point = activity.kind === TRANSIT ? undefined : usablePoint(activity.place ?? {});
      if (point === undefined) return [];
      const km = distanceKm(point, stop.point);
      // Who wants to go there for a day goes that far.
      const isExcursion = activity.kind === EXCURSION && activity.locked === true;
      const reach = isExcursion ? DAY_TRIP_KM : (REACH_BY_OWN_FORCE_KM[stop.anchor.by ?? 'car'] ?? REACH_KM);
      const isOnWay = way !== undefined && km > reach && offsetFromWay(point, way).offKm <= reach;
      return km <= reach || isOnWay ? [] : [{ activity, dayNumber: view.day.number, stop, point, km }];
    });
  });
}
