import { z } from 'zod';
import { A2aStatus } from '../../harness/facts.ts';
import type { Envelope } from '../../journal/fact.ts';
import type { Journal } from '../../journal/journal.ts';
import { inForce, keeping } from '../../kernel/projection/kept-fields.ts';

/** The part of a journal that an A2A conversation needs. */
export type ConversationJournal = Pick<
  Journal<Envelope>,
  'id' | 'append' | 'facts' | 'subscribe' | 'attachments' | 'describe'
>;

const Id = z.string().min(1).max(256);

/** A planner's artifact for another agent; its content is an attachment. */
const A2aArtifact = z.strictObject({
  /** The same for every version of it. */
  artifactId: Id,
  name: z.string().min(1).max(512),
  description: z.string().max(2000),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex'),
  size: z.int().min(0),
  /** For text; JSON if missing. */
  mediaType: z.string().min(1).max(256).optional(),
});
export type A2aArtifact = Readonly<z.infer<typeof A2aArtifact>>;

/** The fact types that A2A adds to the journal of a conversation. */
export const a2aFacts = {
  /** From here on other agents can reach the session. Applies only to the journal it was appended to, not to copies. */
  session_published: keeping(
    [],
    z.strictObject({
      /** The name of the agent; default: the session's title. */
      name: z.string().min(1).max(200).optional(),
      /** What it does; default: the planner's description. */
      description: z.string().min(1).max(2000).optional(),
    }),
  ),
  session_unpublished: keeping([], z.strictObject({})),

  /**
   * From here on the session sends its messages to the agent of this card, and receives the agent's. Applies only
   * to the journal it was appended to, not to copies.
   */
  agent_connected: z.strictObject({
    cardUrl: z.url().max(2048),
    /** The name on the card. */
    name: z.string().min(1).max(512),
    /** The card is at, or may point to, a private address. */
    allowPrivate: z.literal(true).exactOptional(),
    by: z.string().min(1).exactOptional(),
  }),
  agent_disconnected: keeping([], z.strictObject({ by: z.string().min(1).exactOptional() })),

  /**
   * In a published session: another caller's context, whose conversation continues in `session`, a fork of this
   * one.
   */
  a2a_context_forked: keeping(
    ['contextId', 'session'],
    z.strictObject({ contextId: Id, session: z.string().min(1).max(128) }),
  ),
  /** In such a fork: the context it serves, and the published session through which its caller reaches it. */
  a2a_context_opened: keeping(
    ['contextId', 'publishedSession'],
    z.strictObject({ contextId: Id, publishedSession: z.string().min(1).max(128) }),
  ),

  /** Somebody outside started a task with us: messages from here on belong to it. */
  a2a_task_opened: keeping(['taskId', 'contextId'], z.strictObject({ taskId: Id, contextId: Id })),

  /**
   * The result of a planner that writes no drafts, for the agent that asked: the new status of the task, artifacts,
   * and what is waited for. The `remote_sent` with that `messageId`, which follows, has the text.
   */
  a2a_answered: keeping(
    ['taskId', 'status', 'messageId'],
    z.strictObject({
      taskId: Id,
      status: A2aStatus,
      messageId: Id.optional(),
      artifacts: z.array(A2aArtifact).readonly().optional(),
      waiting: z.array(z.record(z.string(), z.unknown())).readonly().optional(),
    }),
  ),

  /** The agent accepted our message. `taskId` is absent if it replies without a task. */
  a2a_message_taken: keeping(
    ['messageId', 'taskId', 'contextId'],
    z.strictObject({
      messageId: Id,
      taskId: Id.optional(),
      contextId: Id.optional(),
    }),
  ),
} as const;

const readable: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries(a2aFacts).map(([type, schema]) => [type, z.object(schema.shape)]),
);

type Payloads = { readonly [Type in keyof typeof a2aFacts]: z.output<(typeof a2aFacts)[Type]> };

/** A fact of {@link a2aFacts} in a journal. */
export type A2aFact = {
  [Type in keyof Payloads]: { readonly type: Type; readonly seq: number } & Payloads[Type];
}[keyof Payloads];

/** A fact parsed as an A2A fact, including an erased one as far as it stays in force; `undefined` if it is none. */
export function a2aFact(fact: Envelope): A2aFact | undefined {
  const read = inForce(fact, a2aFacts);
  return readable.get(read.type)?.safeParse(read).success ? (read as A2aFact) : undefined;
}
