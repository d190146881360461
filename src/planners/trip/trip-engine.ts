import { createRepairEngine, type Fixes, type RepairEngine } from '../../repair/engine.ts';
import { anchorAutoFixes, anchorOptions } from './fixes/anchor-fixes.ts';
import {
  constraintAutoFixes,
  constraintOptions,
  driveOptions,
  misplacedOptions,
} from './fixes/constraint-fixes.ts';
import { densityAutoFixes, densityOptions } from './fixes/density-fixes.ts';
import { duplicateAutoFixes, duplicateOptions } from './fixes/duplicate-fixes.ts';
import { routeOptions } from './fixes/route-fixes.ts';
import {
  dayOrderFixes,
  dayOrderOptions,
  structureAutoFixes,
  structureOptions,
} from './fixes/structure-fixes.ts';
import type { TripSubject } from './invariants/subject.ts';
import { TRIP_INVARIANTS, tripSeverity } from './invariants/trip-invariants.ts';
import { applyMutation, mutationSize, type PlannerMutation } from './itinerary/mutation.ts';
import type { IssueTarget, PlannerIssue, PlannerIssueType } from './planner-state.ts';
import { fatalQuestion, gapQuestion } from './turn/questions.ts';

/** The repair engine with trips as its domain. */
export type TripEngine = RepairEngine<TripSubject, PlannerIssueType, IssueTarget, PlannerMutation>;

const fixes: Fixes<TripSubject, PlannerIssueType, IssueTarget, PlannerMutation> = {
  auto: ({ type, target }, subject) => {
    const { anchorId = '', dayNumber = 0 } = target;
    switch (type) {
      case 'STRUCTURE_BROKEN':
        return structureAutoFixes(target, subject);
      case 'DAYS_OUT_OF_ORDER':
        return dayOrderFixes(subject);
      case 'CONSTRAINT_BROKEN':
        return constraintAutoFixes(target, subject);
      case 'ANCHOR_INVALID':
        return anchorAutoFixes(anchorId, subject);
      case 'ANCHOR_DUPLICATE':
        return duplicateAutoFixes(anchorId, subject);
      case 'ACTIVITY_DENSITY_LOW':
        return densityAutoFixes(dayNumber, subject);
      case 'ROUTE_NON_MONOTONIC':
      case 'DESTINATION_INVALID':
      case 'DRIVE_TOO_LONG':
      case 'ACTIVITY_MISPLACED':
        return [];
    }
  },
  options: ({ type, target }, subject) => {
    const { anchorId = '', dayNumber = 0 } = target;
    switch (type) {
      case 'STRUCTURE_BROKEN':
        return structureOptions(target, subject);
      case 'DAYS_OUT_OF_ORDER':
        return dayOrderOptions(subject);
      case 'DRIVE_TOO_LONG':
        return driveOptions(anchorId, subject);
      case 'CONSTRAINT_BROKEN':
        return constraintOptions(target, subject);
      case 'ACTIVITY_MISPLACED':
        return misplacedOptions(target, subject);
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

/** Creates the engine; `now` dates issues. */
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

/** The fatal issues. */
export function fatalOf(issues: readonly PlannerIssue[]): readonly PlannerIssue[] {
  return issues.filter(({ severity }) => severity === 'FATAL');
}
