import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ModelEndpoint, REPORTED_USAGE, startModelEndpoint } from '../../test/model-endpoint.ts';
import { SimulatedClock } from '../testing/simulated-clock.ts';
import { generateObject } from './answers/generate-object.ts';
import { ModelError } from './error.ts';
import type { Llm, LlmRequest } from './llm.ts';
import { openModel } from './open-model.ts';
import { countTokens } from './tokens.ts';

const KEY = 'sk-very-secret-0123456789';
const question: LlmRequest = { messages: [{ role: 'user', text: 'How far is Porto?' }] };

let endpoint: ModelEndpoint;
beforeEach(async () => {
  endpoint = await startModelEndpoint();
});
afterEach(() => endpoint.close());

const environment = () => ({
  OPENAI_API_KEY: KEY,
  OPENAI_BASE_URL: `${endpoint.url}/v1`,
  ANTHROPIC_API_KEY: KEY,
  ANTHROPIC_BASE_URL: endpoint.url,
  GOOGLE_GENERATIVE_AI_API_KEY: KEY,
  GOOGLE_GENERATIVE_AI_BASE_URL: endpoint.url,
  OLLAMA_HOST: endpoint.url,
  WAYFOLD_MODEL_KEY: KEY,
});

const specs = [
  'openai/gpt-5.4-mini',
  'anthropic/claude-sonnet-4-5',
  'google/gemini-2.5-flash',
  'ollama/llama3.2',
  'endpoint',
];

function open(spec: string, options: { retries?: number; timer?: SimulatedClock } = {}): Llm {
  return openModel(spec === 'endpoint' ? `${endpoint.url}/v1#some/model` : spec, {
    env: environment(),
    retries: 0,
    ...options,
  });
}

async function failureOf(llm: Llm, request = question): Promise<ModelError> {
  const error = await llm.generate(request).then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(ModelError);
  return error;
}

describe.each(specs)('%s', (spec) => {
  it('receives the images of a message', async () => {
    endpoint.willReply({ text: 'A dot.' });
    const images = [{ name: 'dot.png', mediaType: 'image/png', base64: 'iVBORw0KGgo=' }];
    await open(spec).generate({ messages: [{ role: 'user', text: 'What is it?', images }] });
    const body = JSON.stringify(endpoint.requests[0]?.body);
    for (const part of ['What is it?', 'iVBORw0KGgo=', 'image/png']) expect(body).toContain(part);
  });

  it('streams an answer and reports its usage', async () => {
    endpoint.willReply({ text: 'About 300 km.', pieces: ['About ', '300 km.'] });
    const pieces: string[] = [];
    const answer = await open(spec).generate({
      ...question,
      system: 'You know distances.',
      onText: (piece) => pieces.push(piece),
    });
    expect(answer).toMatchObject({ text: 'About 300 km.', finish: 'stop' });
    expect(answer.usage).toMatchObject({
      inputTokens: REPORTED_USAGE.input,
      outputTokens: REPORTED_USAGE.output,
    });
    expect(pieces).toEqual(['About ', '300 km.']);
    expect(JSON.stringify(endpoint.requests[0]?.body)).toContain('You know distances.');
  });

  it('says that an answer was cut off', async () => {
    endpoint.willReply({ text: 'About', finish: 'length' });
    expect(await open(spec).generate(question)).toMatchObject({ text: 'About', finish: 'length' });
  });

  it('says that an answer was refused', async () => {
    endpoint.willReply({ text: 'I would rather not.', finish: 'refused' });
    expect(await open(spec).generate(question)).toMatchObject({ finish: 'refused' });
  });

  it('rejects an answer without text as model-empty', async () => {
    endpoint.willReply({ text: '' });
    expect(await failureOf(open(spec))).toMatchObject({ code: 'model-empty', retryable: true });
  });

  it('rejects an answer that ran into its limit before any text as model-cut-off', async () => {
    endpoint.willReply({ text: '', finish: 'length' });
    expect(await failureOf(open(spec))).toMatchObject({ code: 'model-cut-off', retryable: false });
  });

  it.each([
    [401, 'model-unauthorized', false],
    [403, 'model-unauthorized', false],
    [404, 'model-unknown', false],
    [400, 'model-failed', false],
    [500, 'model-failed', true],
    [529, 'model-failed', true],
    [504, 'model-timeout', true],
  ])('maps status %i to %s', async (status, code, retryable) => {
    endpoint.willReply({ status, body: { error: { message: `No. Your key is ${KEY}.`, type: 'x' } } });
    const error = await failureOf(open(spec));
    expect(error).toMatchObject({ code, retryable, status });
    expect(JSON.stringify([error.message, error.summary, error.stack, error.cause])).not.toContain(KEY);
    expect(endpoint.requests).toHaveLength(1);
  });

  it('reports how long a rate limit lasts', async () => {
    endpoint.willReply({
      status: 429,
      headers: { 'retry-after': '7' },
      body: { error: { message: 'slow down' } },
    });
    expect(await failureOf(open(spec))).toMatchObject({
      code: 'model-rate-limited',
      retryable: true,
      retryAfterMs: 7000,
    });
  });

  it('rejects a broken connection as model-unreachable', async () => {
    endpoint.willReply({ cut: 'About' });
    expect(await failureOf(open(spec))).toMatchObject({ code: 'model-unreachable', retryable: true });
  });

  it('rejects an incomplete answer as model-unreachable', async () => {
    endpoint.willReply({ stop: 'About' });
    expect(await failureOf(open(spec))).toMatchObject({ code: 'model-unreachable', retryable: true });
  });

  it('rejects if nothing listens at the address', async () => {
    const llm = open(spec);
    await endpoint.close();
    expect(await failureOf(llm)).toMatchObject({ code: 'model-unreachable', retryable: true });
  });

  it('rejects a response in the wrong format', async () => {
    endpoint.willReply({ raw: '<html>It works!</html>', contentType: 'text/html' });
    expect(await failureOf(open(spec))).toMatchObject({ code: 'model-failed', retryable: false });
  });

  it('rejects truncated JSON', async () => {
    endpoint.willReply({ raw: 'data: {"choices": [\n\n', contentType: 'text/event-stream' });
    const error = await failureOf(open(spec));
    expect(error).toMatchObject({ code: 'model-failed', retryable: false });
    expect(error.message).not.toContain('choices');
  });

  it('ends a silence with model-timeout', async () => {
    endpoint.willReply({ hang: '' });
    const timer = new SimulatedClock();
    const asked = endpoint.nextRequest();
    const failure = failureOf(open(spec, { timer }));
    await asked;
    timer.advance(120_000);
    expect(await failure).toMatchObject({ code: 'model-timeout', retryable: true });
  });

  it('rejects with the reason of an abort', async () => {
    endpoint.willReply({ hang: 'About' });
    const stop = new AbortController();
    const answer = open(spec).generate({
      ...question,
      signal: stop.signal,
      onText: () => stop.abort(new Error('overtaken')),
    });
    await expect(answer).rejects.toThrow('overtaken');
  });

  it('passes a schema and gets a validated value', async () => {
    endpoint.willReply({ text: '{"city":"Porto","km":300}' });
    const { value } = await generateObject(open(spec), {
      ...question,
      name: 'distance',
      schema: z.strictObject({ city: z.string(), km: z.number() }),
    });
    expect(value).toEqual({ city: 'Porto', km: 300 });
    expect(JSON.stringify(endpoint.requests[0]?.body)).toContain('"km"');
  });
});

