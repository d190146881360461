import { jsonrepair } from 'jsonrepair';
import { isPlainObject } from '../../../journal/integrity/canonical-json.ts';
import { objectsIn } from '../../../machine/agents/output-reading.ts';
import { bounded, onOneLine, withoutBlanks } from '../../../machine/bounded-text.ts';
import type { PlanningAgentRequest } from '../agent/planning-request.ts';
import { fitting, type ListRule, minimalFields } from './minimal-plan.ts';
import { PlanningPlan, type PlanningStepFields } from './plan.ts';
import { PLANNING_OUTPUT_SCHEMA, STEP_SCHEMA } from './schema.ts';
import { orderedSteps } from './step-order.ts';

const { properties: PLAN } = PLANNING_OUTPUT_SCHEMA;
const { properties: STEP } = STEP_SCHEMA;

type Json = Readonly<Record<string, unknown>>;

/** Alternative field names that models use, without case and underscores. */
const ALIASES: Readonly<Record<string, string>> = {
  summary: 'plan_summary',
  plansummary: 'plan_summary',
  focusmetrics: 'focus_metrics',
  handoffnotes: 'handoff_notes',
  fallbackplan: 'fallback_plan',
  fallback: 'fallback_plan',
  stepid: 'id',
  name: 'title',
};

/** Longer text is not repaired: it is not a slightly broken plan, and repairing takes quadratic time. */
const MAX_REPAIRED = 64 * 1024;

/** The fields without which a plan is worth no more than the raw text. */
const TELLING = ['plan_summary', 'rationale', 'steps'] as const;

/** A plan from the valid parts of a broken answer, completed from the request; undefined if nothing is valid. */
export function salvagePlan(request: PlanningAgentRequest, raw: string): PlanningPlan | undefined {
  let best: { readonly candidate: Json; readonly worth: number } | undefined;
  for (const object of [...objectsIn(raw), ...repairedObjects(raw)]) {
    const candidate = renamed(object);
    const worth = worthOf(candidate);
    if (worth > 0 && worth >= (best?.worth ?? 0)) best = { candidate, worth };
  }
  return best === undefined ? undefined : mended(request, best.candidate, raw);
}

/** Objects in the text that can be parsed only after a repair. */
function repairedObjects(raw: string): readonly Json[] {
  const start = raw.indexOf('{');
  if (start === -1) return [];
  const end = raw.lastIndexOf('}') + 1;
  const texts = [fencedJson(raw), raw.slice(start, end > start ? end : undefined), raw.slice(start)];
  return texts.flatMap((text, at) => {
    // Of equal texts the last one counts, as with objects of equal score.
    if (text === undefined || text.length > MAX_REPAIRED || texts.indexOf(text, at + 1) !== -1) return [];
    try {
      return objectsIn(jsonrepair(text));
    } catch {
      return [];
    }
  });
}

/** The content of the first fence that starts with JSON, even if it is never closed. */
function fencedJson(raw: string): string | undefined {
  const [, ...fences] = raw.split('```');
  return fences
    .map((text) => text.slice(text.indexOf('\n') + 1).trimStart())
    .find((inside) => inside.startsWith('{') || inside.startsWith('['));
}

/** Renames fields to the names of the schema. */
function renamed(object: Json): Json {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      ALIASES[name.replaceAll('_', '').toLowerCase()] ?? name,
      value,
    ]),
  );
}

/** The number of usable plan fields in the object. */
function worthOf(candidate: Json): number {
  const usable = (name: string) =>
    name === 'steps' ? stepsIn(candidate).length > 0 : textsIn(candidate[name]).length > 0;
  return TELLING.some(usable) ? Object.keys(PLAN).filter(usable).length : 0;
}

function mended(request: PlanningAgentRequest, candidate: Json, raw: string): PlanningPlan {
  const minimal = minimalFields(request, raw);
  const field = (name: keyof typeof PLAN, rule: ListRule, otherwise: Iterable<string>) => {
    const kept = fitting(textsIn(candidate[name]), rule);
    return kept.length > 0 ? kept : otherwise;
  };
  const text = (name: keyof typeof PLAN, most: number) =>
    bounded(textsIn(candidate[name]).join('\n'), most) || undefined;

  const all = stepsIn(candidate);
  const { maxItems } = PLAN.steps;
  const steps = orderedSteps(all.slice(0, maxItems));
  const dropped = all.slice(maxItems).map(({ title }) => `Left out beyond ${maxItems} steps: ${title}`);
  const summary = text('plan_summary', PLAN.plan_summary.maxLength) ?? minimal.summary;
  return new PlanningPlan({
    summary,
    rationale:
      text('rationale', PLAN.rationale.maxLength) ?? `Salvaged from an incomplete answer: ${summary}`,
    focusMetrics: field('focus_metrics', PLAN.focus_metrics, minimal.focusMetrics),
    guardrails: field('guardrails', PLAN.guardrails, minimal.guardrails),
    risks: field('risks', PLAN.risks, ['Parts of the answer were broken and had to be left out.']),
    validation: field('validation', PLAN.validation, minimal.validation),
    steps: steps.length > 0 ? steps : minimal.steps,
    handoffNotes: fitting([...textsIn(candidate.handoff_notes), ...dropped], PLAN.handoff_notes),
    fallbackPlan:
      text('fallback_plan', PLAN.fallback_plan.maxLength) ??
      (steps.length > 0 ? undefined : minimal.fallbackPlan),
  });
}

/** The usable steps. One without checks gets a default check; one without text is dropped. */
function stepsIn(candidate: Json): readonly PlanningStepFields[] {
  const { steps } = candidate;
  const list = Array.isArray(steps) ? steps : isPlainObject(steps) ? Object.values(steps) : [];
  return list.flatMap((step, i): PlanningStepFields[] => {
    const fields: Json = isPlainObject(step) ? renamed(step) : { title: step };
    const line = (name: string) => onOneLine(textsIn(fields[name]).join(' '));
    const actions = fitting(textsIn(fields.actions), STEP.actions);
    const title = line('title') || line('intent') || actions[0];
    if (title === undefined || title === '') return [];
    const checks = fitting(textsIn(fields.validation), STEP.validation);
    return [
      {
        stepId: bounded(line('id'), STEP.id.maxLength) || `s${i + 1}`,
        title: bounded(title, STEP.title.maxLength),
        intent: bounded(line('intent') || title, STEP.intent.maxLength),
        actions:
          actions.length > 0 ? actions : [bounded(line('intent') || title, STEP.actions.items.maxLength)],
        validation: checks.length > 0 ? checks : [bounded(`Done: ${title}`, STEP.validation.items.maxLength)],
        files: fitting(textsIn(fields.files), STEP.files),
        dependencies: textsIn(fields.dependencies),
        risks: fitting(textsIn(fields.risks), STEP.risks),
        references: fitting(textsIn(fields.references), STEP.references),
      },
    ];
  });
}

/** The texts in a field, given as a list, a single text, or a list inside a text. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') {
    const items = value.split('\n').flatMap((line) => {
      const [bullet] = /^\s*(?:[-*+•]|\d+[.)])\s+/.exec(line) ?? [];
      return bullet === undefined ? [] : [line.slice(bullet.length)];
    });
    return withoutBlanks(items.length > 1 ? items : [value]);
  }
  if (typeof value === 'number') return [String(value)];
  return Array.isArray(value)
    ? withoutBlanks(value.flatMap((item) => (Array.isArray(item) ? [] : textsIn(item))))
    : [];
}
