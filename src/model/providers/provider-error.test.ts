import { APICallError, InvalidPromptError, LoadAPIKeyError, NoSuchModelError } from 'ai';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ModelError } from '../error.ts';
import { modelErrorFrom } from './provider-error.ts';

const KEY = 'abc-secret-def-0123';
const model = { id: 'openai/gpt-5.4', secrets: [KEY] };

function apiError(
  statusCode: number | undefined,
  message: string,
  responseHeaders: Record<string, string> = {},
) {
  const status = statusCode === undefined ? {} : { statusCode };
  return new APICallError({ message, url: 'https://x', requestBodyValues: {}, responseHeaders, ...status });
}

it('returns a ModelError unchanged', () => {
  const error = new ModelError('model-empty', { expected: 'a', actual: 'b', fix: 'c' });
  expect(modelErrorFrom(error, model)).toBe(error);
});

it.each([
  [apiError(400, 'API key not valid. Please pass a valid API key.'), 'model-unauthorized', false],
  [apiError(400, 'Your credit balance is too low.'), 'model-rate-limited', false],
  [apiError(402, 'Insufficient credits'), 'model-rate-limited', false],
  [apiError(413, 'prompt is too long'), 'model-failed', false],
  [apiError(503, 'overloaded'), 'model-failed', true],
  [apiError(undefined, 'Cannot connect to API: getaddrinfo ENOTFOUND host'), 'model-unreachable', true],
  [apiError(200, 'Failed to process successful response'), 'model-failed', false],
  [new LoadAPIKeyError({ message: 'no key' }), 'model-unauthorized', false],
  [new NoSuchModelError({ modelId: 'm', modelType: 'languageModel' }), 'model-unknown', false],
  [new InvalidPromptError({ prompt: '', message: 'messages must not be empty' }), 'model-failed', false],
  [new TypeError('terminated', { cause: new Error('other side closed') }), 'model-unreachable', true],
  [{ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'model-failed', true],
  [{ type: 'rate_limit_error', message: 'slow down' }, 'model-rate-limited', true],
  ['just a text', 'model-failed', false],
  [undefined, 'model-failed', false],
])('takes %o for %s', (error, code, retryable) => {
  expect(modelErrorFrom(error, model)).toMatchObject({ code, retryable });
});

it('reads how long to wait in milliseconds, in seconds and as a date', () => {
  const waitOf = (headers: Record<string, string>) =>
    modelErrorFrom(apiError(429, 'slow down', headers), model).retryAfterMs;
  expect(waitOf({ 'retry-after-ms': '250', 'retry-after': '9' })).toBe(250);
  expect(waitOf({ 'Retry-After': '1.5' })).toBe(1500);
  expect(waitOf({ 'retry-after': new Date(Date.now() + 60_000).toUTCString() })).toBeGreaterThan(50_000);
  expect(waitOf({ 'retry-after': 'Mon, 01 Jan 2001 00:00:00 GMT' })).toBe(0);
  expect(waitOf({ 'retry-after': 'soon' })).toBeUndefined();
  expect(waitOf({})).toBeUndefined();
});

it('shows no key, wherever in the message it stands', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.constantFrom(400, 401, 429, 500), (before, after, status) => {
      const { message, summary, stack } = modelErrorFrom(apiError(status, before + KEY + after), model);
      expect([message, summary, stack].join('\n')).not.toContain(KEY);
    }),
  );
});

it.each([
  'Incorrect API key provided: sk-proj-ab***********xyz9.',
  'bad key AIzaSyA1234567890abc',
  'sent Bearer eyJhbGciOi.x',
  'bad key: AIza*****xyz9',
])('shows no part of an unknown key: %s', (message) => {
  const { summary } = modelErrorFrom(apiError(401, message), model);
  expect(summary).toContain('[key]');
  expect(summary).not.toMatch(/xyz9|AIza|eyJ/);
});

it('adds no second full stop to what the provider says', () => {
  expect(modelErrorFrom(apiError(500, 'Slow down.'), model).summary).toMatch(/[^.]\.$/);
});

it('keeps a long message short', () => {
  expect(modelErrorFrom(apiError(500, 'x'.repeat(100_000)), model).message.length).toBeLessThan(1000);
});
