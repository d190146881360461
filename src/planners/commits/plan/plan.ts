import { isPlainObject } from '../../../journal/integrity/canonical-json.ts';
import { withoutBlanks } from '../../../machine/bounded-text.ts';
import { isPlanWire, type PlanWire, type StepWire, schemaIssues } from './schema.ts';

/** The fields of a {@link PlanningStep}. */
export interface PlanningStepFields {
  readonly stepId: string;
  readonly title: string;
  readonly intent: string;
  readonly actions: Iterable<string>;
  readonly files?: Iterable<string>;
  /** The ids of earlier steps it depends on. */
  readonly dependencies?: Iterable<string>;
  readonly validation: Iterable<string>;
  readonly risks?: Iterable<string>;
  readonly references?: Iterable<string>;
}

/** One step that a coding agent can carry out and verify. Frozen. */
export class PlanningStep {
  readonly stepId: string;
  readonly title: string;
  readonly intent: string;
  readonly actions: readonly string[];
  readonly files: readonly string[];
  readonly dependencies: readonly string[];
  readonly validation: readonly string[];
  readonly risks: readonly string[];
  readonly references: readonly string[];

  constructor(fields: PlanningStepFields) {
    this.stepId = fields.stepId.trim();
    this.title = fields.title.trim();
    this.intent = fields.intent.trim();
    this.actions = withoutBlanks(fields.actions);
    this.files = withoutBlanks(fields.files ?? []);
    this.dependencies = withoutBlanks(fields.dependencies ?? []);
    this.validation = withoutBlanks(fields.validation);
    this.risks = withoutBlanks(fields.risks ?? []);
    this.references = withoutBlanks(fields.references ?? []);
    Object.freeze(this);
  }

  /** The step in the format of backends. */
  toJSON(): Required<StepWire> {
    return {
      id: this.stepId,
      title: this.title,
      intent: this.intent,
      actions: [...this.actions],
      files: [...this.files],
      dependencies: [...this.dependencies],
      validation: [...this.validation],
      risks: [...this.risks],
      references: [...this.references],
    };
  }
}

/** The fields of a {@link PlanningPlan}. */
export interface PlanningPlanFields {
  readonly summary: string;
  readonly rationale: string;
  readonly focusMetrics: Iterable<string>;
  readonly guardrails: Iterable<string>;
  readonly risks: Iterable<string>;
  readonly validation: Iterable<string>;
  readonly steps: Iterable<PlanningStepFields>;
  readonly handoffNotes?: Iterable<string>;
  readonly fallbackPlan?: string | undefined;
}

/** A plan for a coding agent. Frozen. */
export class PlanningPlan {
  readonly summary: string;
  readonly rationale: string;
  readonly focusMetrics: readonly string[];
  readonly guardrails: readonly string[];
  readonly risks: readonly string[];
  readonly validation: readonly string[];
  readonly steps: readonly PlanningStep[];
  readonly handoffNotes: readonly string[];
  readonly fallbackPlan: string | undefined;

  constructor(fields: PlanningPlanFields) {
    this.summary = fields.summary.trim();
    this.rationale = fields.rationale.trim();
    this.focusMetrics = withoutBlanks(fields.focusMetrics);
    this.guardrails = withoutBlanks(fields.guardrails);
    this.risks = withoutBlanks(fields.risks);
    this.validation = withoutBlanks(fields.validation);
    this.steps = Object.freeze(Array.from(fields.steps, (step) => new PlanningStep(step)));
    this.handoffNotes = withoutBlanks(fields.handoffNotes ?? []);
    this.fallbackPlan = fields.fallbackPlan?.trim() || undefined;
    Object.freeze(this);
  }

  /** The plan in the format of backends: it satisfies `PLANNING_OUTPUT_SCHEMA`, and `readPlan` restores it. */
  toJSON(): Required<PlanWire> & { readonly steps: readonly Required<StepWire>[] } {
    return {
      plan_summary: this.summary,
      rationale: this.rationale,
      focus_metrics: [...this.focusMetrics],
      guardrails: [...this.guardrails],
      risks: [...this.risks],
      validation: [...this.validation],
      steps: this.steps.map((step) => step.toJSON()),
      handoff_notes: [...this.handoffNotes],
      fallback_plan: this.fallbackPlan ?? null,
    };
  }
}

/** A plan, or the rules that the input broke. */
export type PlanReading =
  | { readonly ok: true; readonly plan: PlanningPlan }
  | { readonly ok: false; readonly issues: readonly string[] };

/** Parses a plan in the format of backends, with the full schema and the rules between steps. */
export function readPlan(value: unknown): PlanReading {
  const wire = tidied(value);
  if (!isPlanWire(wire)) return { ok: false, issues: schemaIssues(wire) };
  const issues = stepIssues(wire.steps);
  return issues.length > 0 ? { ok: false, issues } : { ok: true, plan: planOf(wire) };
}

/** Rules beyond the schema: ids are unique, and steps depend only on earlier steps, so that there is no cycle. */
function stepIssues(steps: readonly StepWire[]): readonly string[] {
  const ids = new Set(steps.map(({ id }) => id));
  const earlier = new Set<string>();
  return steps.flatMap(({ id, dependencies = [] }, at) => {
    const issues = dependencies
      .filter((wanted) => !earlier.has(wanted))
      .map(
        (wanted) =>
          `steps[${at}].dependencies: ${JSON.stringify(wanted)} ${ids.has(wanted) ? 'is no earlier step' : 'is no step of this plan'}.`,
      );
    if (earlier.has(id)) issues.push(`steps[${at}].id: ${JSON.stringify(id)} is used twice.`);
    earlier.add(id);
    return issues;
  });
}

function planOf(wire: PlanWire): PlanningPlan {
  return new PlanningPlan({
    summary: wire.plan_summary,
    rationale: wire.rationale,
    focusMetrics: wire.focus_metrics,
    guardrails: wire.guardrails,
    risks: wire.risks,
    validation: wire.validation,
    steps: wire.steps.map(({ id, ...step }) => ({ stepId: id, ...step })),
    handoffNotes: wire.handoff_notes ?? [],
    fallbackPlan: wire.fallback_plan ?? undefined,
  });
}

/** Trims all strings, and drops blank list items and null fields. */
function tidied(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(tidied).filter((item) => item !== '');
  if (!isPlainObject(value)) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(fields.map(([name, field]) => [name, tidied(field)]));
}
