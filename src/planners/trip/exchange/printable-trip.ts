import type { Activity, Anchor, Day, Itinerary, PlaceRef } from '../itinerary/itinerary.ts';
import { textOf } from '../itinerary/itinerary-view.ts';
import { readableItinerary } from '../itinerary/parse-itinerary.ts';

/** The trip with every text field converted to text, so that any file can be exported. */
export function printableTrip(given: Itinerary): Itinerary {
  const itinerary = readableItinerary(given) ?? given;
  const { id, origin, destination, anchors, days } = itinerary;
  return {
    ...itinerary,
    id: textOf(id) ?? 'trip',
    origin: printablePlace(origin),
    destination: printablePlace(destination),
    anchors: anchors.map(printableStop),
    days: days.map(printableDay),
  };
}

function printableStop(anchor: Anchor): Anchor {
  const { admin1, country, name, ...rest } = anchor;
  return { ...rest, name: textOf(name) ?? 'Stop', ...regionOf(admin1, country) };
}

function printablePlace({ admin1, country, name, ...rest }: PlaceRef): PlaceRef {
  return { ...rest, name: textOf(name) ?? '', ...regionOf(admin1, country) };
}

function regionOf(admin1: unknown, country: unknown): { admin1?: string; country?: string } {
  const [division, state] = [textOf(admin1), textOf(country)];
  return {
    ...(division !== undefined && { admin1: division }),
    ...(state !== undefined && { country: state }),
  };
}

function printableDay({ date, activities, ...rest }: Day): Day {
  const text = textOf(date);
  return {
    ...rest,
    ...(text !== undefined && { date: text }),
    activities: activities.map(printableActivity),
  };
}

function printableActivity({ place, ...activity }: Activity): Activity {
  const title = textOf(activity.title) ?? 'Something to do';
  const isPlace = typeof place === 'object' && place !== null;
  return { ...activity, title, ...(isPlace && { place: printablePlace(place) }) };
}
