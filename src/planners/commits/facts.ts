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

/** An earlier plan and its outcome, as part of a request. */
export const RememberedPlan = z.strictObject({
  requestId: Id,
  outcome: z.enum(['failed', 'rejected', 'proposed', 'accepted']),
  summary: Text,
  reason: Text.exactOptional(),
  /** The commit it was made for. */
  baseCommit: Text,
  /** What it was meant to do, as comparable words. */
  intent: z.string(),
});
/** See the schema {@link RememberedPlan}. */
export type RememberedPlan = Readonly<z.infer<typeof RememberedPlan>>;

/** A commit that a plan is based on, the base first, with its known metrics. */
export const CommitEvidence = z.strictObject({
  commitHash: Text,
  subject: Text,
  metrics: z.array(z.strictObject({ name: Text, value: z.number(), unit: Text.exactOptional() })).readonly(),
  /** The number of steps that lead to it and not to the base; absent for the base, and if unknown. */
  uniqueSteps: z.int().min(0).exactOptional(),
});
/** See the schema {@link CommitEvidence}. */
export type CommitEvidence = Readonly<z.infer<typeof CommitEvidence>>;

/** A task in the format of the task planner. */
export const HandedOverTask = z.strictObject({
  description: Text,
  kind: z.enum(['Processing', 'ToolCall', 'Clarification']),
  attachments: z.array(z.never()).readonly(),
  /** The numbers, from 1, of tasks it depends on. */
  dependsOn: z.array(z.int().min(1)).readonly().exactOptional(),
});
/** See the schema {@link HandedOverTask}. */
export type HandedOverTask = Readonly<z.infer<typeof HandedOverTask>>;

/** The facts of the commit planner, its reactors, and the people who decide. */
export const commitsFacts = {
  /** A commit of an evolution chain. */
  commit_card_added: z.strictObject({
    commitHash: Text,
    parentCommitHash: Text.nullable(),
    subject: z.string(),
    changeSummary: z.string(),
  }),
  /** Somebody requested a plan. A reactor makes it. */
  plan_requested: z.strictObject({
    requestId: Id,
    goal: Text,
    /** The path of the repository on the machine that plans. */
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
    /** Its candidate, if it belongs to an evolution. */
    evolution: CandidateOf.exactOptional(),
  }),
  /** One attempt of a backend, with its usage. */
  plan_attempted: keeping(
    ['requestId', 'attempt', 'status', 'backend', 'durationSeconds', 'usage'],
    z.strictObject({
      requestId: Id,
      attempt: z.int().min(1),
      status: z.enum(['ok', 'failed']),
      backend: Text,
      durationSeconds: Count,
      error: Text.exactOptional(),
      /** The prompt and answer of the backend: attachments, without secrets. */
      promptSha256: Sha256.exactOptional(),
      answerSha256: Sha256.exactOptional(),
      usage: z
        .strictObject({ inputTokens: Count, outputTokens: Count, cost: Count.exactOptional() })
        .exactOptional(),
    }),
  ),
  /** A plan that waits for a decision. The decision must name the digest. */
  plan_proposed: z.strictObject({
    requestId: Id,
    plan: z.custom<PlanWire>(isPlanWire, 'must satisfy PLANNING_OUTPUT_SCHEMA'),
    digest: Sha256,
    origin: z.enum(['strict', 'salvaged', 'synthesised', 'raw']),
    baseCommit: Text,
    /** Made by the demo model, which knows nothing. */
    demo: z.literal(true).exactOptional(),
    /** The commits that the backend saw. */
    evidence: z.array(CommitEvidence).readonly(),
    /** An earlier plan for the same commit that it repeats, and the similarity, from 0 to 1. */
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
  /** Somebody accepted exactly the plan with this digest; these are its tasks. */
  plan_accepted: keeping(
    ['requestId'],
    z.strictObject({
      requestId: Id,
      digest: Sha256,
      by: Text,
      tasks: z.array(HandedOverTask).min(1).readonly(),
    }),
  ),
  /** Somebody rejected a plan. Later plans see the reason. */
  plan_rejected: keeping(
    ['requestId'],
    z.strictObject({ requestId: Id, digest: Sha256, by: Text, reason: Text.exactOptional() }),
  ),
  /** The outcome of an accepted plan. */
  plan_concluded: keeping(
    ['requestId', 'outcome'],
    z.strictObject({
      requestId: Id,
      outcome: z.enum(['succeeded', 'failed']),
      note: Text.exactOptional(),
      /** The resulting commit, and its measurements. */
      commit: Text.exactOptional(),
      metrics: z.array(MeasuredMetric).readonly().exactOptional(),
    }),
  ),
  ...evolutionFacts,
} as const;

/** An event of the plans in a journal. */
export type CommitsEvent = ProposedOf<typeof commitsFacts>;
/** One kind of {@link CommitsEvent}. */
export type CommitsEventOf<Type extends CommitsEvent['type']> = Extract<
  CommitsEvent,
  { readonly type: Type }
>;

/** All fact types of the commit planner's journals. */
export const commitsSessionFacts = { ...conversationFacts, ...commitsFacts } as const;

/** Facts may come from a newer version with more fields, so reading is lenient. Writing is strict. */
const Readable: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries(commitsFacts).map(([type, { shape }]) => [type, z.object(shape)]),
);

/** The commit planner's event of a fact, if it is one: a foreign journal may contain anything. */
export function commitsEventOf(fact: Envelope): CommitsEvent | undefined {
  const event = eventOf(fact);
  // It matches the schema, and the object itself is kept.
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
