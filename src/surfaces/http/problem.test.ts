import { Hono } from 'hono';
import { describe, expect, it, vi } from 'vitest';
import { JournalError, WayfoldError } from '../../journal/error.ts';
import { FREE_CODES } from '../../journal/error-codes.ts';
import { ServerError } from './error.ts';
import { respondWith } from './problem.ts';

const report = { expected: 'a', actual: 'b', fix: 'Do c.' };

class FreeError extends WayfoldError {
  override readonly name = 'FreeError';

  protected override get codes() {
    return FREE_CODES;
  }
}

async function answerTo(error: unknown): Promise<Response> {
  const app = new Hono();
  app.get('/', (c) => respondWith(c, error));
  return await app.request('/');
}

describe('respondWith', () => {
  it('answers with the status that the code declares', async () => {
    const answer = await answerTo(new JournalError('journal-exists', report));
    expect(answer.status).toBe(409);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(await answer.json()).toMatchObject({
      type: '/errors/journal-exists',
      status: 409,
      code: 'journal-exists',
      ...report,
    });
  });

  it('reports a code without a page as a refusal, with its message', async () => {
    const answer = await answerTo(new FreeError('sold-out', { summary: 'There is no bread left.' }));
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      type: 'about:blank',
      code: 'sold-out',
      detail: 'There is no bread left.',
    });
  });

  it('recognises an error of another copy of the package', async () => {
    vi.resetModules();
    const copy = await import('../../journal/error.ts');
    const answer = await answerTo(new copy.JournalError('store-full', report));
    expect([answer.status, await answer.json()]).toMatchObject([507, { code: 'store-full' }]);
  });

  it('tells a client to try again, or to sign in', async () => {
    const busy = await answerTo(new JournalError('store-locked', report));
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '5']);
    const unknown = await answerTo(new ServerError('token-needed', report));
    expect([unknown.status, unknown.headers.get('www-authenticate')]).toEqual([401, expect.any(String)]);
  });

  it('hides unexpected errors', async () => {
    const answer = await answerTo(Object.assign(new Error('secret'), { code: 'store-full' }));
    expect(answer.status).toBe(500);
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ code: 'unexpected', type: '/errors/unexpected' });
    expect(text).not.toContain('secret');
  });
});
