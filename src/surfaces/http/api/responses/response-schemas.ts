import { z } from 'zod';
import { A2aStatus, MessageAttachment, PlannerMode } from '../../../../harness/facts.ts';
import { ViewBlockSchema } from '../../../../harness/module/view-block.ts';
import { ConfigSnapshot } from '../../../../harness/setup/config-store.ts';
import { Limits, Paused } from '../../../../kernel/limits/pause.ts';
import { CommandDescription } from '../../../../sessions/commands/command-descriptions.ts';
import { FACT_KINDS } from '../../../../sessions/view/fact-kind.ts';
import { LIST_STATUSES } from '../../../../sessions/view/session-summary.ts';
import { InboxItem } from '../../../../sessions/waiting/inbox.ts';
import { WaitingJson } from '../../../../sessions/waiting/waiting-form.ts';
import { Hud } from '../live/activity-status.ts';

/** The position of a fact in its journal; 0 is before the first. */
export const Seq = z.int().min(0);
const Time = z.iso.datetime();

/** The model that plans here. `demo`: the built-in one, which needs no key and knows nothing. */
export const Model = z.strictObject({ id: z.string(), demo: z.boolean() });

export const Planners = z.strictObject({
  model: Model,
  planners: z
    .array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        description: z.string(),
        icon: z.string().exactOptional().describe('The name of a lucide icon.'),
        talks: z.enum(['person', 'agent', 'nobody']).describe('Who it talks to.'),
        commands: z.array(z.string()).readonly().describe('The commands that its sessions take.'),
        commandForms: z.array(CommandDescription).readonly().describe('Its own commands.'),
        exports: z
          .array(
            z.strictObject({
              format: z.string().describe('As GET …/exports/FORMAT takes it.'),
              title: z.string(),
              mediaType: z.string(),
              input: z
                .looseObject({})
                .exactOptional()
                .describe('The JSON Schema of additional query parameters.'),
            }),
          )
          .readonly()
          .describe('Its export formats.'),
        examples: z
          .array(
            z
              .strictObject({
                title: z.string(),
                description: z.string().optional(),
                text: z.string(),
                config: z.unknown().optional(),
              })
              .readonly(),
          )
          .readonly(),
        setup: ConfigSnapshot,
      }),
    )
    .readonly(),
});

/** Why no work starts: somebody paused it, or a limit is reached. The name of the person may have been erased. */
const Pause = z.strictObject({ seq: Seq, since: Time, ...Paused.shape, by: z.string().exactOptional() });

/** The cost so far: tokens, US dollars as far as prices are known, and seconds of work. */
const Spent = z.strictObject({ tokens: z.number(), usd: z.number(), seconds: z.number() });

/** Whether everything is paused, the total cost of all sessions, and the limits. */
export const PauseAnswer = z.strictObject({
  paused: z.boolean(),
  pause: Pause.nullable(),
  spent: Spent,
  limits: Limits.describe('The total budgets; those that are missing are unlimited.'),
});

export const SessionLine = z.strictObject({
  id: z.string(),
  title: z.string(),
  plannerId: z.string(),
  plannerName: z.string(),
  standing: z.enum(LIST_STATUSES),
  status: A2aStatus.nullable().describe('The status of the other side of a conversation.'),
  mode: PlannerMode.nullable(),
  ready: z.boolean().describe('Whether its planner is set up.'),
  hosted: z.boolean().describe('Whether the server runs it.'),
  archived: z.boolean(),
  head: Seq,
  lastActivity: Time,
  waiting: z.array(WaitingJson).readonly(),
  failure: WaitingJson.nullable().describe(
    'What failed, if the work ended with a failure and nothing waits.',
  ),
  pause: Pause.nullable(),
  spent: Spent,
  readOnly: z.boolean().describe('Its planner is not loaded: it is read-only.'),
});
export type SessionLine = Readonly<z.infer<typeof SessionLine>>;

export const Sessions = z.strictObject({ model: Model, sessions: z.array(SessionLine).readonly() });

const Attachment = z.strictObject({
  name: z.string(),
  mimeType: z.string(),
  sha256: z.string(),
  size: z.int().min(0),
  seq: Seq,
});

/** Messages as recorded, and how many come before them. */
export const MessageResponse = z.strictObject({
  said: z
    .array(z.looseObject({ seq: Seq, ts: z.string(), type: z.string() }))
    .readonly()
    .describe('The messages, as in the facts: `remote_*` is public, everything else private.'),
  saidBefore: z.int().min(0).describe('How many messages precede them.'),
});

