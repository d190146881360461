import type { StandardSchemaV1 } from '@standard-schema/spec';
import { generateObject, type ObjectSchema } from '../../../model/answers/generate-object.ts';
import type { Llm } from '../../../model/llm.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import type { TripRequirements } from '../requirements/requirements.ts';
import { problemsOf } from './check-reading.ts';
import { type PromptContext, readingPrompt } from './reading-prompt.ts';
import { EditReading, RequestReading, type TripReading } from './trip-reading.ts';

/** The context for reading a text. */
export interface ModelReader extends PromptContext {
  readonly llm: Llm;
  readonly signal?: AbortSignal;
}

/** The first answer, and a second one with the errors of the first. */
const ATTEMPTS = 2;

/**
 * Lets a model read a text. The reading is checked against the schema and the text; invented names and numbers are
 * reported to the model once. Rejects with a `ModelError` if that fails.
 */
export async function readWithModel(
  text: string,
  { llm, signal, ...context }: ModelReader,
): Promise<TripReading> {
  const { system, text: question } = readingPrompt(text, context);
  const { value } = await generateObject(llm, {
    name: context.itinerary === null ? 'trip_request' : 'trip_edit',
    schema: checkedReading(text, context),
    system,
    messages: [{ role: 'user', text: question }],
    attempts: ATTEMPTS,
    temperature: 0,
    ...(signal && { signal }),
  });
  return value;
}

/** The schema of a reading, which also checks it against its text. */
function checkedReading(
  text: string,
  { state, itinerary, action, today, earlier = [] }: PromptContext,
): ObjectSchema<TripReading> {
  const { jsonSchema } = (itinerary === null ? RequestReading : EditReading)['~standard'];
  const anchors = (itinerary?.anchors ?? []).map(({ name }) => name);
  const source = {
    text,
    today,
    known: [...anchors, ...earlier, ...requestedNames(state.requirements)],
    numbers: numbersOf(itinerary, state.requirements),
    options: action?.type === 'SUGGEST_REPAIR' ? action.options.length : 0,
  };
  return {
    '~standard': {
      version: 1,
      vendor: 'wayfold',
      jsonSchema,
      validate(value) {
        const parsed = parsedReading(withoutNulls(value), itinerary === null);
        if ('issues' in parsed) return parsed;
        const problems = problemsOf(parsed.value, source);
        return problems.length === 0
          ? parsed
          : { issues: problems.map(({ field, reason }) => ({ path: [field], message: reason })) };
      },
    },
  };
}

function parsedReading(
  value: unknown,
  isRequest: boolean,
): { readonly value: TripReading } | { readonly issues: readonly StandardSchemaV1.Issue[] } {
  if (isRequest) {
    const { data, error } = RequestReading.safeParse(value);
    return error ? { issues: error.issues } : { value: { type: 'request', read: data } };
  }
  const { data, error } = EditReading.safeParse(value);
  return error ? { issues: error.issues } : { value: { type: 'edit', read: data } };
}

/** Models write null for omitted fields; in a list, it stands for an unknown value. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, held]) => held !== null)
      .map(([field, held]) => [field, withoutNulls(held)]),
  );
}

function requestedNames({
  origin,
  destination,
  via = [],
  skip = [],
  constraints = {},
}: TripRequirements): string[] {
  const named = [origin, destination, ...via].flatMap((place) => place?.name ?? []);
  return [...named, ...skip, ...(constraints.region === undefined ? [] : [constraints.region])];
}

/** The lengths, stays, limits and people of a trip. */
function numbersOf(itinerary: Itinerary | null, { constraints = {} }: TripRequirements): readonly number[] {
  if (itinerary === null) return [];
  const { budget, driving, party, cities, bases } = constraints;
  const { days, anchors } = itinerary;
  const stays = anchors.flatMap(({ id, nights }) => [
    ...(nights === undefined ? [] : [nights]),
    days.filter(({ anchorId }) => anchorId === id).length,
  ]);
  const ages = party?.children?.filter((age) => age !== null) ?? [];
  const limits = [budget?.amount, driving?.hours, driving?.km, cities, bases].filter(
    (limit) => limit !== undefined,
  );
  return [days.length, days.length - 1, ...stays, ...ages, ...limits];
}
