import { z } from 'zod';
import { keeping } from '../../../kernel/projection/kept-fields.ts';
import { isPlanWire, type PlanWire } from '../plan/schema.ts';
import { VALIDATION_MODES } from '../plan/validation-mode.ts';

const Id = z.string().min(1).max(256);
const Text = z.string().min(1);
const Texts = z.array(Text).readonly();
const Count = z.number().min(0);
const Positive = z.number().min(0.001);
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex');
const Usage = z.strictObject({ inputTokens: Count, outputTokens: Count, cost: Count.exactOptional() });

/** A metric whose range is divided into the cells of the archive. */
export const MeasureRange = z.strictObject({
  metric: Text.max(200),
  from: z.number(),
  to: z.number(),
  cells: z.int().min(1).max(1000),
});
/** See the schema {@link MeasureRange}. */
export type MeasureRange = Readonly<z.infer<typeof MeasureRange>>;

/** A metric extracted from an evaluator's output by the first group of a pattern. */
export const MetricPattern = z.strictObject({
  name: Text.max(200),
  pattern: Text.max(500),
});
/** See the schema {@link MetricPattern}. */
export type MetricPattern = Readonly<z.infer<typeof MetricPattern>>;

const Goals = {
  /** The objective value at which it stops. */
  target: z.number().exactOptional(),
  /** It stops after this many rounds without a new best. */
  patience: z.int().min(1).max(1000).exactOptional(),
};

const Repetition = {
  /** The number of measurements of a commit, alternating with its parent. Default: 1. */
  repeat: z.int().min(1).max(100).exactOptional(),
  /** The number of runs before the first measurement. */
  warmUps: z.int().min(0).max(20).exactOptional(),
};

/** The goal of an evolution, its evaluators and its limits. */
export const EvolutionSetup = z.strictObject({
  goal: Text,
  repository: Text,
  base: Text,
  constraints: Texts,
  acceptanceCriteria: Texts,
  backend: Text,
  mode: z.enum(VALIDATION_MODES),
  /** Command lines that measure a checkout. They run only if the host allows them too. */
  evaluators: z.array(Text).min(1).max(10).readonly(),
  patterns: z.array(MetricPattern).max(50).readonly(),
  /** For each evaluator. */
  timeLimitSeconds: Positive.max(86_400),
  memoryLimitMb: z.int().min(16).exactOptional(),
  ...Repetition,
  objective: z.strictObject({ metric: Text.max(200), direction: z.enum(['higher', 'lower']) }),
  measures: z.array(MeasureRange).max(6).readonly(),
  /** Paths that no candidate may change. */
  protect: Texts,
  rounds: z.int().min(1).max(1000),
  /** In each round. */
  candidates: z.int().min(1).max(100),
  /** The number of candidates in progress at once. */
  parallel: z.int().min(1).max(32),
  /** The number of commits from the archive that a plan sees besides its parent. */
  inspirations: z.int().min(0).max(8),
  seed: z.int().min(0),
  ...Goals,
  budget: z.strictObject({
    /** The sum of planning, carrying out and evaluating. */
    seconds: Positive.exactOptional(),
    tokens: z.int().min(1).exactOptional(),
    /** In US dollars, as far as agents report it. */
    cost: Positive.exactOptional(),
  }),
});
/** See the schema {@link EvolutionSetup}. */
export type EvolutionSetup = Readonly<z.infer<typeof EvolutionSetup>>;

/** Why an evolution stopped. */
export const STOP_REASONS = [
  'rounds',
  'target',
  'patience',
  'seconds',
  'tokens',
  'cost',
  'failures',
  'setup',
  'person',
  'base',
] as const;

/** One of {@link STOP_REASONS}. */
export type StopReason = (typeof STOP_REASONS)[number];

/** A metric found by an evaluation. */
export const MeasuredMetric = z.strictObject({
  name: Text,
  value: z.number(),
  unit: Text.exactOptional(),
  /** The interquartile range of the measurements whose median is the value. */
  spread: Count.exactOptional(),
});
/** See the schema {@link MeasuredMetric}. */
export type MeasuredMetric = Readonly<z.infer<typeof MeasuredMetric>>;

/** One of several measurements of a commit. */
export const MeasuredRun = z.strictObject({ commit: Text, metrics: z.array(MeasuredMetric).readonly() });
/** See the schema {@link MeasuredRun}. */
export type MeasuredRun = Readonly<z.infer<typeof MeasuredRun>>;

/** The candidate that a plan belongs to. */
export const CandidateOf = z.strictObject({
  evolutionId: Id,
  round: z.int().min(1),
  candidate: z.int().min(1),
});

