import type { Envelope, Fact } from '../../journal/fact.ts';
import { CommitsFold } from './commits-view.ts';
import { PLAN_TOOLS } from './plan-session.ts';
import { PlanFold } from './plan-view.ts';
import { TasksFold } from './tasks-view.ts';
import { TripFold } from './trip-view.ts';
import type { Waiting } from './waiting.ts';

/** What a planner has made so far, as plain JSON data. */
type PlannerView = { readonly type: 'conversation' | 'tasks' | 'trip' | 'commits' | 'plan' } & Readonly<
  Record<string, unknown>
>;

/** What a planner has made so far, kept up fact by fact. */
export interface PlannerFold {
  accept(fact: Envelope): void;
  /** Begins again with what planners see after a rewind. */
  rewound(visible: readonly Fact[]): void;
  view(): PlannerView;
  waiting(): readonly Waiting[];
  /** What the fact that came last tells, in words; `undefined` when nothing. */
  told(): string | undefined;
  /** What the fact that came last chose of what was offered, in the words it was offered in. */
  chosen?(): string | undefined;
  /** Whether there is anything to show yet; without it there always is. */
  hasBegun?(): boolean;
  /** What it is called by itself, when nobody has named it. */
  title?(): string | undefined;
  /** Whether what the session is for has been done. */
  isDone(): boolean;
  /** A fold of its own that begins with what stands here. */
  copy(): PlannerFold;
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
    case PLAN_TOOLS:
      return new PlanFold();
    default:
      return NOTHING_OF_ITS_OWN;
  }
}

const NOTHING_OF_ITS_OWN: PlannerFold = {
  accept() {},
  rewound() {},
  view: () => ({ type: 'conversation' }),
  waiting: () => [],
  told: () => undefined,
  isDone: () => false,
  copy: () => NOTHING_OF_ITS_OWN,
};
