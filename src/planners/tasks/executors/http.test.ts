import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { memorySites } from '../../../../test/memory-sites.ts';
import type { TaskAttachment } from '../facts.ts';
import type { ExecutionOutcome } from './executor.ts';
import { type HttpExecutorOptions, httpExecutor } from './http.ts';

const A = '93.184.216.34';
const B = '93.184.216.35';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function sites(given: Readonly<Record<string, RequestListener>>) {
  const { asked, close } = memorySites(given);
  closing.push(close);
  return asked;
}

const sending =
  (body: string, status = 200): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'text/plain' }).end(body);

interface Given extends HttpExecutorOptions {
  readonly answer?: string;
  readonly attachments?: readonly TaskAttachment[];
  readonly signal?: AbortSignal;
  readonly onProgress?: (text: string) => void;
}

function fetched(links: readonly string[], given: Given = {}): Promise<ExecutionOutcome> {
  const { answer, onProgress, signal = new AbortController().signal, ...options } = given;
  const { attachments = links.map((value) => ({ kind: { type: 'Link', value } })), ...fetching } = options;
  const parameters = answer === undefined ? 'Fetch it' : `Fetch it\n\nQuestion: Which?\nAnswer: ${answer}`;
  return httpExecutor(fetching).execute(
    { id: 1, kind: 'ToolCall', description: 'Fetch it', parameters, attachments, context: '' },
    { signal, idempotencyKey: 'k', progress: (text) => onProgress?.(text) },
  );
}

it('is named http', () => {
  expect(httpExecutor().name).toBe('http');
});

describe('the fetched links', () => {
  it('are all links of the task in their order, each with progress', async () => {
    sites({ [`${A}:80`]: sending('first'), [`${B}:80`]: sending('second') });
    const reported: string[] = [];
    expect(
      await fetched([`http://${A}/`, `http://${B}/`], { onProgress: (text) => reported.push(text) }),
    ).toEqual({
      type: 'completed',
      result:
        `http://${A}/\n200 OK, text/plain, 5 bytes\n\nfirst\n\n` +
        `http://${B}/\n200 OK, text/plain, 6 bytes\n\nsecond`,
    });
    expect(reported).toEqual([`GET http://${A}/`, `GET http://${B}/`]);
  });

  it('include pictures on the web, but no files', async () => {
    const asked = sites({ [`${A}:80`]: sending('x') });
    const attachments: TaskAttachment[] = [
      { kind: { type: 'FileRef', value: 'see-http:x.md' } },
      { kind: { type: 'ImageRef', value: `HTTP://${A}/a.png` } },
      { kind: { type: 'ImageRef', value: 'b.png' } },
    ];
    expect(await fetched([], { attachments })).toMatchObject({ type: 'completed' });
    expect(asked.map(({ url }) => url)).toEqual([`http://${A}/a.png`]);
  });

  it.each([
    ['www.example.invalid', 'GET https://www.example.invalid'],
    ['WWW.example.invalid/a', 'GET https://WWW.example.invalid/a'],
    ['ftp://www.example.invalid', 'GET ftp://www.example.invalid'],
  ])('use TLS by default: %s', async (link, line) => {
    const cancel = new AbortController();
    const reason = new Error('heard enough');
    const reported: string[] = [];
    const outcome = fetched([link], {
      signal: cancel.signal,
      onProgress: (text) => {
        reported.push(text);
        cancel.abort(reason);
      },
    });
    await expect(outcome).rejects.toBe(reason);
    expect(reported).toEqual([line]);
  });

  it("are those of a person's answer instead of the task's", async () => {
    const asked = sites({ [`${A}:80`]: sending('a'), [`${B}:80`]: sending('b') });
    expect(await fetched([`http://${A}/`], { answer: `Take http://${B}/ instead.` })).toMatchObject({
      result: expect.stringMatching(/\n\nb$/),
    });
    expect(asked.map(({ url }) => url)).toEqual([`http://${B}/`]);
  });

  it('are those of the task if the answer has none', async () => {
    const asked = sites({ [`${A}:80`]: sending('a') });
    await fetched([`http://${A}/`], { answer: 'Go on, read notes.md first.' });
    expect(asked.map(({ url }) => url)).toEqual([`http://${A}/`]);
  });

  it('must be requested if there are none', async () => {
    const question = 'Which address is to be fetched? The task refers to none.';
    expect(await fetched([])).toEqual({ type: 'needs-clarification', question });
  });
});

