import { createRepairEngine, type Fixes, type RepairEngine } from '../../repair/engine.ts';
import { anchorAutoFixes, anchorOptions } from './fixes/anchor-fixes.ts';
import { densityAutoFixes, densityOptions } from './fixes/density-fixes.ts';
import { duplicateAutoFixes, duplicateOptions } from './fixes/duplicate-fixes.ts';
import { routeOptions } from './fixes/route-fixes.ts';
import type { TripSubject } from './invariants/subject.ts';
import { TRIP_INVARIANTS, tripSeverity } from './invariants/trip-invariants.ts';
import { applyMutation, mutationSize, type PlannerMutation } from './mutation.ts';
import type { IssueTarget, PlannerIssue, PlannerIssueType } from './planner-state.ts';
import { fatalQuestion, gapQuestion } from './questions.ts';

/** The repair engine with trips as its domain. */
export type TripEngine = RepairEngine<TripSubject, PlannerIssueType, IssueTarget, PlannerMutation>;

const fixes: Fixes<TripSubject, PlannerIssueType, IssueTarget, PlannerMutation> = {
  auto: ({ type, target: { anchorId = '', dayNumber = 0 } }, subject) => {
    switch (type) {
      case 'ANCHOR_INVALID':
        return anchorAutoFixes(anchorId, subject);
      case 'ANCHOR_DUPLICATE':
        return duplicateAutoFixes(anchorId, subject);
      case 'ACTIVITY_DENSITY_LOW':
        return densityAutoFixes(dayNumber, subject);
      case 'ROUTE_NON_MONOTONIC':
      case 'DESTINATION_INVALID':
        return [];
    }
  },
  options: ({ type, target: { anchorId = '', dayNumber = 0 } }, subject) => {
    switch (type) {
      case 'ANCHOR_INVALID':
        return anchorOptions(anchorId, subject);
      case 'ANCHOR_DUPLICATE':
        return duplicateOptions(anchorId, subject);
      case 'ROUTE_NON_MONOTONIC':
        return routeOptions(anchorId, subject);
      case 'ACTIVITY_DENSITY_LOW':
        return densityOptions(dayNumber, subject);
      case 'DESTINATION_INVALID':
        return [];
    }
  },
  reason: ({ description }) => description,
  question: (fatal, subject) => {
    const { question, reason } = fatalQuestion(fatal, subject);
    return { question, reason };
  },
  apply: (mutation, subject) => {
    if (subject.itinerary === null) return subject;
    const itinerary = applyMutation(subject.itinerary, mutation);
    return itinerary === subject.itinerary ? subject : { ...subject, itinerary };
  },
  size: (mutation, { itinerary }) => (itinerary === null ? 0 : mutationSize(itinerary, mutation)),
};

/** Makes the engine; `now` is the time that issues are dated with. */
export function createTripEngine(now: () => string): TripEngine {
  return createRepairEngine({
    invariants: TRIP_INVARIANTS,
    severity: tripSeverity,
    fixes,
    gaps: (subject) => {
      const gap = gapQuestion(subject);
      return gap && { question: gap.question, reason: gap.reason };
    },
    next: () => ({ type: 'CONTINUE_PLAN' }),
    now,
  });
}

/** The fatal ones among issues. */
export function fatalOf(issues: readonly PlannerIssue[]): readonly PlannerIssue[] {
  return issues.filter(({ severity }) => severity === 'FATAL');
}
