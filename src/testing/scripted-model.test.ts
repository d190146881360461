import { expect, it } from 'vitest';
import { ModelError } from '../model/error.ts';
import type { LlmRequest } from '../model/llm.ts';
import { TestingError } from './error.ts';
import { scriptedModel } from './scripted-model.ts';

const ask = (text: string, more: Partial<LlmRequest> = {}): LlmRequest => ({
  messages: [{ role: 'user', text }],
  ...more,
});

it('answers with the steps in order, and records the requests', async () => {
  const usage = { inputTokens: 5, outputTokens: 6, cost: 0.1 };
  const llm = scriptedModel(['one', { text: 'tw', finish: 'length', usage }, { json: { three: 3 } }]);
  expect(await llm.generate(ask('1'))).toMatchObject({ text: 'one', finish: 'stop' });
  expect(await llm.generate(ask('2'))).toEqual({ text: 'tw', finish: 'length', usage });
  expect(await llm.generate(ask('3'))).toMatchObject({ text: '{"three":3}' });
  expect(llm.requests.map(({ messages }) => messages[0]?.text)).toEqual(['1', '2', '3']);
});

it('streams the given chunks', async () => {
  const pieces: string[] = [];
  const llm = scriptedModel([{ text: 'one two', pieces: ['one', ' two'] }, 'three']);
  const onText = (piece: string) => void pieces.push(piece);
  await llm.generate(ask('1', { onText }));
  await llm.generate(ask('2', { onText }));
  expect(pieces).toEqual(['one', ' two', 'three']);
});

it('lets a step see the request', async () => {
  const llm = scriptedModel([({ messages }) => `echo: ${messages[0]?.text}`]);
  expect((await llm.generate(ask('hello'))).text).toBe('echo: hello');
});

it('fails with a model error by its code, and with any error as it is', async () => {
  const own = new RangeError('mine');
  const llm = scriptedModel([{ error: 'model-rate-limited' }, { error: own }]);
  const first = await llm.generate(ask('1')).catch((error) => error);
  expect(first).toBeInstanceOf(ModelError);
  expect(first).toMatchObject({ code: 'model-rate-limited', retryable: true });
  await expect(llm.generate(ask('2'))).rejects.toBe(own);
});

it('hangs until it is aborted', async () => {
  const stop = new AbortController();
  const answer = scriptedModel([{ hang: true }]).generate(ask('1', { signal: stop.signal }));
  stop.abort(new Error('enough'));
  await expect(answer).rejects.toThrow('enough');
});

it('uses no step for an already aborted request', async () => {
  const llm = scriptedModel(['one']);
  await expect(llm.generate(ask('1', { signal: AbortSignal.abort(new Error('late')) }))).rejects.toThrow(
    'late',
  );
  expect(llm.requests).toEqual([]);
});

it('names the request without a step', async () => {
  const llm = scriptedModel(['one']);
  await llm.generate(ask('1'));
  const request = ask('And the second?', { json: { name: 'plan', schema: {} } });
  const error = await llm.generate(request).catch((reason) => reason);
  expect(error).toBeInstanceOf(TestingError);
  expect(error).toMatchObject({
    code: 'script-exhausted',
    actual: 'request 2 for plan as JSON: "And the second?"',
  });
});
