import { type PlannerFamily, userInputFamily } from '../../harness/family.ts';
import type { PlanContext, PlanInput, Planner } from '../../harness/planner.ts';
import type { Fact, ProposedFact } from '../../journal/fact.ts';
import {
  createTripConfigStore,
  DEFAULT_TRIP_CONFIG,
  dehydrate,
  hydrate,
  summarizeApplied,
  type TripConfig,
  type TripSeed,
} from './config.ts';
import { TripConversation } from './conversation.ts';
import { tripEventOf } from './facts.ts';
import { foldTrip } from './trip-fold.ts';
import type { PlannerInput } from './turn.ts';

/**
 * Trips are planned on what a person says or chooses, and looked at when one was imported or changed by hand. Every output
 * ends in what the planner does next.
 */
export const tripFamily: PlannerFamily = userInputFamily({
  closing: ['planner_action'],
  triggers: [
    { kind: 'import', on: 'itinerary_imported' },
    { kind: 'edit', on: 'itinerary_mutated', when: ({ by }) => by === 'person' },
  ],
});

/** What the trip planner may use of its host. */
export interface TripPlannerOptions {
  /** Carries requests to the servers that a setup names; what it may reach is up to it. */
  readonly fetch?: typeof fetch;
}

/** The trip planner as the harness runs it. */
export function createTripPlanner({ fetch }: TripPlannerOptions = {}): Planner<TripConfig, TripSeed> {
  return {
    id: 'trip',
    name: 'Trip planner',
    async plan({ facts }: PlanInput, context: PlanContext<TripConfig>): Promise<readonly ProposedFact[]> {
      const { config = DEFAULT_TRIP_CONFIG, llm, signal, hud } = context;
      const session = foldTrip(facts.flatMap((fact) => tripEventOf(fact) ?? []));
      const conversation = new TripConversation(session, {
        config,
        llm,
        signal,
        now: timeOf(facts),
        tell: (what) => hud('planning', what),
        fetch,
      });
      for (const input of unanswered(facts)) await conversation.hear(input);
      return conversation.facts;
    },
    createConfigStore: createTripConfigStore,
    dehydrate,
    hydrate,
    summarizeApplied,
  };
}

/** The trip planner of whoever may reach what they name: it asks any server of its setup. */
export const tripPlanner = createTripPlanner();

/** What a person said or chose since the planner last did something; nothing, if a trip was imported or changed. */
function unanswered(facts: readonly Fact[]): readonly PlannerInput[] {
  const last = facts.findLastIndex(({ type }) => type === 'planner_action' || type === 'work_cancelled');
  const inputs = facts.slice(last + 1).flatMap(({ type, text, choose }): PlannerInput[] => {
    if (type !== 'user_input' && type !== 'user_answer') return [];
    return [
      {
        ...(typeof text === 'string' && { text }),
        ...(typeof choose === 'string' && { choose }),
      },
    ];
  });
  return inputs.length > 0 ? inputs : [{}];
}

/** A pass happens when the fact that led to it did: so it comes out the same whenever it is run again. */
function timeOf(facts: readonly Fact[]): string {
  return facts.at(-1)?.ts ?? new Date(0).toISOString();
}
