import type { PlaceWish, TripWishes } from '../src/planners/trip/wishes/wishes.ts';

/** Wishes in short: places as names with their stays, the budget, and all else but the constraints. */
export function shortWishes({
  origin,
  destination,
  via,
  constraints,
  ...rest
}: TripWishes): Record<string, unknown> {
  return {
    ...(origin && { from: stay(origin) }),
    ...(destination && { to: stay(destination) }),
    ...(via && { via: via.map(stay) }),
    ...(constraints?.budget && { budget: constraints.budget }),
    ...rest,
  };
}

function stay({ name, days, nights }: PlaceWish): string {
  if (days !== undefined) return `${name} ${days}`;
  return nights === undefined ? name : `${name} ${nights} nights`;
}