/** The facts of evolutions and of carrying out plans. */
export const evolutionFacts = {
  /** Somebody started an evolution of a repository. */
  evolution_started: keeping(
    [
      'evolutionId',
      'rounds',
      'candidates',
      'parallel',
      'timeLimitSeconds',
      'memoryLimitMb',
      'target',
      'patience',
      'budget',
    ],
    z.strictObject({ evolutionId: Id, by: Text, ...EvolutionSetup.shape }),
  ),
  /** A plan is to be carried out by a coding agent, in a separate checkout. */
  change_requested: keeping(
    ['requestId'],
    z.strictObject({ requestId: Id, backend: Text, base: Text, evaluators: Texts.exactOptional() }),
  ),
  /** A plan no longer fitted the commit it is carried out on, and was repaired. */
  plan_repaired: z.strictObject({
    requestId: Id,
    plan: z.custom<PlanWire>(isPlanWire, 'must satisfy PLANNING_OUTPUT_SCHEMA'),
    digest: Sha256,
    baseCommit: Text,
    /** Each problem with its fix. */
    repairs: z.array(z.strictObject({ issue: Text, action: Text })).readonly(),
  }),
  /** A coding agent carried out a plan, as a commit. */
  change_made: keeping(
    ['requestId', 'seconds', 'usage', 'commit'],
    z.strictObject({
      requestId: Id,
      agent: Text,
      base: Text,
      commit: Text,
      tree: Text,
      /** The git ref of the commit. */
      ref: Text,
      summary: z.string(),
      diff: z.string(),
      files: z
        .array(
          z.strictObject({
            path: Text,
            added: z.int().min(0).exactOptional(),
            removed: z.int().min(0).exactOptional(),
          }),
        )
        .readonly(),
      /** The protected files it changes, according to git; truncated if there are many. */
      touched: Texts.exactOptional(),
      seconds: Count,
      usage: Usage.exactOptional(),
    }),
  ),
  /** A plan could not be carried out. */
  change_failed: keeping(
    ['requestId', 'code', 'seconds', 'usage'],
    z.strictObject({
      requestId: Id,
      code: Text,
      reason: Text,
      seconds: Count,
      usage: Usage.exactOptional(),
    }),
  ),
  /** A commit is to be measured. Without a request, it is the first commit of the evolution. */
  evaluation_requested: keeping(
    ['evaluationId', 'requestId', 'evolutionId'],
    z.strictObject({
      evaluationId: Id,
      requestId: Id.exactOptional(),
      evolutionId: Id.exactOptional(),
      repository: Text,
      commit: Text,
      evaluators: z.array(Text).min(1).readonly(),
      patterns: z.array(MetricPattern).readonly(),
      timeLimitSeconds: Positive.max(86_400),
      memoryLimitMb: z.int().min(16).exactOptional(),
      ...Repetition,
      /** The commit measured alternately with it. */
      against: Text.exactOptional(),
      /** Files that are restored from a commit before measuring. */
      protected: z.strictObject({ from: Text, paths: Texts }).exactOptional(),
    }),
  ),
  /** Measuring a commit starts. An attempt without a result was interrupted, and another one starts. */
  evaluation_begun: keeping(
    ['evaluationId', 'requestId', 'evolutionId', 'attempt', 'seconds'],
    z.strictObject({
      evaluationId: Id,
      requestId: Id.exactOptional(),
      evolutionId: Id.exactOptional(),
      attempt: z.int().min(1),
      /** What ended the previous attempt: a stop, or a crash of the measuring program. */
      cutOff: z.enum(['stop', 'crash']).exactOptional(),
      /** The duration of that attempt, according to its claims. */
      seconds: Count.exactOptional(),
    }),
  ),
  /** The result of the evaluators. */
  commit_evaluated: keeping(
    ['evaluationId', 'requestId', 'evolutionId', 'status', 'seconds', 'commit'],
    z.strictObject({
      evaluationId: Id,
      requestId: Id.exactOptional(),
      evolutionId: Id.exactOptional(),
      commit: Text,
      status: z.enum(['measured', 'failed', 'cancelled']),
      metrics: z.array(MeasuredMetric).readonly(),
      summary: Text.exactOptional(),
      /** Why there is no measurement. */
      reason: Text.exactOptional(),
      /** The error code, if the host could not measure at all. */
      code: Text.exactOptional(),
      /** For the first commit of an evolution: its tree, and the paths that no candidate may change. */
      tree: Text.exactOptional(),
      protected: Texts.exactOptional(),
      /** The end of the evaluators' output. */
      output: z.string(),
      /** Every measurement in order, if there were several. */
      runs: z.array(MeasuredRun).readonly().exactOptional(),
      /** The measurements of the commit it alternated with. */
      against: MeasuredRun.exactOptional(),
      seconds: Count,
    }),
  ),
  /** An evolution ended, or somebody stopped it. */
  evolution_stopped: keeping(
    ['evolutionId', 'reason'],
    z.strictObject({
      evolutionId: Id,
      reason: z.enum(STOP_REASONS),
      /** The best commit, if one is better than the base. */
      best: Text.exactOptional(),
    }),
  ),
  /** Somebody resumed an evolution, possibly with a larger budget. */
  evolution_resumed: keeping(
    ['evolutionId', 'rounds', 'target', 'patience', 'budget'],
    z.strictObject({
      evolutionId: Id,
      by: Text,
      /** The backend from now on. */
      backend: Text.exactOptional(),
      ...Goals,
      rounds: z.int().min(1).max(1000).exactOptional(),
      budget: EvolutionSetup.shape.budget.exactOptional(),
    }),
  ),
  /** The best commit of an evolution got a branch. */
  best_offered: z.strictObject({ evolutionId: Id, branch: Text, commit: Text }),
} as const;
