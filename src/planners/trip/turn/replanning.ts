import type { Itinerary } from '../itinerary/itinerary.ts';
import { isFlownFrom } from '../itinerary/itinerary-view.ts';
import type { TripRequirements } from '../requirements/requirements.ts';

/** The requirements, completed from the trip, so that replanning asks nothing again. */
export function withShown(
  requirements: TripRequirements,
  { origin, destination, days, mode, roundTrip }: Itinerary,
): TripRequirements {
  const length =
    days.length > 0 && requirements.days === undefined && requirements.endDate === undefined
      ? { days: days.length }
      : {};
  return {
    ...(origin.name && { origin: { name: origin.name } }),
    ...(destination.name && { destination: { name: destination.name } }),
    mode,
    roundTrip,
    ...length,
    ...requirements,
  };
}

/** The requirements of the reversed trip: its ends swap, unless the start is open, flown from, or also the end. */
export function reversed(requirements: TripRequirements, itinerary: Itinerary | null): TripRequirements {
  if (
    itinerary !== null &&
    (requirements.origin === undefined || itinerary.roundTrip || isFlownFrom(itinerary))
  )
    return requirements;
  const origin =
    requirements.origin ?? (itinerary?.origin.name ? { name: itinerary.origin.name } : undefined);
  const destination =
    requirements.destination ??
    (itinerary?.destination.name ? { name: itinerary.destination.name } : undefined);
  const via = requirements.via?.toReversed();
  return {
    ...requirements,
    ...(destination && { origin: destination }),
    ...(origin && { destination: origin }),
    ...(via && { via }),
  };
}
