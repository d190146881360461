import type { RequestedPlace, TripRequirements } from '../src/planners/trip/requirements/requirements.ts';

/** Requirements in short: places as names with their stays, the budget, and all else but the constraints. */
export function shortRequirements({
  origin,
  destination,
  via,
  constraints,
  ...rest
}: TripRequirements): Record<string, unknown> {
  return {
    ...(origin && { from: stay(origin) }),
    ...(destination && { to: stay(destination) }),
    ...(via && { via: via.map(stay) }),
    ...(constraints?.budget && { budget: constraints.budget }),
    ...rest,
  };
}

function stay({ name, days, nights }: RequestedPlace): string {
  if (days !== undefined) return `${name} ${days}`;
  return nights === undefined ? name : `${name} ${nights} nights`;
}
