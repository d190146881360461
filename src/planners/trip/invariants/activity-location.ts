import { REACH_KM } from '../itinerary/day-changes.ts';
import { type Activity, TRANSIT } from '../itinerary/itinerary.ts';
import { usablePoint } from '../itinerary/itinerary-view.ts';
import { distanceKm, offsetFromWay, type Point } from '../places/geo.ts';
import { readingOf, type TripFinding, type TripSubject, type ValidStop, validStopOf } from './subject.ts';

/** An activity that is out of reach on its day. */
export interface MisplacedActivity {
  readonly activity: Activity;
  readonly dayNumber: number;
  readonly stop: ValidStop;
  readonly point: Point;
  readonly km: number;
}

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
      const isOnWay = way !== undefined && km > REACH_KM && offsetFromWay(point, way).offKm <= REACH_KM;
      return km <= REACH_KM || isOnWay ? [] : [{ activity, dayNumber: view.day.number, stop, point, km }];
    });
  });
}