export const SessionAnswer = SessionLine.extend({
  model: Model,
  at: Seq.exactOptional().describe('The moment that is shown; absent for the present.'),
  setup: z
    .strictObject({
      ready: z.boolean(),
      mode: PlannerMode,
      summary: z.string().nullable(),
      seed: z.unknown(),
      configSha256: z.string().nullable().describe('Null if it was erased.'),
      seq: Seq.describe('Where it was applied.'),
    })
    .nullable(),
  hud: Hud.nullable(),
  said: MessageResponse.shape.said.describe('The newest 500 messages; `/said` has the others.'),
  saidBefore: MessageResponse.shape.saidBefore,
  drafts: z
    .array(
      z.strictObject({
        composeId: z.string(),
        text: z.string(),
        digest: z.string(),
        seq: Seq,
        attachments: z.array(MessageAttachment).readonly().optional(),
        nextStateHint: z
          .string()
          .optional()
          .describe('The resulting status; a final one ends the conversation.'),
        why: z.string().exactOptional().describe('Why the planner wrote it.'),
        by: z.string().exactOptional().describe('The author, if a person wrote it.'),
        approvedBy: z.string().exactOptional(),
        failure: z.string().exactOptional(),
      }),
    )
    .readonly(),
  questions: z.array(z.looseObject({ qid: z.string(), prompt: z.string(), seq: Seq })).readonly(),
  attachments: z.array(Attachment).readonly(),
  limits: Limits.describe('The budgets of this session; those that are missing are unlimited.'),
  pairedWith: z.string().nullable(),
  published: z.boolean().describe('Whether other agents can reach it over A2A.'),
  connectedTo: z
    .strictObject({ name: z.string(), cardUrl: z.string() })
    .nullable()
    .describe('The agent that it talks to over A2A.'),
  heardFrom: z
    .enum(['person', 'session', 'callers', 'agent'])
    .describe(
      'Who delivers messages of the other side: a person who passes them on, or one of the transports.',
    ),
  forkOf: z.strictObject({ session: z.string(), at: Seq }).nullable(),
  planner: z.looseObject({ type: z.string() }).describe('The data of the planner, by its type.'),
  blocks: z.array(ViewBlockSchema).readonly().describe('The same as blocks that every client can show.'),
  artifacts: z
    .array(
      z.strictObject({
        id: z.string().describe('As GET …/artifacts/ID takes it.'),
        name: z.string(),
        description: z.string().exactOptional(),
        mediaType: z.string(),
      }),
    )
    .readonly()
    .describe('The artifacts of the planner, as files to save.'),
  commands: z.array(CommandDescription).readonly().describe('The commands of its planner.'),
  handsOver: z
    .array(
      z.strictObject({
        key: z.string().describe('As POST …/hand-over takes it.'),
        to: z.string().describe('The planner that continues.'),
        title: z.string(),
        session: z.string().describe('The id of the session once it exists.'),
      }),
    )
    .readonly()
    .describe('What another planner can continue, in a separate session.'),
});
export type SessionAnswer = Readonly<z.infer<typeof SessionAnswer>>;

const AnyFact = z.looseObject({
  seq: Seq,
  id: z.string(),
  ts: z.string(),
  type: z.string(),
  v: z.int(),
});

export const Facts = z.strictObject({
  facts: z.array(AnyFact).readonly(),
  kinds: z.array(z.enum(FACT_KINDS)).readonly().describe('The kind of each fact, in the same order.'),
  texts: z
    .array(z.string().nullable())
    .readonly()
    .describe('The description of each fact by its planner, shortened.'),
  head: Seq,
  next: Seq.exactOptional().describe('Where the next page begins.'),
});

export const Done = z.strictObject({
  model: Model,
  head: Seq,
  facts: z.array(AnyFact).readonly().describe('What the command appended.'),
  reply: z.string().exactOptional().describe('The reply of the command, if it has one.'),
});

export const Uploaded = z.strictObject({
  name: z.string().describe('Its display name.'),
  mimeType: z.string(),
  sha256: z.string(),
  size: z.int().min(0),
  head: Seq,
});

export const Inbox = z.strictObject({
  model: Model,
  pause: Pause.nullable().describe('Why nothing starts in any session; null if not paused.'),
  items: z.array(InboxItem).readonly(),
});

/** Two paired sessions. */
export const Paired = z.strictObject({ first: z.string(), second: z.string() });

/** All paired sessions. */
export const Pairings = z.strictObject({ pairings: z.array(Paired).readonly() });

/** The summary of a journal, available without reading it. */
export const JournalLine = z.strictObject({
  id: z.string(),
  head: Seq,
  hash: z.string().describe('Of the last fact.'),
  origin: z.looseObject({ type: z.enum(['created', 'fork', 'import']) }),
  nativeFrom: Seq.describe('The first seq that was, or will be, appended in this journal itself.'),
  createdAt: z.string(),
  updatedAt: z.string(),
});
