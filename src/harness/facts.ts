import { z } from 'zod';
import { type Envelope, REDACTED } from '../journal/fact.ts';
import type { FactOf, ProposedOf } from '../journal/fact-types.ts';
import { kernelFacts } from '../kernel/facts.ts';
import { Usage } from '../kernel/limits/spending.ts';
import { erasedFact, inForce, keeping } from '../kernel/projection/kept-fields.ts';
import { schemaMatch } from '../kernel/schema-match.ts';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex');
const Id = z.string().min(1).max(256);

/** The status of the other side, in A2A terms. */
export const A2aStatus = z.enum([
  'initializing',
  'submitted',
  'working',
  'input-required',
  'completed',
  'failed',
  'canceled',
  'rejected',
  'auth-required',
  'unknown',
]);

/** One of {@link A2aStatus}. */
export type A2aStatus = z.infer<typeof A2aStatus>;

/** A file that goes with a message: its display name and, once the harness has added it, its hash. */
export const MessageAttachment = z.strictObject({
  name: z.string().min(1).max(512),
  mimeType: z.string().min(1).optional(),
  sha256: Sha256.optional(),
  size: z.int().min(0).optional(),
});

/** See the schema {@link MessageAttachment}. */
export type MessageAttachment = z.infer<typeof MessageAttachment>;

/** The person who did it: the name of the token, or the user of the machine. */
const by = z.string().min(1).max(256).exactOptional();

const Message = {
  messageId: Id,
  text: z.string(),
  attachments: z.array(MessageAttachment).optional(),
};

/** How a pass ended: something was committed, nothing was proposed, a repetition was dropped, or it failed. */
export const PassOutcome = z.enum(['committed', 'empty', 'duplicate', 'error']);

/** One of {@link PassOutcome}. */
export type PassOutcome = z.infer<typeof PassOutcome>;

/** When drafts are sent: after a person's approval, or automatically. */
export const PlannerMode = z.enum(['approve', 'auto']);

/** One of {@link PlannerMode}. */
export type PlannerMode = z.infer<typeof PlannerMode>;

/**
 * The facts of a conversation. `remote_*` are public: the other side has seen them. Everything else is private and
 * never leaves the journal.
 */
export const conversationFacts = {
  ...kernelFacts,
  session_created: keeping(
    ['plannerId'],
    z.strictObject({ title: z.string(), plannerId: z.string().min(1), by }),
  ),
  session_renamed: z.strictObject({ title: z.string().min(1), by }),
  session_archived: keeping([], z.strictObject({ by })),
  /** Reopens an archived session. */
  session_reopened: keeping([], z.strictObject({ by })),

  status_changed: keeping(['a2a'], z.strictObject({ a2a: A2aStatus, by })),
  /** `by`: the person who passed it on. */
  remote_received: keeping(['messageId'], z.strictObject({ ...Message, by })),
  remote_sent: keeping(['messageId', 'composeId'], z.strictObject({ ...Message, composeId: Id.optional() })),

  /**
   * A file was added or created. `origin` says by whom: `user`, `remote`, or a planner's own name; planners cannot
   * use the first two.
   */
  attachment_added: z.strictObject({
    name: z.string().min(1).max(512),
    mimeType: z.string().min(1),
    sha256: Sha256,
    size: z.int().min(0),
    origin: z.string().min(1),
    producedBy: z.string().optional(),
    by,
  }),

  /** What a person says to a planner of any family: text, or one of the options it offered. */
  user_input: z.strictObject({ text: z.string().optional(), choose: z.string().optional(), by }),
  user_guidance: z.strictObject({ gid: Id, text: z.string(), by }),
  user_answer: keeping(['qid'], z.strictObject({ qid: Id, text: z.string(), by })),
  /** Stops current work. Earlier messages are no longer planned for. */
  work_cancelled: keeping([], z.strictObject({ reason: z.string().min(1).exactOptional(), by })),

  tool_call: z.strictObject({
    callId: Id,
    name: z.string().min(1),
    args: z.unknown(),
    why: z.string().optional(),
  }),
  tool_result: z.strictObject({
    callId: Id,
    ok: z.boolean(),
    result: z.unknown().optional(),
    error: z.string().optional(),
  }),
  agent_question: z.strictObject({
    qid: Id,
    prompt: z.string().min(1),
    required: z.boolean().optional(),
    placeholder: z.string().optional(),
    /** Answers to choose from; any other answer is accepted too. */
    options: z.array(z.string().min(1).max(200)).max(20).optional(),
    /** The tool call that waits for the answer. Its result closes the question. */
    callId: Id.optional(),
  }),
  /** A draft for the other side. An approval has to name its `digest`, which the harness fills in. */
  compose_intent: z.strictObject({
    composeId: Id,
    text: z.string(),
    attachments: z.array(MessageAttachment).optional(),
    nextStateHint: A2aStatus.optional(),
    digest: Sha256,
    why: z.string().optional(),
    /** A person wrote it in place of another one. */
    by,
  }),
  compose_approved: keeping(
    ['composeId'],
    z.strictObject({ composeId: Id, digest: Sha256, by: z.string().min(1) }),
  ),
  compose_dismissed: keeping(
    ['composeId', 'regenerate'],
    z.strictObject({ composeId: Id, regenerate: z.boolean().optional(), by }),
  ),
  send_failed: keeping(['composeId'], z.strictObject({ composeId: Id, error: z.string() })),
  /** The planner has nothing to say. */
  sleep: z.strictObject({ reason: z.string().optional() }),
  planner_error: keeping(
    ['code', 'stage', 'attempts'],
    z.strictObject({
      code: z.string().min(1),
      message: z.string(),
      stage: z.string(),
      attempts: z.int().min(0),
    }),
  ),

  /** `configSha256` names an attachment with the config, without secrets, so that a replay needs no network. */
  planner_configured: keeping(
    ['plannerId', 'mode', 'ready'],
    z.strictObject({
      plannerId: z.string().min(1),
      mode: PlannerMode,
      seed: z.unknown(),
      configSha256: Sha256,
      ready: z.boolean(),
      by,
    }),
  ),
  /** Hides what passes have committed after `toSeq` from planners. */
  rewound: keeping(
    ['toSeq', 'againFrom'],
    z.strictObject({
      toSeq: z.int().min(0),
      /** The seq from which triggers are planned again; default `toSeq`. */
      againFrom: z.int().min(0).exactOptional(),
      by,
    }),
  ),

  /** In the same batch as what a pass commits before its end. */
  pass_step_committed: keeping([], z.strictObject({})),
  /** In the same batch as the output of its pass. `triggers`: the newest fact of each kind that it answered. */
  pass_settled: keeping(
    ['triggers', 'outcome', 'records.usage', 'records.model', 'records.durationMs'],
    z.strictObject({
      triggers: z.record(z.string(), z.int().min(1)),
      outcome: PassOutcome,
      /** Every prompt and answer of the pass as attachments, with the model and usage. */
      records: z
        .array(
          z.strictObject({
            prompt: Sha256,
            answer: Sha256,
            model: z.string().optional(),
            usage: Usage.optional(),
            durationMs: z.number().min(0).optional(),
          }),
        )
        .optional(),
    }),
  ),
} as const;

