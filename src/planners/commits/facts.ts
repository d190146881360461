import { z } from 'zod';
import { conversationFacts } from '../../harness/facts.ts';
import type { Envelope } from '../../journal/fact.ts';
import type { ProposedOf } from '../../journal/fact-types.ts';
import { eventOf } from '../../kernel/event.ts';
import { keeping } from '../../kernel/projection/kept-fields.ts';
import { CandidateOf, evolutionFacts, MeasuredMetric } from './evolution/evolution-facts.ts';
import { isPlanWire, type PlanWire } from './plan/schema.ts';
import { VALIDATION_MODES } from './plan/validation-mode.ts';

const Id = z.string().min(1).max(256);
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex');
const Text = z.string().min(1);
const Texts = z.array(Text).readonly();
const Count = z.number().min(0);

/** A plan made before, and what became of it, as a request carries it. */
export const RememberedPlan = z.strictObject({
  requestId: Id,
  outcome: z.enum(['failed', 'rejected', 'proposed', 'accepted']),
  summary: Text,
  reason: Text.exactOptional(),
  /** The commit it was made for. */
  baseCommit: Text,
  /** What it was to do, in words that can be compared. */
  intent: z.string(),
});
/** See the schema {@link RememberedPlan}. */
export type RememberedPlan = Readonly<z.infer<typeof RememberedPlan>>;

/** A commit that a plan rests on, the base first, with what was known about it. */
export const CommitEvidence = z.strictObject({
  commitHash: Text,
  subject: Text,
  metrics: z.array(z.strictObject({ name: Text, value: z.number(), unit: Text.exactOptional() })).readonly(),
  /** How many steps lead to it and not to the base; missing for the base, and where that is not known. */
  uniqueSteps: z.int().min(0).exactOptional(),
});
/** See the schema {@link CommitEvidence}. */
export type CommitEvidence = Readonly<z.infer<typeof CommitEvidence>>;

/** A task as the task planner takes it. */
export const HandedOverTask = z.strictObject({
  description: Text,
  kind: z.enum(['Processing', 'ToolCall', 'Clarification']),
  attachments: z.array(z.never()).readonly(),
  /** The numbers, from 1, of tasks that must be done before. */
  dependsOn: z.array(z.int().min(1)).readonly().exactOptional(),
});
/** See the schema {@link HandedOverTask}. */
export type HandedOverTask = Readonly<z.infer<typeof HandedOverTask>>;

