import { z } from 'zod';
import { bounded, onOneLine, withoutBlanks } from '../../../machine/bounded-text.ts';
import { PlanningError } from '../error.ts';

const Texts = z.array(z.string()).readonly().transform(withoutBlanks).default([]);
const OptionalText = z
  .string()
  .trim()
  .nullish()
  .transform((text) => text || undefined);
const Counters = z.record(z.string(), z.unknown()).readonly();

const MetricShape = z.strictObject({
  name: z.string().trim().min(1),
  value: z.number(),
  unit: OptionalText,
  higherIsBetter: z
    .boolean()
    .nullish()
    .transform((flag) => flag ?? undefined),
  summary: OptionalText,
});

const ContextShape = z.strictObject({
  commitHash: z.string().trim().min(1),
  subject: z
    .string()
    .nullish()
    .transform((subject) => onOneLine(subject ?? '')),
  changeSummary: z
    .string()
    .nullish()
    .transform((summary) => summary?.trim() || 'N/A'),
  trajectory: Texts,
  trajectoryMeta: Counters.nullish().transform((meta) => meta ?? undefined),
  keyFiles: Texts,
  highlights: Texts,
  evaluationSummary: OptionalText,
  metrics: z.array(MetricShape).readonly().default([]),
  cellIndex: z
    .int()
    .nullish()
    .transform((cell) => cell ?? undefined),
  objective: z
    .number()
    .nullish()
    .transform((objective) => objective ?? undefined),
  measures: z
    .union([z.array(z.number()).readonly(), z.record(z.string(), z.number()).readonly()])
    .default([]),
});

const EarlierPlanShape = z.strictObject({
  summary: z.string().trim().min(1),
  outcome: z.enum(['failed', 'rejected', 'proposed', 'accepted']),
  reason: OptionalText,
});

const EvidenceShape = z.strictObject({ source: z.string().trim().min(1), text: z.string() });

const RequestShape = z.strictObject({
  base: ContextShape,
  inspirations: z.array(ContextShape).readonly().default([]),
  goal: z.string().trim().min(1),
  constraints: Texts,
  acceptanceCriteria: Texts,
  iterationHint: OptionalText,
  coldStart: z.boolean().default(false),
  earlierPlans: z.array(EarlierPlanShape).readonly().default([]),
  evidence: z.array(EvidenceShape).readonly().default([]),
});

/** The fields of a {@link CommitMetric}. */
export type CommitMetricFields = z.input<typeof MetricShape>;
/** The fields of a {@link CommitPlanningContext}. */
export type CommitContextFields = z.input<typeof ContextShape>;
/** The fields of a {@link PlanningAgentRequest}. */
export type PlanningRequestFields = z.input<typeof RequestShape>;
/** An earlier plan for the same goal, and its outcome. */
export type EarlierPlan = Readonly<z.input<typeof EarlierPlanShape>>;
/** Output of an evaluator, as evidence for a plan. */
export type Evidence = Readonly<z.output<typeof EvidenceShape>>;

/** One evaluation metric of a commit. Frozen. */
export class CommitMetric {
  readonly name: string;
  readonly value: number;
  readonly unit: string | undefined;
  /** Undefined if unknown. */
  readonly higherIsBetter: boolean | undefined;
  readonly summary: string | undefined;

  constructor(fields: CommitMetricFields) {
    const parsed = read(MetricShape, fields, 'a metric');
    this.name = parsed.name;
    this.value = parsed.value;
    this.unit = parsed.unit;
    this.higherIsBetter = parsed.higherIsBetter;
    this.summary = parsed.summary;
    Object.freeze(this);
  }
}

/** The information about one commit. Frozen; collections are copied and trimmed, without blanks. */
export class CommitPlanningContext {
  readonly commitHash: string;
  /** On one line; `Commit <hash>` if the commit has none. */
  readonly subject: string;
  /** `N/A` if there is none. */
  readonly changeSummary: string;
  /** The lines of a trajectory rollup. */
  readonly trajectory: readonly string[];
  readonly trajectoryMeta: Readonly<Record<string, unknown>> | undefined;
  readonly keyFiles: readonly string[];
  readonly highlights: readonly string[];
  readonly evaluationSummary: string | undefined;
  readonly metrics: readonly CommitMetric[];
  /** The cell of a MAP-Elites archive that the commit holds. */
  readonly cellIndex: number | undefined;
  readonly objective: number | undefined;
  readonly measures: readonly number[] | Readonly<Record<string, number>>;

  constructor(fields: CommitContextFields) {
    const parsed = read(ContextShape, fields, 'a commit');
    this.commitHash = parsed.commitHash;
    this.subject = parsed.subject || `Commit ${bounded(parsed.commitHash, 64)}`;
    this.changeSummary = parsed.changeSummary;
    this.trajectory = parsed.trajectory;
    this.trajectoryMeta = parsed.trajectoryMeta && Object.freeze(parsed.trajectoryMeta);
    this.keyFiles = parsed.keyFiles;
    this.highlights = parsed.highlights;
    this.evaluationSummary = parsed.evaluationSummary;
    this.metrics = Object.freeze(parsed.metrics.map((metric) => new CommitMetric(metric)));
    this.cellIndex = parsed.cellIndex;
    this.objective = parsed.objective;
    this.measures = Object.freeze(parsed.measures);
    Object.freeze(this);
  }
}

/** The goal and the commits to plan from. Frozen; collections are copied and trimmed, without blank entries. */
export class PlanningAgentRequest {
  readonly base: CommitPlanningContext;
  readonly inspirations: readonly CommitPlanningContext[];
  readonly goal: string;
  readonly constraints: readonly string[];
  readonly acceptanceCriteria: readonly string[];
  readonly iterationHint: string | undefined;
  /** Nothing exists yet to improve: the plan should propose varied starting points. */
  readonly coldStart: boolean;
  /** Earlier attempts at this goal, which should not be repeated. */
  readonly earlierPlans: readonly EarlierPlan[];
  readonly evidence: readonly Evidence[];

  constructor(fields: PlanningRequestFields) {
    const parsed = read(RequestShape, fields, 'a planning request');
    this.base = new CommitPlanningContext(parsed.base);
    this.inspirations = Object.freeze(
      parsed.inspirations.map((inspiration) => new CommitPlanningContext(inspiration)),
    );
    this.goal = parsed.goal;
    this.constraints = parsed.constraints;
    this.acceptanceCriteria = parsed.acceptanceCriteria;
    this.iterationHint = parsed.iterationHint;
    this.coldStart = parsed.coldStart;
    this.earlierPlans = Object.freeze(parsed.earlierPlans.map((plan) => Object.freeze(plan)));
    this.evidence = Object.freeze(parsed.evidence.map((piece) => Object.freeze(piece)));
    Object.freeze(this);
  }

  /** Parses a request from JSON. */
  static from(json: unknown): PlanningAgentRequest {
    return new PlanningAgentRequest(read(RequestShape, json, 'a planning request'));
  }
}

function read<Shape extends z.ZodType>(shape: Shape, fields: unknown, what: string): z.output<Shape> {
  const parsed = shape.safeParse(fields);
  if (parsed.success) return parsed.data;
  throw new PlanningError('invalid-planning-request', {
    summary: `${what.charAt(0).toUpperCase()}${what.slice(1)} is not valid: ${parsed.error.issues
      .slice(0, 5)
      .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
      .join('; ')}.`,
    fix: 'Correct these fields and plan again. No backend was called.',
    cause: parsed.error,
  });
}
