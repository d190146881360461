import type { z } from 'zod';
import type { ViewBlock } from '../../../src/harness/module/view-block.ts';
import type { ConfigSnapshot } from '../../../src/harness/setup/config-store.ts';
import type { SessionDiff } from '../../../src/sessions/compare/session-diff.ts';
import type { FactMatches } from '../../../src/surfaces/http/api/facts/fact-search.ts';
import type { PassRecord as Pass } from '../../../src/surfaces/http/api/responses/pass-record.ts';
import type {
  Facts,
  Model as ModelSchema,
  PauseAnswer as PauseSchema,
  Planners as PlannersSchema,
  SessionAnswer,
  SessionLine as SessionLineSchema,
} from '../../../src/surfaces/http/api/responses/response-schemas.ts';
import type { TimelineAnswer } from '../../../src/surfaces/http/api/responses/timeline-response.ts';
import type { Problem as ProblemSchema } from '../../../src/surfaces/http/problem.ts';
import type { WaitingDescription } from '../commands/session-command.ts';

/** The types of responses come from the server's own schemas; the page declares none itself. */
export type { FactMatches, Pass, SessionDiff, TimelineAnswer };
export type Model = z.infer<typeof ModelSchema>;
export type PlannerLine = z.infer<typeof PlannersSchema>['planners'][number];
export type SetupSnapshot = ConfigSnapshot;
export type SetupField = SetupSnapshot['fields'][number];
export type SetupValue = NonNullable<SetupField['value']>;
export type Fact = z.infer<typeof Facts>['facts'][number];
/** Facts of sessions come with more information than those of other journals. */
export type FactsPage = Omit<z.infer<typeof Facts>, 'kinds' | 'texts'> &
  Partial<Pick<z.infer<typeof Facts>, 'kinds' | 'texts'>>;
export type ProblemDetails = z.infer<typeof ProblemSchema>;
export type PauseState = z.infer<typeof PauseSchema>;
export type Hud = NonNullable<SessionAnswer['hud']>;
export type Message = SessionAnswer['said'][number];
export type Attachment = SessionAnswer['attachments'][number];

/** Something that waits for a person. Fields of its own kind are for programs. */
export type Waiting = WaitingDescription;

/** A session in a list. */
export type SessionLine = Omit<z.infer<typeof SessionLineSchema>, 'waiting' | 'failure'> & {
  readonly waiting: readonly Waiting[];
  readonly failure: Waiting | null;
};

/** A session with everything that the page shows of it, whatever its planner. */
export type SessionState = Omit<SessionAnswer, 'waiting' | 'failure' | 'blocks'> & {
  readonly waiting: readonly Waiting[];
  readonly failure: Waiting | null;
  readonly blocks: readonly ViewBlock[];
};