it('counts tokens itself if the endpoint reports none', async () => {
  endpoint.willReply({ text: 'About 300 km.', usage: false });
  const { usage } = await open('endpoint').generate({ ...question, system: 'You know distances.' });
  expect(usage).toEqual({
    inputTokens: countTokens('You know distances.') + countTokens('How far is Porto?'),
    outputTokens: countTokens('About 300 km.'),
  });
});

it('reports the cost of a model with a known price, and of no other', async () => {
  endpoint.willReply({ text: 'Yes.' }, { text: 'Yes.' });
  const priced = await open('anthropic/claude-sonnet-4-5').generate(question);
  expect(priced.usage.cost).toBeCloseTo((11 * 3 + 7 * 15) / 1_000_000, 12);
  expect((await open('ollama/llama3.2').generate(question)).usage).not.toHaveProperty('cost');
});

it('sends the key to its own provider and no other key to an endpoint named by URL', async () => {
  endpoint.willReply({ text: 'Yes.' }, { text: 'Yes.' });
  const env = { ...environment(), WAYFOLD_MODEL_KEY: undefined };
  await open('anthropic/claude-sonnet-4-5').generate(question);
  await openModel(`${endpoint.url}/v1#m`, { env }).generate(question);
  expect(endpoint.requests.map(({ path }) => path)).toEqual(['/v1/messages', '/v1/chat/completions']);
  expect(endpoint.requests[0]?.headers['x-api-key']).toBe(KEY);
  expect(JSON.stringify(endpoint.requests[1]?.headers)).not.toContain(KEY);
});

it('passes limits on to the provider', async () => {
  endpoint.willReply({ text: 'Yes.' });
  await open('endpoint').generate({ ...question, maxOutputTokens: 99, temperature: 0.5 });
  expect(endpoint.requests[0]?.body).toMatchObject({ max_tokens: 99, temperature: 0.5, model: 'some/model' });
});

it('puts the schema into the prompt if an endpoint rejects response formats, and remembers that', async () => {
  const refusal = { status: 400, body: { error: { message: 'response_format is not supported' } } };
  endpoint.willReply(refusal, { text: '{"km":300}' }, { text: '{"km":300}' });
  const llm = open('endpoint');
  const ask = () =>
    generateObject(llm, { ...question, name: 'distance', schema: z.object({ km: z.number() }) });
  expect((await ask()).value).toEqual({ km: 300 });
  expect((await ask()).value).toEqual({ km: 300 });
  const formats = endpoint.requests.map(({ body }) => Object(body).response_format?.type);
  expect(formats).toEqual(['json_schema', undefined, undefined]);
  expect(JSON.stringify(endpoint.requests[1]?.body)).toContain('JSON Schema');
});

