import { afterEach, expect, it, vi } from 'vitest';
import { FactPages } from './fact-pages.ts';

afterEach(() => vi.unstubAllGlobals());

it('lets a journal be left in the middle of reading', async () => {
  const asked: string[] = [];
  // A server that tells how long the journal is, and never its facts.
  vi.stubGlobal('fetch', async (path: string, { signal }: RequestInit) => {
    asked.push(path);
    if (!path.includes('/facts')) return Response.json({ head: 3 });
    signal?.throwIfAborted();
    return await new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  });
  const failures: unknown[] = [];
  const onFailure = (reason: unknown) => failures.push(reason);
  process.on('unhandledRejection', onFailure);
  const pages = new FactPages({ id: 'talk', path: '/api/journals/talk', follow: () => () => {} });
  const leave = pages.open();
  await vi.waitFor(() => expect(pages.ready).toBe(true));
  pages.want(0, 2);
  await vi.waitFor(() => expect(asked.some((path) => path.includes('/facts'))).toBe(true));
  leave();
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', onFailure);
  expect(failures).toEqual([]);
  expect(pages.problem).toBe(undefined);
});
