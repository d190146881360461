import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import { ModelError } from '../error.ts';
import type { Llm, LlmAnswer, LlmMessage, LlmRequest, LlmUsage } from '../llm.ts';
import { truncateToTokens } from '../tokens.ts';
import { cutOff, refused } from './answer-check.ts';
import { readAnswer } from './read-answer.ts';

/** A schema that validates values and can be expressed as JSON Schema: Zod 4, and others that follow the standard. */
export type ObjectSchema<Value> = {
  readonly '~standard': StandardSchemaV1.Props<unknown, Value> & StandardJSONSchemaV1.Props<unknown, Value>;
};

/** What {@link generateObject} asks for. */
export interface ObjectRequest<Value>
  extends Pick<LlmRequest, 'system' | 'messages' | 'maxOutputTokens' | 'temperature' | 'signal' | 'onText'> {
  readonly schema: ObjectSchema<Value>;
  /** A short name for the value. */
  readonly name: string;
  /** The maximum number of attempts; default 3. */
  readonly attempts?: number;
  /**
   * Called before each attempt, from the second on with what was wrong with the previous one, whose text is then
   * void.
   */
  readonly onAttempt?: (attempt: { readonly number: number; readonly problem?: string }) => void;
}

/** A validated value, and what it took to get it. */
export interface GeneratedObject<Value> {
  readonly value: Value;
  /** The total of all attempts. */
  readonly usage: LlmUsage;
  readonly attempts: number;
}

/** The default number of attempts of {@link generateObject}. */
const DEFAULT_OBJECT_ATTEMPTS = 3;

/** How much of a bad answer is shown to the model again. */
const SHOWN_TOKENS = 1000;
const SHOWN_ISSUES = 12;

/**
 * Asks a model for a value that matches a schema. An answer that is not JSON, or does not match, goes back to the
 * model with what is wrong; after the last attempt this rejects with `model-bad-output` and the reason for each
 * attempt.
 */
export async function generateObject<Value>(
  llm: Llm,
  options: ObjectRequest<Value>,
): Promise<GeneratedObject<Value>> {
  const { schema, name, attempts = DEFAULT_OBJECT_ATTEMPTS, onAttempt, ...asked } = options;
  const { $schema: _, ...shape } = schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
  const problems: Problem[] = [];
  let usage: LlmUsage = { inputTokens: 0, outputTokens: 0, cost: 0 };
  for (let number = 1; number <= attempts; number++) {
    const last = problems.at(-1);
    onAttempt?.(last === undefined ? { number } : { number, problem: last.reason });
    const messages = last === undefined ? asked.messages : [...asked.messages, ...correctionOf(last)];
    const outcome = await attempt(llm, { ...asked, messages, json: { name, schema: shape } }, schema);
    usage = outcome.usage === undefined ? usage : sum(usage, outcome.usage);
    if (outcome.type === 'value') return { value: outcome.value, usage, attempts: number };
    problems.push(outcome);
  }
  const endings = problems.flatMap(({ cutOff }) => cutOff ?? []);
  const [ending] = endings;
  throw ending !== undefined && endings.length === problems.length ? ending : badOutput(llm, name, problems);
}

interface Problem {
  readonly type: 'problem';
  /** What is wrong, for the model. */
  readonly reason: string;
  readonly text: string;
  readonly usage?: LlmUsage;
  /** Set if the only problem is that the answer was truncated. */
  readonly cutOff?: ModelError;
}

type Outcome<Value> = Problem | { readonly type: 'value'; readonly value: Value; readonly usage: LlmUsage };

const CUT_OFF = 'It was cut off before its end: it must be shorter.';

async function attempt<Value>(
  llm: Llm,
  request: LlmRequest,
  schema: ObjectSchema<Value>,
): Promise<Outcome<Value>> {
  const answer = await answerOrFailure(llm, request);
  if (answer instanceof ModelError) {
    const noText = { type: 'problem', text: '' } as const;
    return answer.code === 'model-cut-off'
      ? { ...noText, reason: CUT_OFF, cutOff: answer }
      : { ...noText, reason: 'It was empty.' };
  }
  const { text, finish, usage } = answer;
  if (finish === 'refused') throw refused(llm, answer);
  const read = await valueIn(text, schema, request.signal);
  if ('value' in read) return { type: 'value', value: read.value, usage };
  return finish === 'length'
    ? { type: 'problem', reason: CUT_OFF, text, usage, cutOff: cutOff(llm, answer) }
    : { type: 'problem', reason: read.reason, text, usage };
}

/** An empty answer, or one truncated before any text, is a failed attempt; every other failure is final. */
async function answerOrFailure(llm: Llm, request: LlmRequest): Promise<LlmAnswer | ModelError> {
  try {
    return await llm.generate(request);
  } catch (error) {
    const isOneGoneWrong =
      error instanceof ModelError && ['model-empty', 'model-cut-off'].includes(error.code);
    if (isOneGoneWrong) return error;
    throw error;
  }
}

async function valueIn<Value>(
  text: string,
  schema: ObjectSchema<Value>,
  signal: AbortSignal | undefined,
): Promise<{ readonly value: Value } | { readonly reason: string }> {
  const { candidates, reason: noneFound } = await readAnswer(text, signal);
  let reason: string | undefined;
  for (const { value } of candidates) {
    const result = await schema['~standard'].validate(value);
    if (result.issues === undefined) return { value: result.value };
    reason ??= `It was not of the schema:\n${issueLines(result.issues)}`;
  }
  return { reason: reason ?? noneFound };
}

function issueLines(issues: readonly StandardSchemaV1.Issue[]): string {
  const lines = issues.slice(0, SHOWN_ISSUES).map(({ path = [], message }) => {
    const place = path.map((key) => String(typeof key === 'object' ? key.key : key)).join('.');
    return `- ${place === '' ? 'the whole' : place}: ${message}`;
  });
  const more = issues.length - lines.length;
  return [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}

function correctionOf({ text, reason }: Problem): LlmMessage[] {
  const correction: LlmMessage = {
    role: 'user',
    text: `That answer cannot be used. ${reason}\nAnswer again, with nothing but the JSON that was asked for.`,
  };
  if (text.trim() === '') return [correction];
  return [{ role: 'assistant', text: truncateToTokens(text, SHOWN_TOKENS) }, correction];
}

function sum(a: LlmUsage, b: LlmUsage): LlmUsage {
  const tokens = {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  };
  return a.cost === undefined || b.cost === undefined ? tokens : { ...tokens, cost: a.cost + b.cost };
}

function badOutput(llm: Llm, name: string, problems: readonly Problem[]): ModelError {
  const reasons = problems.map(({ reason }) => reason);
  const listed = reasons.map((reason, at) => `attempt ${at + 1}: ${reason}`).join('\n');
  return new ModelError('model-bad-output', {
    summary: `${llm.id} gave no JSON that matches the schema ${name} in ${reasons.length} ${reasons.length === 1 ? 'attempt' : 'attempts'}:\n${listed}\n`,
    fix: 'Use a stronger model, or a simpler schema.',
    reasons,
  });
}
