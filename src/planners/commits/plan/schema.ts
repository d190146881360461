import { type Schema, Validator } from '@cfworker/json-schema';

/** Matches strings with a non-blank character. */
const NOT_BLANK = '\\S';

const text = <Most extends number>(maxLength: Most, description: string) =>
  ({ type: 'string', description, minLength: 1, maxLength, pattern: NOT_BLANK }) as const;

const texts = <Items extends { readonly type: 'string' }>(
  items: Items,
  { least = 0, most, description }: { least?: number; most: number; description: string },
) => ({ type: 'array', description, minItems: least, maxItems: most, items }) as const;

const STEP = {
  type: 'object',
  description: 'One step that a coding agent can carry out and check.',
  additionalProperties: false,
  required: ['id', 'title', 'intent', 'actions', 'validation'],
  properties: {
    id: text(64, 'Unique among the steps of the plan, such as s1.'),
    title: text(120, 'What the step does, in a few words.'),
    intent: text(400, 'Why the step is there.'),
    actions: texts(text(200, 'One thing to do.'), {
      least: 1,
      most: 12,
      description: 'What to do, in order.',
    }),
    files: texts(text(256, 'A path in the repository.'), {
      most: 30,
      description: 'Files that the step reads or changes.',
    }),
    dependencies: texts(text(64, 'The id of an earlier step.'), {
      most: 5,
      description: 'Steps before this one that must be done first.',
    }),
    validation: texts(text(200, 'One check.'), {
      least: 1,
      most: 12,
      description: 'How to see that the step worked.',
    }),
    risks: texts(text(200, 'One risk.'), { most: 12, description: 'What can go wrong in this step.' }),
    references: texts(text(256, 'A commit, a document, a link.'), {
      most: 12,
      description: 'What the step rests on.',
    }),
  },
} as const;

/**
 * The JSON Schema of a backend's answer, closed. It names no dialect, because it means the same in all of them and some
 * validators reject unknown ones. Everything else about the format of a plan is derived from it: types, validation, the
 * limits for salvaging, and the strict form for backends with native support.
 */
export const PLANNING_OUTPUT_SCHEMA = {
  title: 'planning_output',
  type: 'object',
  additionalProperties: false,
  required: ['plan_summary', 'rationale', 'focus_metrics', 'guardrails', 'risks', 'validation', 'steps'],
  properties: {
    plan_summary: text(512, 'The whole plan in one or two sentences.'),
    rationale: text(2048, 'Why this plan, on what evidence.'),
    focus_metrics: texts(text(200, 'The name of a metric.'), {
      least: 1,
      most: 10,
      description: 'The metrics the plan is to move.',
    }),
    guardrails: texts(text(512, 'One rule.'), {
      least: 1,
      most: 20,
      description: 'What must stay true while the plan is carried out.',
    }),
    risks: texts(text(512, 'One risk.'), { least: 1, most: 20, description: 'What can go wrong.' }),
    validation: texts(text(512, 'One check.'), {
      least: 1,
      most: 20,
      description: 'How to see that the whole plan worked.',
    }),
    steps: {
      type: 'array',
      description: 'The steps, in the order in which they are carried out.',
      minItems: 1,
      maxItems: 6,
      items: STEP,
    },
    handoff_notes: texts(text(200, 'One note.'), {
      most: 20,
      description: 'What the coding agent should know before it starts.',
    }),
    fallback_plan: {
      type: ['string', 'null'],
      description: 'What to do when the plan does not work out, or null.',
      maxLength: 1200,
    },
  },
} as const;

/** The TypeScript type of a schema. */
type Wire<S> = S extends { readonly type: 'string' }
  ? string
  : S extends { readonly type: readonly ['string', 'null'] }
    ? string | null
    : S extends { readonly type: 'array'; readonly items: infer Items }
      ? readonly Wire<Items>[]
      : S extends { readonly properties: infer Fields; readonly required: readonly (infer Required)[] }
        ? { readonly [Field in keyof Fields & Required]: Wire<Fields[Field]> } & {
            readonly [Field in Exclude<keyof Fields, Required>]?: Wire<Fields[Field]>;
          }
        : never;

/** A plan in the format of backends, as `toJSON()` returns it. */
export type PlanWire = Wire<typeof PLANNING_OUTPUT_SCHEMA>;
/** A step of a {@link PlanWire}. */
export type StepWire = Wire<typeof STEP>;

export const STEP_SCHEMA = STEP;

const validator = validatorOf(PLANNING_OUTPUT_SCHEMA);

/** Keywords whose errors only repeat an error below them. */
const WRAPPERS: ReadonlySet<string> = new Set(['properties', 'items']);

/** The schema violations of a plan, one line each; empty if it is valid. */
export function schemaIssues(value: unknown): readonly string[] {
  const { valid, errors } = validator.validate(value ?? null);
  if (valid) return [];
  const lines = errors
    .filter(({ keyword }) => !WRAPPERS.has(keyword))
    .map(({ instanceLocation, error }) => `${placeOf(instanceLocation)}: ${error}`);
  return [...new Set(lines.length > 0 ? lines : ['the plan: It does not satisfy the schema.'])];
}

export function isPlanWire(value: unknown): value is PlanWire {
  // The validator accepts only JSON values and fails on anything else.
  return value !== undefined && validator.validate(value).valid;
}

/** `#/steps/0/title` in readable form: `steps[0].title`. */
function placeOf(pointer: string): string {
  const path = pointer
    .replace(/^#\/?/, '')
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.');
  return path === '' ? 'the plan' : path;
}

/** The validator's type requires a mutable schema, but it does not change it. */
function validatorOf(schema: object): Validator {
  const copy: Schema = structuredClone(schema);
  return new Validator(copy, '2020-12', false);
}
