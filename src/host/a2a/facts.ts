import { z } from 'zod';
import { A2aStatus } from '../../harness/facts.ts';
import type { Envelope } from '../../journal/fact.ts';
import type { Journal } from '../../journal/journal.ts';
import { inForce, keeping } from '../../kernel/projection/kept-fields.ts';

/** What a conversation by A2A needs of its journal. */
export type ConversationJournal = Pick<
  Journal<Envelope>,
  'id' | 'append' | 'facts' | 'subscribe' | 'attachments' | 'describe'
>;

const Id = z.string().min(1).max(256);

/** Something that a planner made for another agent: what it holds is an attachment. */
const A2aArtifact = z.strictObject({
  /** The same for every version of it. */
  artifactId: Id,
  name: z.string().min(1).max(512),
  description: z.string().max(2000),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex'),
  size: z.int().min(0),
  /** Of a text; JSON without. */
  mediaType: z.string().min(1).max(256).optional(),
});
export type A2aArtifact = Readonly<z.infer<typeof A2aArtifact>>;

/** What A2A adds to the journal of a conversation. */
export const a2aFacts = {
  /** From here on, other agents reach the session. Only in the journal this was appended to, not in its copies. */
  session_published: keeping(
    [],
    z.strictObject({
      /** What the agent is called; the session's title unless told. */
      name: z.string().min(1).max(200).optional(),
      /** What it does; the planner's description unless told. */
      description: z.string().min(1).max(2000).optional(),
    }),
  ),
  session_unpublished: keeping([], z.strictObject({})),

  /**
   * From here on, what the session sends goes to the agent of this card, and what that one says comes in. Only in the
   * journal this was appended to, not in its copies.
   */
  agent_connected: z.strictObject({
    cardUrl: z.url().max(2048),
    /** What the card calls it. */
    name: z.string().min(1).max(512),
    /** The card was read at, and may lead to, an address of this machine or a private network. */
    allowPrivate: z.literal(true).exactOptional(),
    by: z.string().min(1).exactOptional(),
  }),
  agent_disconnected: keeping([], z.strictObject({ by: z.string().min(1).exactOptional() })),

  /** In a published session: another caller's context, whose conversation goes on in `session`, a fork of this one. */
  a2a_context_forked: keeping(
    ['contextId', 'session'],
    z.strictObject({ contextId: Id, session: z.string().min(1).max(128) }),
  ),
  /** In such a fork: the context it serves, and the published session that its caller reaches it by. */
  a2a_context_opened: keeping(
    ['contextId', 'publishedSession'],
    z.strictObject({ contextId: Id, publishedSession: z.string().min(1).max(128) }),
  ),

  /** Somebody outside began a task with us: what is said from here on belongs to it. */
  a2a_task_opened: keeping(['taskId', 'contextId'], z.strictObject({ taskId: Id, contextId: Id })),

  /**
   * What a planner that writes no drafts has come to, for the agent that asked: how the task stands from here on, what was
   * made, and what is waited for. What is said with it is the `remote_sent` of that `messageId`, which follows.
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

  /** The agent at the other end took our message. `taskId` is absent when it answers without making a task. */
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

/** A fact of {@link a2aFacts} as it stands in a journal. */
export type A2aFact = {
  [Type in keyof Payloads]: { readonly type: Type; readonly seq: number } & Payloads[Type];
}[keyof Payloads];

/** A fact read as one of A2A, also an erased one as far as it stays in force; `undefined` when it is none. */
export function a2aFact(fact: Envelope): A2aFact | undefined {
  const read = inForce(fact, a2aFacts);
  return readable.get(read.type)?.safeParse(read).success ? (read as A2aFact) : undefined;
}
