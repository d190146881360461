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

/** A metric whose range is divided into cells of the archive. */
export const MeasureRange = z.strictObject({
  metric: Text.max(200),
  from: z.number(),
  to: z.number(),
  cells: z.int().min(1).max(1000),
});
/** See the schema {@link MeasureRange}. */
export type MeasureRange = Readonly<z.infer<typeof MeasureRange>>;

/** A metric that is read from what an evaluator prints, by the first group of a pattern. */
export const MetricPattern = z.strictObject({
  name: Text.max(200),
  pattern: Text.max(500),
});
/** See the schema {@link MetricPattern}. */
export type MetricPattern = Readonly<z.infer<typeof MetricPattern>>;

const Goals = {
  /** The objective at which it stops, because that is good enough. */
  target: z.number().exactOptional(),
  /** After how many rounds without a new best it stops. */
  patience: z.int().min(1).max(1000).exactOptional(),
};

const Repetition = {
  /** How often a commit is measured, in turn with its parent; once unless told. */
  repeat: z.int().min(1).max(100).exactOptional(),
  /** How often it is run before that, without counting. */
  warmUps: z.int().min(0).max(20).exactOptional(),
};

/** What an evolution is for, how its candidates are measured, and how much it may take. */
export const EvolutionSetup = z.strictObject({
  goal: Text,
  repository: Text,
  base: Text,
  constraints: Texts,
  acceptanceCriteria: Texts,
  backend: Text,
  mode: z.enum(VALIDATION_MODES),
  /** Command lines that measure a checkout. They run only where the host names them too. */
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
  /** How many are worked on at once. */
  parallel: z.int().min(1).max(32),
  /** How many commits of the archive a plan is shown beside the one it begins with. */
  inspirations: z.int().min(0).max(8),
  seed: z.int().min(0),
  ...Goals,
  budget: z.strictObject({
    /** Of planning, carrying out and evaluating, added up. */
    seconds: Positive.exactOptional(),
    tokens: z.int().min(1).exactOptional(),
    /** In US dollars, as far as agents tell it. */
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

/** A number that an evaluation found. */
export const MeasuredMetric = z.strictObject({
  name: Text,
  value: z.number(),
  unit: Text.exactOptional(),
  /** How far measurements lie apart whose median the value is: their interquartile range. */
  spread: Count.exactOptional(),
});
/** See the schema {@link MeasuredMetric}. */
export type MeasuredMetric = Readonly<z.infer<typeof MeasuredMetric>>;

/** One measurement of several of a commit. */
export const MeasuredRun = z.strictObject({ commit: Text, metrics: z.array(MeasuredMetric).readonly() });
/** See the schema {@link MeasuredRun}. */
export type MeasuredRun = Readonly<z.infer<typeof MeasuredRun>>;

/** Which candidate of which evolution a plan is for. */
export const CandidateOf = z.strictObject({
  evolutionId: Id,
  round: z.int().min(1),
  candidate: z.int().min(1),
});

/** What happens to an evolution, and to plans that are carried out. */
export const evolutionFacts = {
  /** Somebody wants a repository to get better, measured by evaluators. */
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
  /** A plan is to be carried out by a coding agent, in a checkout of its own. */
  change_requested: keeping(
    ['requestId'],
    z.strictObject({ requestId: Id, backend: Text, base: Text, evaluators: Texts.exactOptional() }),
  ),
  /** A plan did not fit the commit it is carried out on any more, and was repaired where it did not. */
  plan_repaired: z.strictObject({
    requestId: Id,
    plan: z.custom<PlanWire>(isPlanWire, 'must satisfy PLANNING_OUTPUT_SCHEMA'),
    digest: Sha256,
    baseCommit: Text,
    /** What was wrong, and what was done about it. */
    repairs: z.array(z.strictObject({ issue: Text, action: Text })).readonly(),
  }),
  /** What a coding agent made of a plan: a commit. */
  change_made: keeping(
    ['requestId', 'seconds', 'usage', 'commit'],
    z.strictObject({
      requestId: Id,
      agent: Text,
      base: Text,
      commit: Text,
      tree: Text,
      /** The name that git has for it. */
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
      /** The protected files that it changes, as git says it; some of them where there are many. */
      touched: Texts.exactOptional(),
      seconds: Count,
      usage: Usage.exactOptional(),
    }),
  ),
  /** A plan was not carried out, and why. */
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
  /** A commit is to be measured. Without a request it is the one that the evolution begins with. */
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
      /** The commit that is measured in turn with it. */
      against: Text.exactOptional(),
      /** Files that are put back as they are in a commit before they measure. */
      protected: z.strictObject({ from: Text, paths: Texts }).exactOptional(),
    }),
  ),
  /** Measuring a commit begins. An attempt that has no result was cut off, and another one is begun. */
  evaluation_begun: keeping(
    ['evaluationId', 'requestId', 'evolutionId', 'attempt', 'seconds'],
    z.strictObject({
      evaluationId: Id,
      requestId: Id.exactOptional(),
      evolutionId: Id.exactOptional(),
      attempt: z.int().min(1),
      /** What ended the attempt before: a stop, or a crash of the program that measured. */
      cutOff: z.enum(['stop', 'crash']).exactOptional(),
      /** How long that attempt took, as far as its claims tell. */
      seconds: Count.exactOptional(),
    }),
  ),
  /** What evaluators found. */
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
      /** The code of the error, where the host could not measure at all. */
      code: Text.exactOptional(),
      /** Of the commit that an evolution begins with: its tree, and the paths that no candidate may change. */
      tree: Text.exactOptional(),
      protected: Texts.exactOptional(),
      /** The end of what evaluators printed. */
      output: z.string(),
      /** Every measurement, in order, where there was more than one. */
      runs: z.array(MeasuredRun).readonly().exactOptional(),
      /** What was found in turn for the commit that it was measured against. */
      against: MeasuredRun.exactOptional(),
      seconds: Count,
    }),
  ),
  /** An evolution came to its end, or somebody stopped it. */
  evolution_stopped: keeping(
    ['evolutionId', 'reason'],
    z.strictObject({
      evolutionId: Id,
      reason: z.enum(STOP_REASONS),
      /** The best commit, where one is better than the base. */
      best: Text.exactOptional(),
    }),
  ),
  /** Somebody let an evolution go on, perhaps with more to spend. */
  evolution_resumed: keeping(
    ['evolutionId', 'rounds', 'target', 'patience', 'budget'],
    z.strictObject({
      evolutionId: Id,
      by: Text,
      /** Who plans and carries out from now on. */
      backend: Text.exactOptional(),
      ...Goals,
      rounds: z.int().min(1).max(1000).exactOptional(),
      budget: EvolutionSetup.shape.budget.exactOptional(),
    }),
  ),
  /** The best commit of an evolution has a branch. */
  best_offered: z.strictObject({ evolutionId: Id, branch: Text, commit: Text }),
} as const;
