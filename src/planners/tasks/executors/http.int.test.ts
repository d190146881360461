import type { RequestListener } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { localSite } from '../../../../test/local-site.ts';
import type { TaskAttachment } from '../facts.ts';
import type { ExecutionOutcome } from './executor.ts';
import { type HttpExecutorOptions, httpExecutor } from './http.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function site(answer: RequestListener): Promise<string> {
  const { origin, close } = await localSite(answer);
  closing.push(close);
  return `${origin}/`;
}

const sending =
  (type: string, body: string | Buffer, status = 200): RequestListener =>
  (_, response) =>
    response.writeHead(status, type === '' ? {} : { 'content-type': type }).end(body);

const link = (value: string): TaskAttachment => ({ kind: { type: 'Link', value } });

interface Given extends HttpExecutorOptions {
  readonly answer?: string;
  readonly signal?: AbortSignal;
}

function fetched(links: readonly string[], given: Given = {}): Promise<ExecutionOutcome> {
  const { answer, signal = new AbortController().signal, ...options } = given;
  const description = 'Fetch it';
  const parameters =
    answer === undefined ? description : `${description}\n\nQuestion: Which?\nAnswer: ${answer}`;
  return httpExecutor({ allowPrivate: true, ...options }).execute(
    { id: 1, kind: 'ToolCall', description, parameters, attachments: links.map(link), context: '' },
    { signal, idempotencyKey: 'k', progress: () => undefined },
  );
}

it('returns the text of an HTML page', async () => {
  const url = await site(
    sending('text/html; charset=utf-8', '<title>News</title><script>evil()</script><p>All is <b>well</b>.'),
  );
  expect(await fetched([url])).toEqual({
    type: 'completed',
    result: `${url}\n200 OK, text/html, 64 bytes\n\nNews\nAll is well.`,
  });
});

it.each([
  ['JSON as it is', 'application/json', '{"a": [1, 2]}', '{"a": [1, 2]}'],
  ['JSON of a kind of its own', 'application/ld+json', '{"a": 1}', '{"a": 1}'],
  ['plain text', 'text/plain', 'a < b', 'a < b'],
  [
    'text in the encoding that the server says',
    'text/plain; charset=iso-8859-1',
    Buffer.from('gr\u00fc\u00dfe', 'latin1'),
    'grüße',
  ],
  [
    'text in the encoding that the page says',
    'text/html',
    Buffer.from('<meta charset="latin1"><p>gr\u00fc\u00dfe', 'latin1'),
    'grüße',
  ],
  ['text in an encoding that nobody knows', 'text/plain; charset=own', 'grüße', 'grüße'],
  ['UTF-16 by its mark', 'text/plain', Buffer.from('\ufeffgrüße', 'utf16le'), 'grüße'],
  ['text without a type', '', 'plain', 'plain'],
])('returns %s', async (_, type, body, text) => {
  const outcome = await fetched([await site(sending(type, body))]);
  expect(outcome.type === 'completed' && outcome.result.split('\n\n')[1]).toBe(text);
});

it.each([
  ['image/png', Buffer.from('89504e470d0a1a0a00', 'hex')],
  ['text/plain', Buffer.from('a\0b')],
  ['', Buffer.from('ff00ff', 'hex')],
])('returns only type and size of binary content (%s)', async (type, body) => {
  const url = await site(sending(type, body));
  expect(await fetched([url])).toEqual({
    type: 'completed',
    result: `${url}\n200 OK, ${type || 'no content type'}, ${body.length} bytes`,
  });
});

it('marks where it truncated a text', async () => {
  const url = await site(sending('text/plain', 'abcdef'));
  expect(await fetched([url], { maxBytes: 3 })).toMatchObject({
    result: `${url}\n200 OK, text/plain, more than 3 bytes\n\nabc\n\n[cut off after 3 bytes]`,
  });
});

it.each([
  [400, 'rejected'],
  [401, 'forbidden'],
  [403, 'forbidden'],
  [404, 'rejected'],
  [408, 'unavailable'],
  [429, 'rate-limited'],
  [500, 'unavailable'],
  [503, 'unavailable'],
])('fails when the server answers with %i', async (status, failureClass) => {
  const url = await site(sending('text/plain', 'why', status));
  expect(await fetched([url])).toMatchObject({
    type: 'failed',
    failureClass,
    error: expect.stringMatching(new RegExp(`${status} .*\n\nwhy`, 's')),
  });
});

it('fetches every link, and fails if one of them fails', async () => {
  const [a, b, c] = [
    await site(sending('text/plain', 'first')),
    await site(sending('text/plain', 'second')),
    await site(sending('text/plain', 'none', 404)),
  ];
  expect(await fetched([a, b])).toMatchObject({ result: expect.stringMatching(/first.*second/s) });
  expect(await fetched([a, c])).toMatchObject({
    type: 'failed',
    error: expect.stringMatching(/404.*The other 1 could be fetched\./s),
  });
});

it('asks for an address if there is none, and uses the answer', async () => {
  expect(await fetched([])).toMatchObject({ type: 'needs-clarification' });
  const url = await site(sending('text/plain', 'answered'));
  expect(await fetched(['http://gone.invalid/'], { answer: `Take ${url} instead.` })).toMatchObject({
    result: expect.stringContaining('answered'),
  });
});

it('refuses private addresses unless they are allowed', async () => {
  const url = await site(sending('text/plain', 'secret'));
  expect(await fetched([url], { allowPrivate: false })).toMatchObject({
    type: 'failed',
    failureClass: 'forbidden',
    error: expect.stringContaining('--allow-private'),
  });
});

it('reports a server that does not answer in time as a timeout, and none at all as unavailable', async () => {
  const silent = await site(() => undefined);
  expect(await fetched([silent], { timeoutMs: 100 })).toMatchObject({ failureClass: 'timeout' });
  expect(await fetched(['http://127.0.0.1:1/'])).toMatchObject({ failureClass: 'unavailable' });
});

it('stops at once when the task is cancelled', async () => {
  const cancel = new AbortController();
  const reason = new Error('cancelled');
  const url = await site(() => cancel.abort(reason));
  await expect(fetched([url], { signal: cancel.signal })).rejects.toBe(reason);
});
