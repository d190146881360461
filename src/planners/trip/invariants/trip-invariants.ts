import { shown } from '../../../journal/error.ts';
import type { Severity } from '../../../repair/issue.ts';
import type { PlannerState } from '../planner-state.ts';
import { constraintsOf, type RequestedPlace } from '../requirements/requirements.ts';
import { activityDensity } from './activity-density.ts';
import { activityPlaced } from './activity-location.ts';
import { anchorUnique } from './anchor-unique.ts';
import { constraintsKept, driveBearable } from './constraints-kept.ts';
import { routeMonotonic } from './route-monotonic.ts';
import { daysInOrder, structureWhole } from './structure.ts';
import {
  type Endpoint,
  firstDaysOf,
  readingOf,
  type TripFinding,
  type TripInvariant,
  type TripSubject,
} from './subject.ts';

/** The rules for trips, in order of priority. */
export const TRIP_INVARIANTS: readonly TripInvariant[] = [
  { name: 'INV-DESTINATION-VALID', check: destinationValid },
  { name: 'no valid anchor at all', check: someAnchorValid },
  { name: 'INV-STRUCTURE', check: structureWhole },
  { name: 'INV-DAYS-IN-ORDER', check: daysInOrder },
  { name: 'INV-ANCHOR-VALID', check: anchorValid },
  { name: 'INV-ANCHOR-UNIQUE', check: anchorUnique },
  { name: 'INV-ROUTE-MONOTONIC', check: routeMonotonic },
  { name: 'INV-DRIVE-BEARABLE', check: driveBearable },
  { name: 'INV-CONSTRAINTS-KEPT', check: constraintsKept },
  { name: 'INV-ACTIVITY-PLACED', check: activityPlaced },
  { name: 'INV-ACTIVITY-DENSITY', check: activityDensity },
];

/** The target field of an issue with all stops together. */
export const ALL_ANCHORS = 'anchors';
/** The target field of a route that leads away from its goal. */
export const DIRECTION = 'direction';

/** The severity of a finding. */
export function tripSeverity({ type, target }: TripFinding, subject: TripSubject): Severity {
  if (type === 'DESTINATION_INVALID') return 'FATAL';
  if (target.field === ALL_ANCHORS || target.field === DIRECTION) return 'FATAL';
  if (type !== 'ANCHOR_INVALID') return 'LOCAL';
  const stops = readingOf(subject).view?.stops ?? [];
  const ends = [stops[0], stops.at(-1)].filter((stop) => stop?.end !== undefined);
  return ends.some((stop) => stop?.id === target.anchorId) ? 'FATAL' : 'LOCAL';
}

function destinationValid(subject: TripSubject): TripFinding[] {
  const { endpoints } = readingOf(subject);
  const { knownFields } = subject.state;
  return [endpoints.origin, endpoints.destination].flatMap((endpoint) => {
    const { field, fault, place } = endpoint;
    if (fault === undefined) return [];
    const isNeeded = subject.itinerary !== null || (!knownFields[field] && isEndNeeded(field, subject.state));
    if (fault === 'missing' && !isNeeded) return [];
    return [
      {
        type: 'DESTINATION_INVALID' as const,
        target: { field },
        key: field,
        evidence: JSON.stringify([fault, place?.name, place?.lat, place?.lng]),
        description: faultText(endpoint),
      },
    ];
  });
}

/**
 * Whether a trip cannot be planned without this end. A stay in one place, a list of places and a tour of a region start
 * at their first stop; a drive to one place needs a start.
 */
function isEndNeeded(field: 'origin' | 'destination', { requirements }: PlannerState): boolean {
  const { destination, via = [], mode, roundTrip } = requirements;
  const { region } = constraintsOf(requirements);
  const hasStops = via.length > 0 || region !== undefined;
  if (field === 'destination') return !hasStops;
  if (destination === undefined) return !hasStops;
  return !hasStops && (mode === 'road' || roundTrip === true) && !isStay(destination);
}

function isStay({ days, nights }: RequestedPlace): boolean {
  return days !== undefined || nights !== undefined;
}

/** The problem of an end of the trip, as text. */
export function faultText({ field, fault, place }: Endpoint): string {
  const name = place?.name ?? '';
  switch (fault) {
    case 'unknown':
      return `The ${field} "${name}" is not a known place.`;
    case 'misplaced':
      return `The ${field} ${name === '' ? '' : `"${name}" `}is at (${shown(place?.lat)}, ${shown(place?.lng)}), which is not on Earth.`;
    case 'missing':
      return `The trip has no ${field}.`;
    case undefined:
      return `The ${field} is in order.`;
  }
}

function someAnchorValid(subject: TripSubject): TripFinding[] {
  const { view, validStops } = readingOf(subject);
  const count = view?.stops.length ?? 0;
  if (count === 0 || validStops.length > 0) return [];
  return [
    {
      type: 'ANCHOR_INVALID',
      target: { field: ALL_ANCHORS },
      key: ALL_ANCHORS,
      evidence: `${count}`,
      description:
        count === 1 ? 'The only stop is not where it says.' : `None of the ${count} stops is where it says.`,
    },
  ];
}

function anchorValid(subject: TripSubject): TripFinding[] {
  const { view, verdicts } = readingOf(subject);
  if (view === undefined || verdicts.every((verdict) => verdict === undefined)) return [];
  const firstDays = firstDaysOf(subject);
  return view.stops.flatMap(({ id, name, anchor, index }) => {
    const verdict = verdicts[index];
    if (verdict === undefined) return [];
    const dayNumber = firstDays.get(id);
    return [
      {
        type: 'ANCHOR_INVALID' as const,
        target: { anchorId: id, ...(dayNumber !== undefined && { dayNumber }) },
        key: id,
        evidence: JSON.stringify([anchor.name, anchor.lat, anchor.lng].map(kept)),
        description: `${name === '' ? 'A stop without a name' : name} ${verdict}.`,
        position: dayNumber ?? index,
      },
    ];
  });
}

/** A value from a file as text; empty if it is not a number. */
function kept(value: unknown): string {
  return typeof value === 'string' || Number.isFinite(value) ? String(value) : 'none';
}
