import { expect, it } from 'vitest';
import { type ScriptedStep, scriptedModel } from '../testing/scripted-model.ts';
import { ModelError } from './error.ts';
import type { LlmRequest } from './llm.ts';
import { type RetryOptions, withRetries } from './with-retries.ts';

const question: LlmRequest = { messages: [{ role: 'user', text: 'Well?' }] };

/** A model with a timer that lets no time pass and keeps how long it was asked to wait. */
function retried(steps: readonly ScriptedStep[], options: RetryOptions = {}) {
  const waits: number[] = [];
  const script = scriptedModel(steps, { id: 'test/model' });
  const timer = {
    after(ms: number, run: () => void) {
      waits.push(ms);
      queueMicrotask(run);
      return () => undefined;
    },
  };
  return { llm: withRetries(script, { timer, ...options }), script, waits };
}

function limited(retryAfterMs: number): ScriptedStep {
  return {
    error: new ModelError('model-rate-limited', { expected: 'a', actual: 'b', fix: 'c', retryAfterMs }),
  };
}

it('has the identity of the wrapped model', () => {
  expect(retried([]).llm).toMatchObject({ id: 'test/model', demo: false });
});

it('retries a transient failure with doubling delays', async () => {
  const { llm, waits } = retried([{ error: 'model-unreachable' }, { error: 'model-timeout' }, 'Well.']);
  expect((await llm.generate(question)).text).toBe('Well.');
  expect(waits).toEqual([1000, 2000]);
});

it('gives up after the last retry', async () => {
  const { llm, script } = retried([{ error: 'model-timeout' }, { error: 'model-unreachable' }, 'Well.'], {
    retries: 1,
  });
  await expect(llm.generate(question)).rejects.toMatchObject({ code: 'model-unreachable' });
  expect(script.requests).toHaveLength(2);
});

it('does not retry a permanent failure', async () => {
  const { llm, script } = retried([{ error: 'model-unauthorized' }, 'Well.']);
  await expect(llm.generate(question)).rejects.toMatchObject({ code: 'model-unauthorized' });
  expect(script.requests).toHaveLength(1);
});

it('waits as long as the provider asks for', async () => {
  const { llm, waits } = retried([limited(7000), 'Well.']);
  await llm.generate(question);
  expect(waits).toEqual([7000]);
});

it('does not wait longer than it may', async () => {
  const { llm, waits } = retried([limited(30_001), 'Well.']);
  await expect(llm.generate(question)).rejects.toMatchObject({
    code: 'model-rate-limited',
    retryAfterMs: 30_001,
  });
  expect(waits).toEqual([]);
});

it('does not retry once text has arrived', async () => {
  const pieces: string[] = [];
  const broken: ScriptedStep = (request) => {
    request.onText?.('We');
    return { error: 'model-unreachable' };
  };
  const { llm } = retried([broken, 'Well.']);
  const answer = llm.generate({ ...question, onText: (piece) => pieces.push(piece) });
  await expect(answer).rejects.toMatchObject({ code: 'model-unreachable' });
  expect(pieces).toEqual(['We']);
});

it('ends a wait when it is aborted', async () => {
  const stop = new AbortController();
  const timer = {
    after() {
      queueMicrotask(() => stop.abort(new Error('enough')));
      return () => undefined;
    },
  };
  const { llm } = retried([{ error: 'model-timeout' }, 'Well.'], { timer });
  await expect(llm.generate({ ...question, signal: stop.signal })).rejects.toThrow('enough');
});
