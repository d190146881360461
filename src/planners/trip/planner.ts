import { type PlannerFamily, userInputFamily } from '../../harness/family.ts';
import type { PlanContext, PlanInput, Planner } from '../../harness/planner.ts';
import type { ProposedFact } from '../../journal/fact.ts';
import {
  createTripConfigStore,
  dehydrate,
  hydrate,
  summarizeApplied,
  type TripConfig,
  type TripSeed,
} from './config.ts';
import { TRIP_WAKES, tripEventOf } from './facts.ts';
import { planTrip } from './plan-pass.ts';
import { foldTrip } from './trip-fold.ts';

/**
 * Trips are planned for messages and choices, and checked after an import or a manual edit. Every output ends in the
 * planner's next action.
 */
export const tripFamily: PlannerFamily = userInputFamily({
  closing: ['planner_action'],
  triggers: TRIP_WAKES,
});

/**
 * The trip planner as the harness runs it, for callers who may reach any server: it queries every server of its
 * setup.
 */
export const tripPlanner: Planner<TripConfig, TripSeed> = {
  id: 'trip',
  name: 'Trip planner',
  async plan({ facts }: PlanInput, context: PlanContext<TripConfig>): Promise<readonly ProposedFact[]> {
    const session = foldTrip(facts.flatMap((fact) => tripEventOf(fact) ?? []));
    return await planTrip({ session, facts }, context);
  },
  createConfigStore: createTripConfigStore,
  dehydrate,
  hydrate,
  summarizeApplied,
};
