import { dateText } from './date-text.ts';
import type { Activity, Anchor, Itinerary } from './itinerary.ts';
import { TRANSIT } from './itinerary.ts';

/** A stop for comparing trips: its position and its activities. */
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
 * A trip for comparing versions: by stops instead of days. An added stop is then one difference, and later stops only
 * shift by a day.
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
