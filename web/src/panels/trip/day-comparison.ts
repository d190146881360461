import type { Itinerary } from '../../../../src/planners/trip/itinerary/itinerary.ts';
import { regionText } from './day-plan.ts';

/** A day of one of two trips that are compared. */
export interface ComparedDay {
  readonly number: number;
  readonly name: string;
  readonly where: string;
  /** Its coordinates in words, for days that differ in nothing else. */
  readonly coordinates: string;
}

/** A day and its replacement. With only one side, a day was removed or added. */
export interface DayPair {
  readonly before: ComparedDay | undefined;
  readonly after: ComparedDay | undefined;
}

/** Two trips side by side. */
export interface DayComparison {
  /** The days that differ, in the order of the trip. */
  readonly changed: readonly DayPair[];
  /** How many days are the same, even if their number changed. */
  readonly same: number;
}

interface KeyedDay extends ComparedDay {
  readonly key: string;
}

/** Compares two trips day by day. Days that only change their number are the same days. */
export function compareDays(before: Itinerary, after: Itinerary): DayComparison {
  const [left, right] = [keyedDays(before), keyedDays(after)];
  const changed: DayPair[] = [];
  let [at, to] = [0, 0];
  const matches = commonDays(left, right);
  for (const [i, j] of [...matches, [left.length, right.length] as const]) {
    const [gone, come] = [left.slice(at, i), right.slice(to, j)];
    for (let row = 0; row < Math.max(gone.length, come.length); row++) {
      changed.push({ before: gone[row], after: come[row] });
    }
    [at, to] = [i + 1, j + 1];
  }
  return { changed, same: matches.length };
}

function keyedDays({ anchors, days }: Itinerary): readonly KeyedDay[] {
  const stops = new Map(anchors.map((anchor) => [anchor.id, anchor]));
  return days.map(({ number, anchorId, travelOnly, activities }) => {
    const { name = '', lat, lng, ...stop } = stops.get(anchorId) ?? {};
    const doing = activities.map(({ id }) => id);
    return {
      number,
      name: name || 'A stop',
      where: regionText(stop),
      coordinates: `${degrees(lat)}, ${degrees(lng)}`,
      key: JSON.stringify([anchorId, name, lat, lng, travelOnly ?? false, doing]),
    };
  });
}

function degrees(value: number | null | undefined): string {
  return typeof value === 'number' ? `${value.toFixed(2)}°` : '–';
}

/** The longest common sequence of days, as pairs of indices. */
function commonDays(
  left: readonly KeyedDay[],
  right: readonly KeyedDay[],
): readonly (readonly [number, number])[] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  const length = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = left.length - 1; i >= 0; i--) {
    const row = lengths[i];
    if (row === undefined) continue;
    for (let j = right.length - 1; j >= 0; j--) {
      const isSame = left[i]?.key === right[j]?.key;
      row[j] = isSame ? length(i + 1, j + 1) + 1 : Math.max(length(i + 1, j), length(i, j + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  let [i, j] = [0, 0];
  while (i < left.length && j < right.length) {
    if (left[i]?.key === right[j]?.key) pairs.push([i++, j++]);
    else if (length(i + 1, j) >= length(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}
