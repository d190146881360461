import { z } from 'zod';
import { shown } from '../../journal/error.ts';
import type { Slice } from '../../kernel/session/slice.ts';
import { parsedInput } from '../calls/tool-input.ts';
import { RECORDED_RULES } from '../calls/tool-rules.ts';
import { ToolValidationError } from '../error.ts';
import { relationFields, type StepRelations } from '../graph/step-relations.ts';
import { type Evidence, evidenceFrom, toWireEvidence } from './evidence.ts';
import {
  aliasesOf,
  highestOf,
  highestStep,
  numberOf,
  suffixOf,
  withAliases,
  withHighest,
  withNumber,
  withSuffix,
} from './plan-number.ts';
import { MAX_DETAILS, MAX_NOTE, MAX_OBJECTIVE, MAX_TITLE, optionalText, requiredText } from './text-rules.ts';

/** The statuses of a plan. */
export const PLAN_STATUSES = ['active', 'completed', 'abandoned'] as const;
/** The statuses of a step. */
export const STEP_STATUSES = ['pending', 'in_progress', 'blocked', 'done'] as const;

/** One of {@link PLAN_STATUSES}. */
export type PlanStatus = (typeof PLAN_STATUSES)[number];
/** One of {@link STEP_STATUSES}. */
export type StepStatus = (typeof STEP_STATUSES)[number];

/** A field of a step that two clones have changed, and their values, the current one last. */
export const StepConflict = z.strictObject({
  field: z.string(),
  values: z.array(z.strictObject({ value: z.string(), by: z.string() })),
});

/** See the schema of this name. */
export type StepConflict = Readonly<z.infer<typeof StepConflict>>;

/** One step of a plan. */
export interface PlanStep extends StepRelations {
  /** `S` and at least three digits. */
  readonly stepId: string;
  readonly title: string;
  readonly details: string | null;
  readonly status: StepStatus;
  readonly notes: readonly string[];
  /** Evidence that it is done, if any. */
  readonly evidence?: readonly Evidence[];
  /** Concurrent changes by several clones; the later change is the current one. */
  readonly conflicts?: readonly StepConflict[];
}

/** A session's plan at one moment. It is immutable. */
export interface Plan {
  readonly objective: string;
  readonly status: PlanStatus;
  readonly steps: readonly PlanStep[];
  /** Concurrent changes to the objective by several clones. A new plan resolves them. */
  readonly conflicts?: readonly StepConflict[];
}

const PlanSchema = z.strictObject({
  objective: z.string(),
  status: z.enum(PLAN_STATUSES),
  steps: z.array(
    z.strictObject({
      stepId: z.string(),
      title: z.string(),
      details: z.string().nullable(),
      status: z.enum(STEP_STATUSES),
      notes: z.array(z.string()),
      evidence: z
        .array(
          z.union([
            z.strictObject({ command: z.string(), exitCode: z.int() }),
            z.strictObject({ link: z.string() }),
          ]),
        )
        .exactOptional(),
      ...relationFields,
      conflicts: z.array(StepConflict).exactOptional(),
    }),
  ),
  conflicts: z.array(StepConflict).exactOptional(),
});

/**
 * `highest` only if the step with the highest id was removed, so that its id is not reused. `suffix` and `aliases`
 * only if the plan is shared.
 */
const KeptPlan = PlanSchema.extend({
  number: z.int().positive().optional(),
  highest: z.int().positive().optional(),
  suffix: z.string().optional(),
  aliases: z.record(z.string(), z.string()).optional(),
});

/** The slice in which a session stores its plan. It holds at most one plan. */
export const Plan: Slice<Plan> = {
  name: 'Plan',
  most: 1,
  parse: (json) => {
    const { number, highest = 0, suffix, aliases = {}, ...kept } = parsedInput(KeptPlan, json);
    const plan = frozenPlan(ruledPlan(kept));
    withHighest(withNumber(plan, number), Math.max(highest, highestOf(plan)));
    return withAliases(withSuffix(plan, suffix), aliases);
  },
  toJson: keptPlan,
};

