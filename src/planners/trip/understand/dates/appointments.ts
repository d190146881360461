import type { Itinerary } from '../../itinerary/itinerary.ts';
import type { PlaceKnowledge } from '../../knowledge/place-knowledge.ts';
import { isSamePlace } from '../places/same-place.ts';
import type { WorkingText } from '../text/working-text.ts';

const APPOINTMENT =
  /\b(?:(?:we|i|he|she|they) )?(?:need|have|has|want|must|ought|got)(?: to)? be (?:in|at) (?<place>\p{Lu}[\p{L}' -]*?) (?:on|by) (?<date>20\d{2}-\d{2}-\d{2})(?: for (?:a|the|my|our) [\p{L} ]{2,30}(?=[,.;!?|]|\s*$))?/iu;

/**
 * Takes appointments such as "we have to be in Vilnius on 10 July" out of a text: the day is not the start of the trip.
 * Returns a question if the trip is somewhere else on that day.
 */
export function takeAppointments(
  text: WorkingText,
  { days, anchors }: Itinerary,
  places: PlaceKnowledge,
): string | undefined {
  let ask: string | undefined;
  text.take(APPOINTMENT, ({ groups: { place = '', date = '' } = {} }) => {
    const stop = anchors.find(({ name }) => isSamePlace(name, place, places));
    const day = days.find((each) => each.date === date);
    if (stop === undefined || (day === undefined && days[0]?.date === undefined)) return false;
    const there = anchors.find(({ id }) => id === day?.anchorId);
    if (there === stop) text.assumed.push(`You are in ${stop.name} on ${date}, day ${day?.number}.`);
    else if (there)
      ask = `On ${date} the trip is in ${there.name}. Which stay should change, so that you are in ${stop.name} by then?`;
    else ask = `${date} is not in the trip. Should it start or end on another day?`;
    return true;
  });
  return ask;
}
