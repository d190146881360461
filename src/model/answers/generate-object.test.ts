import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { ModelError } from '../error.ts';
import type { Llm } from '../llm.ts';
import { generateObject, type ObjectRequest } from './generate-object.ts';

const schema = z.object({ city: z.string(), nights: z.int().min(1) });
type Stay = z.infer<typeof schema>;

const ask = (llm: Llm, more: Partial<ObjectRequest<Stay>> = {}) =>
  generateObject(llm, { schema, name: 'stay', messages: [{ role: 'user', text: 'Where to?' }], ...more });

async function failureOf(answer: Promise<unknown>): Promise<ModelError> {
  const error = await answer.catch((reason: unknown) => reason);
  if (error instanceof ModelError) return error;
  throw new Error('it did not fail as a model does', { cause: error });
}

describe('a good answer', () => {
  it('becomes a validated value after one attempt', async () => {
    const usage = { inputTokens: 10, outputTokens: 5, cost: 0.5 };
    const llm = scriptedModel([{ text: '{"city":"Porto","nights":2}', usage }]);
    expect(await ask(llm)).toEqual({ value: { city: 'Porto', nights: 2 }, usage, attempts: 1 });
    expect(llm.requests[0]?.json).toMatchObject({ name: 'stay', schema: { required: ['city', 'nights'] } });
    expect(llm.requests[0]?.json?.schema).not.toHaveProperty('$schema');
  });

  it('is the last object of the text that matches the schema', async () => {
    const text = 'Say {"city":"Porto","nights":1}. Better {"city":"Lisbon","nights":2}; not {"city":"Faro"}.';
    expect((await ask(scriptedModel([text]))).value).toEqual({ city: 'Lisbon', nights: 2 });
  });

  it('is accepted even if further text is truncated', async () => {
    const llm = scriptedModel([{ text: '{"city":"Porto","nights":1}\nBecause the', finish: 'length' }]);
    expect((await ask(llm)).value).toEqual({ city: 'Porto', nights: 1 });
  });
});

describe('a bad answer', () => {
  it('goes back to the model with what is wrong, only the last one', async () => {
    const llm = scriptedModel([
      'No idea.',
      { json: { city: 'Porto', nights: 0 } },
      { json: { city: 'Porto', nights: 1 } },
    ]);
    const attempts: unknown[] = [];
    const result = await ask(llm, { onAttempt: (attempt) => attempts.push(attempt) });
    expect(result.attempts).toBe(3);
    const [, second, third] = llm.requests.map(({ messages }) => messages);
    expect(second?.slice(1)).toEqual([
      { role: 'assistant', text: 'No idea.' },
      { role: 'user', text: expect.stringContaining('no JSON') },
    ]);
    expect(third?.slice(1)).toEqual([
      { role: 'assistant', text: '{"city":"Porto","nights":0}' },
      { role: 'user', text: expect.stringMatching(/nights: .*>=1/) },
    ]);
    expect(attempts).toEqual([
      { number: 1 },
      { number: 2, problem: expect.any(String) },
      { number: 3, problem: expect.stringContaining('nights') },
    ]);
  });

  it('counts towards the usage, whose cost is known only if every cost is', async () => {
    const usage = { inputTokens: 1, outputTokens: 2, cost: 0.25 };
    const good = '{"city":"Porto","nights":1}';
    const both = scriptedModel([
      { text: 'x', usage },
      { text: good, usage },
    ]);
    expect((await ask(both)).usage).toEqual({ inputTokens: 2, outputTokens: 4, cost: 0.5 });
    const one = scriptedModel([
      { text: 'x', usage },
      { text: good, usage: { inputTokens: 1, outputTokens: 2 } },
    ]);
    expect((await ask(one)).usage).toEqual({ inputTokens: 2, outputTokens: 4 });
  });

  it('that was truncated is described as such', async () => {
    const llm = scriptedModel([
      { text: '{"city":"Por', finish: 'length' },
      { json: { city: 'Porto', nights: 1 } },
    ]);
    await ask(llm);
    expect(llm.requests[1]?.messages.at(-1)?.text).toContain('cut off');
  });

  it('without text is a failed attempt', async () => {
    const llm = scriptedModel([{ error: 'model-empty' }, { json: { city: 'Porto', nights: 1 } }]);
    expect((await ask(llm)).attempts).toBe(2);
    expect(llm.requests[1]?.messages.at(-1)?.text).toContain('It was empty.');
  });
});

describe('when no answer is good', () => {
  it('rejects with every attempt’s reason', async () => {
    const error = await failureOf(ask(scriptedModel(['No.', '{"city":', { json: { city: 1 } }])));
    expect(error.code).toBe('model-bad-output');
    expect(error.reasons).toEqual([
      expect.any(String),
      expect.stringContaining('not complete'),
      expect.stringMatching(/city: .*\n- nights: /),
    ]);
    expect(error.message).toContain('attempt 2:');
  });

  it('makes no more than the given number of attempts', async () => {
    const llm = scriptedModel(['No.', 'No.']);
    expect((await failureOf(ask(llm, { attempts: 1 }))).reasons).toHaveLength(1);
    expect(llm.requests).toHaveLength(1);
  });

  it('rejects with model-cut-off if every answer was', async () => {
    const short = { text: '{"city":"Por', finish: 'length' } as const;
    expect((await failureOf(ask(scriptedModel([short, short, short])))).code).toBe('model-cut-off');
  });

  it('accepts a refusal as final', async () => {
    const llm = scriptedModel([{ text: 'I will not.', finish: 'refused' }]);
    const error = await failureOf(ask(llm));
    expect(error).toMatchObject({ code: 'model-refused', retryable: false });
    expect(error.message).toContain('I will not.');
  });

  it('passes other failures on', async () => {
    expect((await failureOf(ask(scriptedModel([{ error: 'model-unauthorized' }])))).code).toBe(
      'model-unauthorized',
    );
  });
});