it('asks OpenAI for strict output only with a schema that strict mode supports', async () => {
  endpoint.willReply({ text: '{"km":1}' }, { text: '{"km":1}' });
  const llm = open('openai/gpt-5.4-mini');
  const ask = (schema: z.ZodType) => generateObject(llm, { ...question, name: 'distance', schema });
  await ask(z.strictObject({ km: z.number() }));
  await ask(z.object({ km: z.number(), note: z.string().optional() }));
  const strict = endpoint.requests.map(({ body }) => Object(body).response_format?.json_schema?.strict);
  expect(strict).toEqual([true, false]);
});

it('passes on chunks of JSON as they arrive, however many', async () => {
  const value = { list: Array.from({ length: 8000 }, (_, at) => `item number ${at}`) };
  const text = JSON.stringify(value);
  const pieces = text.match(/.{1,6}/g) ?? [];
  endpoint.willReply({ text, pieces });
  const seen: string[] = [];
  const result = await generateObject(open('endpoint'), {
    ...question,
    name: 'list',
    schema: z.object({ list: z.array(z.string()) }),
    onText: (piece) => seen.push(piece),
  });
  expect(result.value).toEqual(value);
  expect(seen).toEqual(pieces);
});

it('gives a schema a name that every provider accepts', async () => {
  endpoint.willReply({ text: '{"km":1}' });
  const schema = z.object({ km: z.number() });
  await generateObject(open('openai/gpt-5.4-mini'), {
    ...question,
    name: `the way to Évora ${'x'.repeat(99)}`,
    schema,
  });
  const [{ body } = { body: {} }] = endpoint.requests;
  expect(Object(body).response_format.json_schema.name).toMatch(/^the_way_to_[\w-]{1,53}$/);
});

it('corrects a model that does not answer with JSON', async () => {
  endpoint.willReply({ text: 'About 300 km.' }, { text: 'Sorry: ```json\n{"km": 300}\n```' });
  const problems: (string | undefined)[] = [];
  const { value, attempts, usage } = await generateObject(open('anthropic/claude-sonnet-4-5'), {
    ...question,
    name: 'distance',
    schema: z.object({ km: z.number() }),
    onAttempt: ({ problem }) => problems.push(problem),
  });
  expect({ value, attempts }).toEqual({ value: { km: 300 }, attempts: 2 });
  expect(problems).toEqual([undefined, expect.any(String)]);
  expect(usage.inputTokens).toBe(2 * REPORTED_USAGE.input);
  expect(JSON.stringify(endpoint.requests[1]?.body)).toContain(problems[1]);
});

it('ends an answer that trickles for too long', async () => {
  endpoint.willReply({ hang: 'About' });
  const timer = new SimulatedClock();
  const llm = openModel('ollama/llama3.2', {
    env: environment(),
    retries: 0,
    silenceMs: 60_000,
    answerMs: 30_000,
    timer,
  });
  const failure = failureOf(llm, { ...question, onText: () => timer.advance(30_000) });
  expect(await failure).toMatchObject({
    code: 'model-timeout',
  });
});

it('ends an answer that is longer than any text', async () => {
  endpoint.willReply({ text: '', pieces: Array.from({ length: 9 }, () => 'x'.repeat(1024 * 1024)) });
  expect(await failureOf(open('endpoint'))).toMatchObject({
    code: 'model-cut-off',
  });
});

it('reads an error inside a stream', async () => {
  const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
  endpoint.willReply({ raw: `event: error\ndata: ${JSON.stringify(error)}\n\n` });
  expect(await failureOf(open('anthropic/claude-sonnet-4-5'))).toMatchObject({
    code: 'model-failed',
    retryable: true,
  });
});

it('does not retry if the account has no credit', async () => {
  const body = {
    error: { message: 'You exceeded your quota.', type: 'insufficient_quota', code: 'insufficient_quota' },
  };
  endpoint.willReply({ status: 429, body });
  expect(await failureOf(open('openai/gpt-5.4-mini', { retries: 2 }))).toMatchObject({
    code: 'model-rate-limited',
    retryable: false,
  });
  expect(endpoint.requests).toHaveLength(1);
});

it('retries a request after the wait that the provider asks for', async () => {
  endpoint.willReply({ status: 429, headers: { 'retry-after': '0' }, body: {} }, { text: 'About 300 km.' });
  const { text } = await open('openai/gpt-5.4-mini', { retries: 2 }).generate(question);
  expect(text).toBe('About 300 km.');
  expect(endpoint.requests).toHaveLength(2);
});
