import type { Itinerary } from '../itinerary/itinerary.ts';
import { knownFieldsOf, type PlannerState } from '../planner-state.ts';
import type { FieldQuestion } from './questions.ts';
import { QUESTIONS } from './questions.ts';

/**
 * How strictly the planner follows fixed questions. `passive`: questions in a fixed order, issues are only logged.
 * `hybrid`: issues first, then the fixed order. `full`: no fixed order.
 */
export const PLANNER_PHASES = ['passive', 'hybrid', 'full'] as const;

/** One of {@link PLANNER_PHASES}. */
export type PlannerPhase = (typeof PLANNER_PHASES)[number];

/** The next question of the fixed order: destination, origin, dates, mode, interests. */
export function wizardQuestion(state: PlannerState, itinerary: Itinerary | null): FieldQuestion | undefined {
  const known = knownFieldsOf(state, itinerary);
  if (!known.destination) return QUESTIONS.destination;
  if (!known.origin) return QUESTIONS.origin;
  if (!known.days) return QUESTIONS.dates;
  if (!known.mode) return QUESTIONS.mode;
  const isAsked = state.asked.includes('interests') && !state.asking.includes('interests');
  return state.requirements.interests === undefined && !isAsked ? QUESTIONS.interests : undefined;
}