/** What the commit planner, its reactor, and people who decide write to a journal. */
export const commitsFacts = {
  /** A commit of an evolution chain. */
  commit_card_added: z.strictObject({
    commitHash: Text,
    parentCommitHash: Text.nullable(),
    subject: z.string(),
    changeSummary: z.string(),
  }),
  /** Somebody wants a plan. A reactor makes it. */
  plan_requested: z.strictObject({
    requestId: Id,
    goal: Text,
    /** Where the repository is on the machine that plans. */
    repository: Text,
    base: Text,
    /** The commit that the experiment began with. */
    root: Text.exactOptional(),
    /** Evaluations by commit, as JSON. */
    metrics: Text.exactOptional(),
    inspirations: Texts,
    constraints: Texts,
    acceptanceCriteria: Texts,
    iterationHint: Text.exactOptional(),
    coldStart: z.boolean(),
    backend: Text,
    mode: z.enum(VALIDATION_MODES),
    earlierPlans: z.array(RememberedPlan).readonly(),
    /** The candidate that it is for, where it is part of an evolution. */
    evolution: CandidateOf.exactOptional(),
  }),
  /** One attempt of a backend, with what it took. */
  plan_attempted: keeping(
    ['requestId', 'attempt', 'status', 'backend', 'durationSeconds', 'usage'],
    z.strictObject({
      requestId: Id,
      attempt: z.int().min(1),
      status: z.enum(['ok', 'failed']),
      backend: Text,
      durationSeconds: Count,
      error: Text.exactOptional(),
      /** What the backend was told, and what it answered: attachments, with secrets taken out. */
      promptSha256: Sha256.exactOptional(),
      answerSha256: Sha256.exactOptional(),
      usage: z
        .strictObject({ inputTokens: Count, outputTokens: Count, cost: Count.exactOptional() })
        .exactOptional(),
    }),
  ),
  /** A plan that waits for a decision. The digest is what the decision has to name. */
  plan_proposed: z.strictObject({
    requestId: Id,
    plan: z.custom<PlanWire>(isPlanWire, 'must satisfy PLANNING_OUTPUT_SCHEMA'),
    digest: Sha256,
    origin: z.enum(['strict', 'salvaged', 'synthesised', 'raw']),
    baseCommit: Text,
    /** The demo model made it, and nobody thought about it. */
    demo: z.literal(true).exactOptional(),
    /** What its maker was shown. */
    evidence: z.array(CommitEvidence).readonly(),
    /** An earlier plan for the same commit that it repeats, and how far, from 0 to 1. */
    repeats: z.strictObject({ requestId: Id, similarity: z.number().min(0).max(1) }).exactOptional(),
  }),
  /** No plan could be made: what happened, and what to do. Older versions wrote `expected` and `actual` in place of `summary`. */
  plan_failed: keeping(
    ['requestId', 'code'],
    z.strictObject({
      requestId: Id,
      code: Text,
      summary: Text.exactOptional(),
      expected: Text.exactOptional(),
      actual: Text.exactOptional(),
      fix: Text,
    }),
  ),
  /** Somebody accepted exactly the plan that the digest names: these are its tasks. */
  plan_accepted: keeping(
    ['requestId'],
    z.strictObject({
      requestId: Id,
      digest: Sha256,
      by: Text,
      tasks: z.array(HandedOverTask).min(1).readonly(),
    }),
  ),
  /** Somebody rejected a plan. The reason is told to whoever plans next. */
  plan_rejected: keeping(
    ['requestId'],
    z.strictObject({ requestId: Id, digest: Sha256, by: Text, reason: Text.exactOptional() }),
  ),
  /** An accepted plan was carried out, and this came of it. */
  plan_concluded: keeping(
    ['requestId', 'outcome'],
    z.strictObject({
      requestId: Id,
      outcome: z.enum(['succeeded', 'failed']),
      note: Text.exactOptional(),
      /** The commit that it led to, and what was measured there. */
      commit: Text.exactOptional(),
      metrics: z.array(MeasuredMetric).readonly().exactOptional(),
    }),
  ),
  ...evolutionFacts,
} as const;

/** Something that happened to the plans of a journal. */
export type CommitsEvent = ProposedOf<typeof commitsFacts>;
/** One kind of {@link CommitsEvent}. */
export type CommitsEventOf<Type extends CommitsEvent['type']> = Extract<
  CommitsEvent,
  { readonly type: Type }
>;

/** All fact types of the commit planner's journals. */
export const commitsSessionFacts = { ...conversationFacts, ...commitsFacts } as const;

/** What is read may come from a newer version, and have more to it. What is written is strict. */
const Readable: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries(commitsFacts).map(([type, { shape }]) => [type, z.object(shape)]),
);

/** The commit planner's event of a fact, if it is one: a foreign journal may contain anything. */
export function commitsEventOf(fact: Envelope): CommitsEvent | undefined {
  const event = eventOf(fact);
  // It is of the schema, and stays the very object that it is.
  return Readable.get(fact.type)?.safeParse(event).success ? (event as unknown as CommitsEvent) : undefined;
}

/** Why no plan could be made, as a sentence. */
export function failureSummary({
  summary,
  expected,
  actual,
}: Pick<CommitsEventOf<'plan_failed'>, 'summary' | 'expected' | 'actual'>): string {
  return summary ?? `Expected ${expected}; got ${actual?.replace(/\.$/, '')}.`;
}
