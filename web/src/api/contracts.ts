import type { z } from 'zod';
import type {
  Facts,
  Inbox as InboxSchema,
  Model as ModelSchema,
  PauseAnswer as PauseSchema,
  Planners as PlannersSchema,
  Problem as ProblemSchema,
  SessionAnswer,
  SessionLine,
  Snapshot as SnapshotSchema,
} from '../../../src/server/api/answers.ts';
import type { Command } from '../../../src/server/api/command.ts';
import type { CommitHistory } from '../../../src/server/api/commit-history.ts';
import type { CommitsFold } from '../../../src/server/api/commits-view.ts';
import type { FactMatches } from '../../../src/server/api/fact-search.ts';
import type { PassRecord as Pass } from '../../../src/server/api/pass-record.ts';
import type { PlanFold } from '../../../src/server/api/plan-view.ts';
import type { SessionDiff } from '../../../src/server/api/session-diff.ts';
import type { TasksFold } from '../../../src/server/api/tasks-view.ts';
import type { TimelineAnswer } from '../../../src/server/api/timeline.ts';
import type { TripFold } from '../../../src/server/api/trip-view.ts';
import type { Waiting } from '../../../src/server/api/waiting.ts';

/** What the server's own schemas say it answers; the page never declares a shape a second time. */
export type { Command, CommitHistory, FactMatches, Pass, SessionDiff, SessionLine, TimelineAnswer, Waiting };
export type Model = z.infer<typeof ModelSchema>;
export type PlannerLine = z.infer<typeof PlannersSchema>['planners'][number];
export type SetupSnapshot = z.infer<typeof SnapshotSchema>;
export type SetupField = SetupSnapshot['fields'][number];
export type SetupValue = NonNullable<SetupField['value']>;
export type Fact = z.infer<typeof Facts>['facts'][number];
export type FactsPage = z.infer<typeof Facts>;
export type InboxItem = z.infer<typeof InboxSchema>['items'][number];
export type ProblemDetails = z.infer<typeof ProblemSchema>;
export type PauseState = z.infer<typeof PauseSchema>;
export type Hud = NonNullable<SessionAnswer['hud']>;
export type Draft = SessionAnswer['drafts'][number];
export type Question = SessionAnswer['questions'][number];
export type Said = SessionAnswer['said'][number];
export type Attachment = SessionAnswer['attachments'][number];

export type TasksView = ReturnType<TasksFold['view']>;
export type TripView = ReturnType<TripFold['view']>;
export type CommitsView = ReturnType<CommitsFold['view']>;
export type PlanView = ReturnType<PlanFold['view']>;
export type ConversationView = { readonly type: 'conversation' };
export type PlannerView = ConversationView | TasksView | TripView | CommitsView | PlanView;

/** A session, with what its planner has made by its type. */
export type SessionState = Omit<SessionAnswer, 'planner'> & { readonly planner: PlannerView };