/** The plan in a snapshot: `Plan.parse` restores it. */
export function keptPlan(plan: Plan): object {
  const number = numberOf(plan);
  const highest = highestOf(plan);
  const suffix = suffixOf(plan);
  const aliases = aliasesOf(plan);
  const isKnown = highest === highestStep(plan);
  if (number === undefined && suffix === undefined && isKnown) return plan;
  return Object.freeze({
    ...plan,
    ...(number !== undefined && { number }),
    ...(!isKnown && { highest }),
    ...(suffix !== undefined && { suffix }),
    ...(Object.keys(aliases).length > 0 && { aliases }),
  });
}

/** Checks a plan from outside against the rules of the tools. */
function ruledPlan({ objective, status, steps, conflicts }: Plan): Plan {
  const known = new Set<string>();
  const { text } = RECORDED_RULES;
  return {
    ...(conflicts && { conflicts }),
    objective: requiredText(objective, { name: 'Objective', field: 'objective', most: MAX_OBJECTIVE, text }),
    status,
    steps: steps.map((step, i) => {
      const at = `steps[${i}]`;
      // S0001 would be another spelling of S001.
      const id = step.stepId.replace(/^S0+/, 'S');
      const isNew = isStepId(step.stepId) && stepNumber(step) > 0 && !known.has(id);
      if (!isNew) throw badId(step.stepId, `${at}.stepId`);
      known.add(id);
      const lines = { most: MAX_DETAILS, multiline: true, text };
      return {
        ...step,
        title: requiredText(step.title, { name: 'Title', field: `${at}.title`, most: MAX_TITLE, text }),
        details: optionalText(step.details, { name: 'Details', field: `${at}.details`, ...lines }),
        notes: step.notes.map((note, n) =>
          requiredText(note, { name: 'Note', field: `${at}.notes[${n}]`, ...lines, most: MAX_NOTE }),
        ),
        ...(step.evidence && {
          evidence: step.evidence.flatMap((each, n) =>
            evidenceFrom(toWireEvidence(each), `${at}.evidence[${n}]`, RECORDED_RULES),
          ),
        }),
      };
    }),
  };
}

function badId(stepId: string, field: string): ToolValidationError {
  return new ToolValidationError('invalid-tool-input', {
    field,
    message: `Step ids must be S and at least three digits, each of them once; found ${shown(stepId)}.`,
    expected: `an id like S001 in ${field}, which no other step has`,
    actual: shown(stepId),
    fix: 'Give the plan as it was read.',
  });
}

/** The plan, deeply frozen. Frozen steps are shared, not walked again. */
export function frozenPlan(plan: Plan): Plan {
  for (const step of plan.steps) frozenStep(step);
  Object.freeze(plan.steps);
  Object.freeze(plan.conflicts);
  return Object.freeze(plan);
}

/** The step, frozen with its notes. */
export function frozenStep(step: PlanStep): PlanStep {
  if (!Object.isFrozen(step)) {
    Object.freeze(step.notes);
    Object.freeze(step.evidence);
    Object.freeze(step.blockedBy);
    Object.freeze(step.discoveredFrom);
    Object.freeze(step.related);
    Object.freeze(step.claim);
    Object.freeze(step.conflicts);
  }
  return Object.freeze(step);
}

/**
 * `S` and at least three digits, of a number that can be incremented. In shared plans, ids end in a suffix that is
 * unique to the clone.
 */
export function isStepId(text: string): boolean {
  return /^S\d{3,}(?:-[a-z0-9]{1,16})?$/.test(text) && Number.isSafeInteger(stepNumber({ stepId: text }));
}

/** The number in a step's id. */
export function stepNumber({ stepId }: Pick<PlanStep, 'stepId'>): number {
  return Number(stepId.slice(1).split('-')[0]);
}

/** Whether the id can follow the other one: ids count up. */
export function isAbove(stepId: string, before: string | undefined): boolean {
  return before === undefined || stepNumber({ stepId }) > stepNumber({ stepId: before });
}

/** The id of the nth step: at least three digits, and the suffix of a clone. */
export function stepIdOf(number: number, suffix?: string): string {
  return `S${String(number).padStart(3, '0')}${suffix ? `-${suffix}` : ''}`;
}
