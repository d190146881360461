import type { Itinerary } from '../../itinerary/itinerary.ts';
import { textOf } from '../../knowledge/text-of.ts';
import type { TripRequirements } from '../../requirements/requirements.ts';
import { NUMBER, ORDINALS, type WorkingText } from '../text/working-text.ts';

const STOP = new RegExp(
  `(?<=(?:^|[.!?;,|])\\s*|\\b(?:make|give|shorten|extend|lengthen|cut|in|at|from|to|for|of|after|before|and|stay|between)\\s)the (${ORDINALS.join('|')}|last|final|second last|penultimate) (?:stop|place|city|town|destination)\\b`,
  'gi',
);
const LAST_NIGHT = /\b(?:drop|remove|cut|skip|delete|cancel|lose) the (last|final|first) (?:night|day)\b/gi;

/** Puts the names of stops for what only points at them: "the first stop", "two nights there". */
export function nameReferences(
  text: WorkingText,
  itinerary: Itinerary,
  { via = [], destination }: TripRequirements,
): void {
  const stops = visitedStops(itinerary);
  text.reword(/\b(?:finish|end)(?:ing)?(?: up)? back (?:in|at) /gi, 'back to ');
  text.reword(STOP, (phrase, nth = '') => {
    const at = ORDINALS.indexOf(nth.toLowerCase());
    const back = /^(?:last|final)$/i.test(nth) ? -1 : -2;
    return stops.at(at >= 0 ? at : back) ?? phrase;
  });
  // A stay that was fixed does not get shorter with the trip unless it is named.
  const stays = destination === undefined ? via : [...via, destination];
  text.reword(LAST_NIGHT, (phrase, end = '') => {
    const name = stops.at(/^first$/i.test(end) ? 0 : -1);
    const isFixed = stays.some((stay) => stay.name === name && (stay.nights ?? stay.days) !== undefined);
    return name !== undefined && isFixed ? `one night less in ${name}` : phrase;
  });
  const recent = via.at(-1)?.name;
  const isNamed = stops.some((name) => text.text.toLowerCase().includes(name.toLowerCase()));
  if (recent === undefined || isNamed) return;
  text.reword(
    new RegExp(`\\b((?:${NUMBER})(?: more| extra)? (?:nights?|days?)) there\\b`, 'gi'),
    (_, length = '') => `${length} in ${recent}`,
  );
}

/** The names of the stops that have days, in their order. */
function visitedStops({ anchors, days }: Itinerary): string[] {
  const ids = [...new Set(days.map(({ anchorId }) => anchorId))];
  return ids.flatMap((id) => anchors.find((anchor) => anchor.id === id)?.name ?? []).map(textOf);
}
