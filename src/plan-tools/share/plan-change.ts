import { z } from 'zod';
import { sameJson } from '../../kernel/session/same-json.ts';
import { RECORDED_RULES } from '../calls/tool-rules.ts';
import { LINK_TYPES, linksOf, type StepLink, type StepRelations } from '../graph/step-relations.ts';
import { type Evidence, evidenceFrom, toWireEvidence, WireEvidence } from '../plan/evidence.ts';
import { isStepId, type Plan, type PlanStep, STEP_STATUSES } from '../plan/plan.ts';
import { MAX_DETAILS, MAX_NOTE, MAX_OBJECTIVE, MAX_TITLE, requiredText } from '../plan/text-rules.ts';

const StepId = z.string().refine(isStepId);
const Line = (name: string, most: number) => z.string().refine((text) => isText(text, name, most, false));
const Lines = (name: string, most: number) => z.string().refine((text) => isText(text, name, most, true));
const Evidences = z.array(WireEvidence.refine(isEvidence));
const Note = Lines('Note', MAX_NOTE);

/** The position after a step, or `null` for the start of the plan. If omitted, the end. */
const After = StepId.nullable().exactOptional();

/**
 * One change to a plan as clones exchange it: one field of one step, so that changes to other fields and steps do
 * not conflict.
 */
export const PlanChange = z.union([
  z.strictObject({ objective: Line('Objective', MAX_OBJECTIVE) }),
  z.strictObject({ abandoned: z.boolean() }),
  z.strictObject({
    add: StepId,
    title: Line('Title', MAX_TITLE),
    details: Lines('Details', MAX_DETAILS).nullable(),
    after: After,
  }),
  z.strictObject({ remove: StepId }),
  z.strictObject({ move: StepId, after: After }),
  z.strictObject({ step: StepId, title: Line('Title', MAX_TITLE) }),
  z.strictObject({ step: StepId, details: Lines('Details', MAX_DETAILS).nullable() }),
  z.strictObject({ step: StepId, status: z.enum(STEP_STATUSES) }),
  z.strictObject({ step: StepId, note: Note }),
  z.strictObject({ step: StepId, notes: z.array(Note) }),
  z.strictObject({ step: StepId, evidence: Evidences }),
  z.strictObject({ step: StepId, allEvidence: Evidences }),
  z.strictObject({
    step: StepId,
    claim: z.strictObject({ agent: Line('Agent', 256), until: z.iso.datetime() }).nullable(),
  }),
  z.strictObject({
    link: z.strictObject({ from: StepId, type: z.enum(LINK_TYPES), to: StepId }),
    on: z.boolean(),
  }),
]);

/** See the schema of this name. */
export type PlanChange = z.infer<typeof PlanChange>;

/** The changes that turn the first plan into the second. */
export function planChanges(before: Plan | undefined, after: Plan): PlanChange[] {
  const was = new Map(before?.steps.map((step) => [step.stepId, step]));
  const is = new Set(after.steps.map(({ stepId }) => stepId));
  const isAbandoned = after.status === 'abandoned';
  return [
    ...(before?.objective === after.objective ? [] : [{ objective: after.objective }]),
    ...((before?.status === 'abandoned') === isAbandoned ? [] : [{ abandoned: isAbandoned }]),
    ...[...was.keys()].filter((id) => !is.has(id)).map((remove) => ({ remove })),
    ...placeChanges(before?.steps ?? [], after.steps),
    ...after.steps.flatMap((step) => stepChanges(was.get(step.stepId) ?? newStep(step), step)),
    // Links last: both of their steps have to exist.
    ...after.steps.flatMap((step) => linkChanges(was.get(step.stepId) ?? newStep(step), step)),
  ];
}

function newStep({ stepId, title, details }: PlanStep): PlanStep {
  return { stepId, title, details, status: 'pending', notes: [] };
}

function stepChanges(was: PlanStep, { stepId: step, ...is }: PlanStep): PlanChange[] {
  const evidence = (is.evidence ?? []).map(toWireEvidence);
  const before = (was.evidence ?? []).map(toWireEvidence);
  return [
    ...(was.title === is.title ? [] : [{ step, title: is.title }]),
    ...(was.details === is.details ? [] : [{ step, details: is.details }]),
    ...(was.status === is.status ? [] : [{ step, status: is.status }]),
    ...(isContinued(was.notes, is.notes)
      ? is.notes.slice(was.notes.length).map((note) => ({ step, note }))
      : [{ step, notes: [...is.notes] }]),
    ...(isContinued(before, evidence)
      ? evidence.length === before.length
        ? []
        : [{ step, evidence: evidence.slice(before.length) }]
      : [{ step, allEvidence: evidence }]),
    ...(isSameClaim(was, is) ? [] : [{ step, claim: is.claim ?? null }]),
  ];
}

function isSameClaim(was: StepRelations, is: StepRelations): boolean {
  return was.claim?.agent === is.claim?.agent && was.claim?.until === is.claim?.until;
}

function isContinued(before: readonly unknown[], after: readonly unknown[]): boolean {
  return before.length <= after.length && before.every((each, i) => sameJson(each, after[i]));
}

function linkChanges(was: PlanStep, is: PlanStep): PlanChange[] {
  const [before, after] = [linksOf(was), linksOf(is)];
  const among = (links: readonly StepLink[], link: StepLink) => links.some((each) => sameJson(each, link));
  return [
    ...before.filter((link) => !among(after, link)).map((link) => ({ link, on: false })),
    ...after.filter((link) => !among(before, link)).map((link) => ({ link, on: true })),
  ];
}

/** Adds new steps, and moves as few steps as possible to get the right order. */
function placeChanges(before: readonly PlanStep[], after: readonly PlanStep[]): PlanChange[] {
  const places = new Map(before.map(({ stepId }, i) => [stepId, i]));
  const stay = longestRise(after.flatMap(({ stepId }) => places.get(stepId) ?? []));
  const isStaying = ({ stepId }: PlanStep) => stay.has(places.get(stepId) ?? -1);
  const lastStaying = after.findLastIndex(isStaying);
  return after.flatMap((step, i) => {
    if (isStaying(step)) return [];
    const place = i > lastStaying ? {} : { after: after[i - 1]?.stepId ?? null };
    const { stepId, title, details } = step;
    return [places.has(stepId) ? { move: stepId, ...place } : { add: stepId, title, details, ...place }];
  });
}

/** The indices of a longest increasing subsequence. */
function longestRise(numbers: readonly number[]): ReadonlySet<number> {
  /** For each length, the index of the lowest number that ends such a subsequence. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [i, number] of numbers.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    before.push(low === 0 ? undefined : ends[low - 1]);
    ends[low] = i;
  }
  const found = new Set<number>();
  for (let i = ends.at(-1); i !== undefined; i = before[i]) found.add(numbers[i] ?? 0);
  return found;
}

function isText(text: string, name: string, most: number, multiline: boolean): boolean {
  try {
    return requiredText(text, { name, field: name, most, multiline, text: RECORDED_RULES.text }) === text;
  } catch {
    return false;
  }
}

function isEvidence(evidence: z.infer<typeof WireEvidence>): boolean {
  try {
    return evidenceOf(evidence).length > 0;
  } catch {
    return false;
  }
}

/** The evidence from its wire form. */
export function evidenceOf(evidence: z.infer<typeof WireEvidence>): readonly Evidence[] {
  return evidenceFrom(evidence, 'evidence', RECORDED_RULES);
}
