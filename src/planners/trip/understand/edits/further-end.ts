import type { Itinerary } from '../../itinerary/itinerary.ts';
import { bareName } from '../../itinerary/itinerary-view.ts';
import { nameKey } from '../../places/gazetteer/name-key.ts';
import type { TripRequirements } from '../../requirements/requirements.ts';
import type { TripEdit } from './trip-edit.ts';

/** Words against the stop that a trip ended with until now. */
const AGAINST_LAST =
  /\b(?:instead|rather|not|no|don'?t|drop|skip|replace|change|statt|stattdessen|anstatt|lieber|nicht|plutot|au lieu|pas|en vez|en lugar|mejor)\b/;

/** Requirements, and the edits that express a part of them. */
export interface FurtherEnd {
  readonly requirements: TripRequirements;
  readonly edits: readonly TripEdit[];
}

/**
 * "Finish in Berlin" of a list of places to see: unless the text rejects the last one, the new end comes after it,
 * because no named place is dropped.
 */
export function withFurtherEnd(
  requirements: TripRequirements,
  before: TripRequirements,
  itinerary: Itinerary | null,
  text: string,
): FurtherEnd {
  const [end, last] = [requirements.destination, before.destination];
  const isList = before.origin === undefined && requirements.origin === undefined && !requirements.roundTrip;
  const anchors = itinerary?.anchors ?? [];
  const isSame = (a: string | undefined, b: string | undefined) => bareName(a ?? '') === bareName(b ?? '');
  const isNew = end !== undefined && !anchors.some(({ name }) => isSame(name, end.name));
  if (
    !isList ||
    !isNew ||
    last === undefined ||
    anchors.length < 2 ||
    !isSame(anchors.at(-1)?.name, last.name)
  )
    return { requirements, edits: [] };
  const key = nameKey(text);
  if (AGAINST_LAST.test(key) || key.includes(bareName(last.name))) return { requirements, edits: [] };
  const { name, nights, days, bound } = end;
  const isTimed = nights !== undefined || days !== undefined;
  const stay = { ...(nights !== undefined ? { nights } : { days }), ...(bound && { bound }) };
  return {
    requirements: { ...requirements, destination: last },
    edits: [{ type: 'add', place: name, at: 'end', ...(isTimed && { stay }) }],
  };
}
