import type { Envelope, Fact } from '../../journal/fact.ts';
import { CommitsFold } from './commits-view.ts';
import { TasksFold } from './tasks-view.ts';
import { TripFold } from './trip-view.ts';
import type { Waiting } from './waiting.ts';

/** What a planner has made so far, as plain JSON data. */
type PlannerView = { readonly type: 'conversation' | 'tasks' | 'trip' | 'commits' } & Readonly<
  Record<string, unknown>
>;

/** What a planner has made so far, kept up fact by fact. */
export interface PlannerFold {
  accept(fact: Envelope): void;
  /** Begins again with what planners see after a rewind. */
  rewound(visible: readonly Fact[]): void;
  view(): PlannerView;
  waiting(): readonly Waiting[];
  /** Whether what the session is for has been done. */
  isDone(): boolean;
}

/** The fold of a planner's own facts; planners that only talk have none. */
export function plannerFoldOf(plannerId: string): PlannerFold {
  switch (plannerId) {
    case 'tasks':
      return new TasksFold();
    case 'trip':
      return new TripFold();
    case 'commits':
      return new CommitsFold();
    default:
      return NOTHING_OF_ITS_OWN;
  }
}

const NOTHING_OF_ITS_OWN: PlannerFold = {
  accept() {},
  rewound() {},
  view: () => ({ type: 'conversation' }),
  waiting: () => [],
  isDone: () => false,
};
