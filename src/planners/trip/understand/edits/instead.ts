import type { PlacedMark } from './marks.ts';
import type { TripEdit } from './trip-edit.ts';

/** Whether a clause names a place that is to be instead of another, and not where. */
export function isBareInstead(found: readonly TripEdit[], marks: readonly PlacedMark[]): boolean {
  const isInstead = marks.some((mark) => mark.type === 'role' && mark.role === 'instead');
  return (
    isInstead && found.some(({ type }) => type === 'add') && !marks.some(({ type }) => type === 'position')
  );
}

/** "drop Pisa, put a night in Lucca there instead": one takes the place of the other. */
export function insteadOfLast(
  edits: TripEdit[],
  found: readonly TripEdit[],
  marks: readonly PlacedMark[],
): TripEdit[] | undefined {
  const isInstead = marks.some((mark) => mark.type === 'role' && mark.role === 'instead');
  const last = edits.at(-1);
  const [added] = found;
  if (!isInstead || last?.type !== 'remove' || added?.type !== 'add' || found.length > 1) return undefined;
  const { type: _, place: by, stay, isDayTrip: _d, ...position } = added;
  if (Object.keys(position).length > 0) return undefined;
  edits.pop();
  return [{ type: 'replace', place: last.place, by, ...(stay && { stay }) }];
}

/** "Byron's a zoo these days. Yamba instead": one takes the place of the other. */
export function insteadOfRemarked(
  about: string | undefined,
  [added, ...others]: readonly TripEdit[],
  marks: readonly PlacedMark[],
): TripEdit[] | undefined {
  if (about === undefined || added?.type !== 'add' || others.length > 0) return undefined;
  if (!isBareInstead([added], marks)) return undefined;
  return [{ type: 'replace', place: about, by: added.place, ...(added.stay && { stay: added.stay }) }];
}
