import type { Itinerary } from '../itinerary/itinerary.ts';
import { isFlownFrom } from '../itinerary/itinerary-view.ts';
import type { TripWishes } from '../wishes/wishes.ts';

/** What was wished, and what only the trip showed: so that nothing is asked again when it is made anew. */
export function withShown(
  wishes: TripWishes,
  { origin, destination, days, mode, roundTrip }: Itinerary,
): TripWishes {
  const length =
    days.length > 0 && wishes.days === undefined && wishes.endDate === undefined ? { days: days.length } : {};
  return {
    ...(origin.name && { origin: { name: origin.name } }),
    ...(destination.name && { destination: { name: destination.name } }),
    mode,
    roundTrip,
    ...length,
    ...wishes,
  };
}

/** Where nobody said where it starts, or it comes back there or is flown from there, only the stops turn around; of any other trip the ends do as well. */
export function reversed(wishes: TripWishes, itinerary: Itinerary | null): TripWishes {
  if (itinerary !== null && (wishes.origin === undefined || itinerary.roundTrip || isFlownFrom(itinerary)))
    return wishes;
  const origin = wishes.origin ?? (itinerary?.origin.name ? { name: itinerary.origin.name } : undefined);
  const destination =
    wishes.destination ?? (itinerary?.destination.name ? { name: itinerary.destination.name } : undefined);
  const via = wishes.via?.toReversed();
  return {
    ...wishes,
    ...(destination && { origin: destination }),
    ...(origin && { destination: origin }),
    ...(via && { via }),
  };
}
