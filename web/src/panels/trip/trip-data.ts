import type { TripData } from '../../../../src/planners/trip/module.ts';
import type { SessionState } from '../../api/contracts.ts';

/** The trip of a session, from the data of its planner's module. */
export function tripIn({ planner }: SessionState): TripData | undefined {
  return planner.type === 'trip' ? (planner as unknown as TripData) : undefined;
}
