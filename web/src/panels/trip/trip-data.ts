import type { TripData } from '../../../../src/planners/trip/module.ts';
import type { SessionState } from '../../api/contracts.ts';

/** The trip of a session. Its planner's module makes this data, so that its type says which it is. */
export function tripIn({ planner }: SessionState): TripData | undefined {
  return planner.type === 'trip' ? (planner as unknown as TripData) : undefined;
}