describe('the task fails', () => {
  it.each([
    [400, 'Bad Request', 'rejected'],
    [401, 'Unauthorized', 'forbidden'],
    [402, 'Payment Required', 'rejected'],
    [403, 'Forbidden', 'forbidden'],
    [404, 'Not Found', 'rejected'],
    [408, 'Request Timeout', 'unavailable'],
    [429, 'Too Many Requests', 'rate-limited'],
    [499, 'Status', 'rejected'],
    [500, 'Internal Server Error', 'unavailable'],
    [503, 'Service Unavailable', 'unavailable'],
  ])('if a server answers with %i', async (status, words, failureClass) => {
    sites({
      [`${A}:80`]: (_, response) =>
        response.writeHead(status, words, { 'content-type': 'text/plain' }).end('why'),
    });
    expect(await fetched([`http://${A}/`])).toEqual({
      type: 'failed',
      error: `http://${A}/\n${status} ${words}, text/plain, 3 bytes\n\nwhy`,
      failureClass,
    });
  });

  it('but not if a server answers with 399', async () => {
    sites({ [`${A}:80`]: sending('odd', 399) });
    expect(await fetched([`http://${A}/`])).toMatchObject({ type: 'completed' });
  });

  it('with every failure if several links cannot be fetched, and the class of the first', async () => {
    sites({ [`${A}:80`]: sending('gone', 404), [`${B}:80`]: sending('busy', 503) });
    expect(await fetched([`http://${A}/`, `http://${B}/`])).toEqual({
      type: 'failed',
      error:
        `http://${A}/\n404 Not Found, text/plain, 4 bytes\n\ngone\n\n` +
        `http://${B}/\n503 Service Unavailable, text/plain, 4 bytes\n\nbusy`,
      failureClass: 'rejected',
    });
  });

  it('and reports how many others could be fetched', async () => {
    sites({ [`${A}:80`]: sending('gone', 404), [`${B}:80`]: sending('fine') });
    expect(await fetched([`http://${B}/1`, `http://${A}/`, `http://${B}/2`])).toMatchObject({
      error: `http://${A}/\n404 Not Found, text/plain, 4 bytes\n\ngone\n\nThe other 2 could be fetched.`,
    });
  });

  it('as forbidden if the address is private', async () => {
    sites({ '127.0.0.1:80': sending('secret') });
    expect(await fetched(['http://127.0.0.1/'])).toEqual({
      type: 'failed',
      error: expect.stringContaining('127.0.0.1'),
      failureClass: 'forbidden',
    });
    expect(await fetched(['http://127.0.0.1/'], { allowPrivate: true })).toMatchObject({ type: 'completed' });
  });

  it('as a timeout if there is no answer in time', async () => {
    sites({ [`${A}:80`]: () => undefined });
    expect(await fetched([`http://${A}/`], { timeoutMs: 20 })).toMatchObject({ failureClass: 'timeout' });
  });

  it('as unavailable if nobody listens', async () => {
    sites({});
    expect(await fetched([`http://${A}/`])).toMatchObject({ failureClass: 'unavailable' });
  });
});

it('passes on the reason of an abort, and fetches nothing more', async () => {
  const cancel = new AbortController();
  const reason = new Error('cancelled');
  const asked = sites({ [`${A}:80`]: () => cancel.abort(reason) });
  const outcome = fetched([`http://${A}/a`, `http://${A}/b`], { signal: cancel.signal });
  await expect(outcome).rejects.toBe(reason);
  expect(asked.map(({ url }) => url)).toEqual([`http://${A}/a`]);
});
