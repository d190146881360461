import { expect, it } from 'vitest';
import { EngineError } from './error.ts';
import { retryWhileUnreachable } from './retry-while-unreachable.ts';

const away = new EngineError('engine-unreachable', { expected: 'it', actual: 'nothing', fix: 'Wait.' });
const wrong = new EngineError('invalid-engine', { expected: 'it', actual: 'no', fix: 'Correct it.' });
const { signal } = new AbortController();

it('retries while its dependency is unavailable, and reports that once', async () => {
  let tries = 0;
  const reported: unknown[] = [];
  const work = async () => {
    tries += 1;
    if (tries < 3) throw away;
    return 'there';
  };
  const came = await retryWhileUnreachable(work, {
    timeoutMs: 60_000,
    signal,
    onWait: (error) => reported.push(error),
  });
  expect([came, tries, reported]).toEqual(['there', 3, [away]]);
});

it('gives up when its patience is over, and at once on anything else', async () => {
  const failing = (error: Error) =>
    retryWhileUnreachable(() => Promise.reject(error), { timeoutMs: 0, signal });
  await expect(failing(away)).rejects.toBe(away);
  await expect(
    retryWhileUnreachable(() => Promise.reject(wrong), { timeoutMs: 60_000, signal }),
  ).rejects.toBe(wrong);
});
