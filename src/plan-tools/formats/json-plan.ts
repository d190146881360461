import { z } from 'zod';
import { WirePlan, WireStep } from '../calls/wire.ts';
import { PlanImportError } from '../error.ts';
import { fromWireRelations, linksOf } from '../graph/step-relations.ts';
import type { LocatedText, PlanDraft } from '../plan/plan-draft.ts';

/** The format of an export, with everything optional that a handwritten plan may leave out. */
const WrittenPlan = WirePlan.partial({ status: true, steps: true }).extend({
  steps: z.array(WireStep.partial({ step_id: true, details: true, status: true, notes: true })).optional(),
});

/** Reads a plan in its wire form. Ids are assigned again, in order. */
export function readJsonPlan(json: unknown): PlanDraft {
  const { objective, status, steps = [] } = parsedFile(WrittenPlan, json, 'a plan as Wayfold exports it');
  return {
    objective: { text: objective, place: 'objective' },
    abandoned: status === 'abandoned',
    steps: steps.map((step, i) => ({
      title: { text: step.title, place: `steps[${i}].title` },
      details: locatedText(step.details, `steps[${i}].details`),
      status: step.status ?? 'pending',
      notes: (step.notes ?? []).map((text, n) => ({ text, place: `steps[${i}].notes[${n}]` })),
      key: step.step_id ?? `steps[${i}]`,
      links: linksOf({ ...fromWireRelations(step), stepId: step.step_id ?? `steps[${i}]` }).map((link) => ({
        ...link,
        place: `steps[${i}]`,
      })),
      ...(step.evidence && {
        evidence: step.evidence.map((evidence, n) => ({ evidence, place: `steps[${i}].evidence[${n}]` })),
      }),
    })),
  };
}

/** A file's JSON according to its schema, or a refusal that names the position. */
export function parsedFile<Schema extends z.ZodType>(
  schema: Schema,
  json: unknown,
  expected: string,
): z.infer<Schema> {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = z.core.toDotPath(issue?.path ?? []);
  throw new PlanImportError({
    place,
    expected,
    actual: place === '' ? `${issue?.message}` : `${issue?.message} at ${place}`,
    fix: 'Correct the file, and import it again.',
  });
}

export function locatedText(text: string | null | undefined, place: string): LocatedText | undefined {
  return text == null || text.trim() === '' ? undefined : { text, place };
}