/** A conversation fact in a journal. */
export type ConversationFact = FactOf<typeof conversationFacts>;

/** A conversation fact to be appended. */
export type ProposedConversationFact = ProposedOf<typeof conversationFacts>;

/** The conversation fact of this type. */
export type ConversationFactOf<Type extends ConversationFact['type']> = Extract<
  ConversationFact,
  { readonly type: Type }
>;

// A newer version's extra field must not make its facts invisible to this one. The digest of a draft is always
// recomputed, so a draft without one is still a draft.
const readable: ReadonlyMap<string, (fact: unknown) => boolean> = new Map([
  ...Object.entries(conversationFacts).map(
    ([type, { shape }]) => [type, schemaMatch(z.object(shape))] as const,
  ),
  ['compose_intent', schemaMatch(z.object(conversationFacts.compose_intent.shape).partial({ digest: true }))],
]);

/**
 * A fact parsed as a conversation fact; `undefined` if it is none. An erased one with all required fields kept is
 * parsed too: it stays in force.
 */
export function conversationFact(fact: Envelope): ConversationFact | undefined {
  const read = fact.type === REDACTED ? keptFact(fact) : fact;
  return readable.get(read.type)?.(read) ? (read as ConversationFact) : undefined;
}

function keptFact(fact: Envelope): Envelope {
  // The kept records of a pass contain its usage, not its prompts.
  const { records: _, ...read }: Envelope & { records?: unknown } = inForce(fact, conversationFacts);
  return read;
}

/** The former type of an erased fact; `undefined` for any other. */
export function erasedType(fact: Envelope): string | undefined {
  return erasedFact(fact)?.type;
}

/** The current setup. If it was erased, the planner cannot run until somebody sets it up again. */
export interface ConfiguredPlanner {
  readonly seq: number;
  /** `undefined` if that was erased too: then it is the previous planner. */
  readonly plannerId: string | undefined;
  readonly mode: PlannerMode;
  readonly ready: boolean;
  readonly seed: unknown;
  /** `undefined` if it was erased. */
  readonly configSha256: string | undefined;
}

const KeptSetup = z.object({
  plannerId: z.string().optional().catch(undefined),
  mode: PlannerMode.catch('approve'),
});

/** The setup that a fact puts in force, if it does. With an erased mode every draft waits for a person. */
export function configuredPlanner(fact: Envelope): ConfiguredPlanner | undefined {
  const erased = erasedFact(fact);
  if (erased?.type === 'planner_configured') {
    const { plannerId, mode } = KeptSetup.parse(erased.kept ?? {});
    return { seq: fact.seq, plannerId, mode, ready: false, seed: null, configSha256: undefined };
  }
  const known = fact.type === 'planner_configured' ? conversationFact(fact) : undefined;
  return known?.type === 'planner_configured' ? known : undefined;
}
