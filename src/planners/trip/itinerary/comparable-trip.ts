import { dateText } from './date-text.ts';
import type { Activity, Anchor, Itinerary } from './itinerary.ts';
import { TRANSIT } from './itinerary.ts';

/** A stop as a person compares it: where it is in the trip, and what is done there. */
interface ComparableStop {
  readonly id: string;
  readonly name: string;
  /** The first of its days; absent for a place that is only passed. */
  readonly day?: number;
  readonly days?: number;
  readonly by?: string;
  readonly locked?: true;
  readonly isWrong?: true;
  readonly thingsToDo: readonly { readonly id: string; readonly title: string }[];
}

/**
 * A trip as two of them are compared: by its stops, and not by its days. A stop that is added then is one difference,
 * and those after it are a day later.
 */
export function comparableTrip({ mode, roundTrip, origin, destination, anchors, days }: Itinerary) {
  return {
    mode,
    roundTrip,
    from: origin.name,
    to: destination.name,
    dates:
      days[0]?.date === undefined
        ? null
        : `${dateText(days[0].date)} to ${dateText(days.at(-1)?.date ?? '')}`,
    stops: anchors.map((anchor) =>
      comparableStop(
        anchor,
        days.filter(({ anchorId }) => anchorId === anchor.id),
      ),
    ),
  };
}

function comparableStop(
  { id, name, by, locked, validity }: Anchor,
  days: readonly { readonly number: number; readonly activities: readonly Activity[] }[],
): ComparableStop {
  const [first] = days;
  return {
    id,
    name,
    ...(first && { day: first.number, days: days.length }),
    ...(by !== undefined && { by }),
    ...(locked && { locked }),
    ...(validity === 'INVALID' && { isWrong: true as const }),
    thingsToDo: days.flatMap(({ activities }) =>
      activities.filter(({ kind }) => kind !== TRANSIT).map((each) => ({ id: each.id, title: each.title })),
    ),
  };
}
