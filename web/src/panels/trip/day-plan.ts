import { kmText } from '../../../../src/planners/trip/exchange/km-text.ts';
import type { Anchor, Day, Itinerary, TripMode } from '../../../../src/planners/trip/itinerary/itinerary.ts';
import { usablePoint } from '../../../../src/planners/trip/itinerary/itinerary-view.ts';
import { nightsOf } from '../../../../src/planners/trip/itinerary/mutation.ts';
import { countryName } from '../../../../src/planners/trip/knowledge/country-name.ts';
import { type Point, wayKm } from '../../../../src/planners/trip/places/geo.ts';
import type { Advisory, PlannerIssue } from '../../../../src/planners/trip/planner-state.ts';
import { greatCircleRoute } from '../../../../src/planners/trip/routes/router.ts';

/** The way to a day's stop, estimated without a road map. */
export interface DayLeg {
  readonly mode: TripMode;
  readonly from: string;
  readonly km: number;
  /** Unknown if it may be driven or flown. */
  readonly hours: number | undefined;
}

/** A stop without a day of its own: the start of the trip, or a place on the way. */
export interface PassedStop {
  readonly anchor: Anchor;
  readonly isStart: boolean;
  readonly issues: readonly PlannerIssue[];
}

/** A day in the list. */
export interface DayRow {
  readonly day: Day;
  readonly stop: Anchor | undefined;
  /** Whether the traveller arrives at the stop on this day. */
  readonly arrives: boolean;
  readonly nights: number;
  readonly leg: DayLeg | undefined;
  readonly passed: readonly PassedStop[];
  readonly issues: readonly PlannerIssue[];
  readonly advisories: readonly Advisory[];
}

/** A trip in the list. */
export interface DayPlan {
  readonly rows: readonly DayRow[];
  /** Stops after the last day. */
  readonly rest: readonly PassedStop[];
  /** The issues of the trip as a whole. */
  readonly general: readonly PlannerIssue[];
  /** The remarks about the trip as a whole, such as parts of a request that were not understood. */
  readonly remarks: readonly Advisory[];
}

/** Arranges a trip by days. */
export function dayPlanOf(
  itinerary: Itinerary,
  issues: readonly PlannerIssue[],
  advisories: readonly Advisory[],
): DayPlan {
  const { anchors, days } = itinerary;
  const byId = new Map(anchors.map((anchor) => [anchor.id, anchor]));
  const stayed = new Set(days.map(({ anchorId }) => anchorId));
  const passed = passedStops(itinerary, stayed, issues);
  const used = new Set<PassedStop>();
  const misplaced = new Set(
    issues.flatMap(({ type, target }) => (type === 'ANCHOR_INVALID' ? target.anchorId : [])),
  );
  const rows = days.map((day, at): DayRow => {
    const before = days[at - 1]?.anchorId;
    const arrives = before !== day.anchorId;
    const stop = byId.get(day.anchorId);
    const index = stop === undefined ? -1 : anchors.indexOf(stop);
    const here = arrives
      ? passed.filter((each) => !used.has(each) && anchors.indexOf(each.anchor) < index)
      : [];
    for (const each of here) used.add(each);
    const way = [byId.get(before ?? ''), ...here.map(({ anchor }) => anchor), stop];
    return {
      day,
      stop,
      arrives,
      nights: stop === undefined ? 0 : nightsOf(itinerary, stop),
      leg:
        arrives && !way.some((each) => misplaced.has(each?.id)) ? legAlong(way, itinerary.mode) : undefined,
      passed: here,
      issues: issues.filter((issue) => concerns(issue, day, arrives)),
      advisories: advisories.filter((advisory) => concerns(advisory, day, arrives)),
    };
  });
  const placed = new Set([...rows.flatMap((row) => row.issues), ...passed.flatMap((stop) => stop.issues)]);
  return {
    rows,
    rest: passed.filter((each) => !used.has(each)),
    general: issues.filter((issue) => !placed.has(issue)),
    remarks: advisories.filter(
      ({ target }) => target.dayNumber === undefined && target.anchorId === undefined,
    ),
  };
}

function passedStops(
  { anchors }: Itinerary,
  stayed: ReadonlySet<string>,
  issues: readonly PlannerIssue[],
): readonly PassedStop[] {
  return anchors
    .filter(({ id }) => !stayed.has(id))
    .map((anchor) => ({
      anchor,
      isStart: anchor === anchors[0],
      issues: issues.filter(({ target }) => target.anchorId === anchor.id),
    }));
}

function concerns({ target }: Pick<PlannerIssue, 'target'>, day: Day, arrives: boolean): boolean {
  if (target.dayNumber !== undefined) return target.dayNumber === day.number;
  return arrives && target.anchorId === day.anchorId;
}

function legAlong(way: readonly (Anchor | undefined)[], mode: TripMode): DayLeg | undefined {
  const stops = way.filter((anchor) => anchor !== undefined);
  const points = stops.map((anchor) => usablePoint(anchor));
  const [from] = stops;
  const isWhole = points.every((point): point is Point => point !== undefined);
  if (from === undefined || points.length < 2 || !isWhole) return undefined;
  switch (mode) {
    case 'road': {
      const { km, hours } = greatCircleRoute(points);
      return { mode, from: from.name, km, hours };
    }
    case 'flight':
      return { mode, from: from.name, km: wayKm(points), hours: flightHours(points) };
    case 'mixed':
      return { mode, from: from.name, km: wayKm(points), hours: undefined };
  }
}

/** The average speed of an airliner, and the extra hours of each flight. */
const FLIGHT_KM_PER_HOUR = 800;
const FLIGHT_EXTRA_HOURS = 0.5;

function flightHours(points: readonly Point[]): number {
  return wayKm(points) / FLIGHT_KM_PER_HOUR + FLIGHT_EXTRA_HOURS * (points.length - 1);
}

/** A leg in words, such as "about 480 km · 5 h 20 min". */
export function legText({ km, hours }: Pick<DayLeg, 'km' | 'hours'>): string {
  const far = `about ${kmText(km)}`;
  if (hours === undefined) return far;
  const minutes = Math.round((hours * 60) / 10) * 10;
  const [whole, rest] = [Math.floor(minutes / 60), minutes % 60];
  const time = [whole > 0 && `${whole} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ');
  return time === '' ? far : `${far} · ${time}`;
}

const dayName = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** A date in words, such as "Tue, Jun 1"; anything else is unchanged. */
export function dateText(date: string): string {
  const time = Date.parse(date);
  return Number.isNaN(time) ? date : dayName.format(time);
}

/** The region of a stop: "AZ" in the United States, the country elsewhere. Other codes mean nothing to people. */
export function regionText({ admin1, country }: Pick<Anchor, 'admin1' | 'country'>): string {
  const isState = /^[A-Z]{2}$/.test(admin1 ?? '') && (country === undefined || country === 'US');
  if (isState) return admin1 ?? '';
  return country === undefined ? '' : countryName(country);
}
