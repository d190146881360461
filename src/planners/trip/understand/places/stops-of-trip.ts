import type { Itinerary } from '../../itinerary/itinerary.ts';
import { bareName } from '../../itinerary/itinerary-view.ts';
import { textOf } from '../../knowledge/text-of.ts';
import type { TripEdit } from '../edits/trip-edit.ts';
import type { PlaceMentions } from './place-mentions.ts';

/** "Remove Singapore" of a trip that is not there: said to be no stop. */
export function removalsElsewhere({ skip }: PlaceMentions, { anchors }: Itinerary): readonly TripEdit[] {
  const names = new Set(anchors.map(({ name }) => bareName(textOf(name))));
  return skip
    .filter((name) => !names.has(bareName(name)))
    .map((place) => ({ type: 'remove' as const, place }));
}

/** "We've been to Hamburg", "a car from Hamburg on": a trip that passes Hamburg neither starts nor ends there unless that is said. */
export function keepPassedStops(mentions: PlaceMentions, text: string, { anchors }: Itinerary): void {
  const names = anchors.map(({ name }) => bareName(textOf(name)));
  const passed = new Set(names.slice(0, -1));
  const isStart =
    /\b(?:start|begin|set off|set out|depart|leav|beginn|parti|commenc|empez|comenz|salir)/i.test(text);
  if (mentions.origin !== undefined && !isStart && names.slice(1).includes(bareName(mentions.origin))) {
    mentions.unread.push(`from ${mentions.origin}`);
    delete mentions.origin;
  }
  mentions.stops = mentions.stops.map((stop) =>
    stop.cue === 'to' && passed.has(bareName(stop.name)) ? { ...stop, cue: 'visit' } : stop,
  );
}
