import type { Itinerary } from '../itinerary/itinerary.ts';
import { bareName } from '../itinerary/itinerary-view.ts';
import type { FullContext } from '../planner-context.ts';
import type { PlannerState } from '../planner-state.ts';
import type { RequestedPlace, TripRequirements } from '../requirements/requirements.ts';
import { TripDraft } from './trip-draft.ts';

/** The names that a trip shows for its requirements, where they are others: "Serengeti" is Serengeti National Park. */
export type ShownNames = ReadonlyMap<string, string>;

export function shownNames(itinerary: Itinerary, state: PlannerState, context: FullContext): ShownNames {
  const draft = new TripDraft(itinerary, state, context);
  const all = placesOf(state.requirements).map(({ name }) => name);
  const requested = new Set(all.map(bareName));
  const names = new Map<string, string>();
  for (const name of all) {
    if (draft.stops.some((stop) => bareName(stop.name) === bareName(name))) continue;
    const shown = draft.stopsIn(name).length > 0 ? undefined : draft.stopNamed(name)?.name;
    if (shown !== undefined && !requested.has(bareName(shown))) names.set(bareName(name), shown);
  }
  return names;
}

/** Requirements with the names that the trip shows. */
export function withShownNames(requirements: TripRequirements, names: ShownNames): TripRequirements {
  if (names.size === 0) return requirements;
  const shown = <Place extends RequestedPlace>(place: Place): Place => {
    const name = names.get(bareName(place.name));
    return name === undefined ? place : { ...place, name };
  };
  const { origin, destination, via } = requirements;
  return {
    ...requirements,
    ...(origin && { origin: shown(origin) }),
    ...(destination && { destination: shown(destination) }),
    ...(via && { via: via.map(shown) }),
  };
}

function placesOf({ origin, destination, via = [] }: TripRequirements): readonly RequestedPlace[] {
  return [...(origin ? [origin] : []), ...via, ...(destination ? [destination] : [])];
}
