import { readingOf, type TripSubject } from './invariants/subject.ts';
import type { Validity } from './itinerary/itinerary.ts';
import { readableItinerary } from './itinerary/parse-itinerary.ts';
import { EMBEDDED } from './knowledge/embedded-knowledge.ts';
import { NO_PLACES } from './knowledge/place-knowledge.ts';
import { type FullContext, fullContext, type PlannerContext } from './planner-context.ts';
import { type PlannerIssue, type PlannerState, readState } from './planner-state.ts';
import { createTripEngine } from './trip-engine.ts';

/**
 * All issues of a trip, the worst first. It accepts any input, changes nothing and never throws: the same trip has the
 * same issues with the same ids.
 */
export function evaluatePlannerState(
  state: unknown,
  itinerary: unknown,
  context?: PlannerContext,
): readonly PlannerIssue[] {
  return evaluateSubject(
    subjectOf(readState(state), itinerary, fullContext(context, EMBEDDED)),
    context?.now,
  );
}

/** A trip with the available knowledge, ready for the rules. */
export function subjectOf(state: PlannerState, itinerary: unknown, context: FullContext): TripSubject {
  const { places, thingsToDo, roads, memory } = context;
  return { state, itinerary: readableItinerary(itinerary), places, thingsToDo, roads, memory };
}

function evaluateSubject(subject: TripSubject, now: PlannerContext['now']): readonly PlannerIssue[] {
  const { issues, issueHistory: history } = subject.state;
  return createTripEngine(now ?? fullContext().now).evaluate({ subject, issues, history });
}

/** The validity of each stop's location. */
export function anchorValidityOf(subject: TripSubject): Record<string, Validity> {
  const { view, verdicts } = readingOf(subject);
  const isChecked = subject.places !== NO_PLACES;
  return Object.fromEntries(
    (view?.stops ?? []).map(({ id, index }) => {
      if (verdicts[index] !== undefined) return [id, 'INVALID'];
      return [id, isChecked ? 'VALID' : 'UNKNOWN'];
    }),
  );
}
