import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryStore } from '../../src/journal/index.ts';
import { publishedParrot, serveA2a } from '../a2a-fixture.ts';
import { hostileJson, mutatedJson } from './hostile-json.ts';
import { hostileText } from './hostile-text.ts';
import { expectNothingPolluted, runs } from './law.ts';

const store = memoryStore();
let server: Awaited<ReturnType<typeof serveA2a>>;
let receivedCount: () => Promise<number>;

beforeAll(async () => {
  const { journal } = await publishedParrot(store);
  // What the agent answers comes in its own time.
  receivedCount = async () => (await journal.facts()).filter(({ type }) => type === 'remote_received').length;
  server = await serveA2a(store, { waitMs: 200 });
});
afterAll(() => server.close());

const message = {
  messageId: 'm1',
  role: 'ROLE_USER',
  contextId: 'c',
  parts: [
    { text: 'Hello' },
    { data: { a: [1] } },
    { raw: 'aGk=', filename: 'a.txt', mediaType: 'text/plain' },
    { url: 'http://127.0.0.1:1/' },
  ],
};
const calls = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'SendMessage',
    params: { message, configuration: { returnImmediately: true, historyLength: 1 } },
  },
  { jsonrpc: '2.0', id: 'x', method: 'GetTask', params: { id: 't', historyLength: 2 } },
  {
    jsonrpc: '2.0',
    id: 2,
    method: 'ListTasks',
    params: { contextId: 'c', pageSize: 5, pageToken: 'p', status: 'TASK_STATE_WORKING' },
  },
  { jsonrpc: '2.0', id: 3, method: 'CancelTask', params: { id: 't' } },
  {
    jsonrpc: '2.0',
    id: 4,
    method: 'CreateTaskPushNotificationConfig',
    params: { taskId: 't', url: 'http://127.0.0.1/' },
  },
];

async function post(path: string, body: string | Uint8Array<ArrayBuffer>) {
  const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' };
  const response = await fetch(`${server.url}${path}`, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
}

/** Every answer is one of the protocol; one that refuses has changed nothing. */
async function holdsToTheLaw(path: string, body: string | Uint8Array<ArrayBuffer>): Promise<void> {
  const before = await receivedCount();
  const { status, text } = await post(path, body);
  expect(status, text).toBeLessThan(500);
  const isRefused = status >= 400 || /"error"\s*:/.test(text);
  expect(text).not.toMatch(/-32603|Internal error/i);
  if (isRefused) expect(await receivedCount()).toBe(before);
  expect(server.failures).toEqual([]);
  expectNothingPolluted();
}

describe('a message of another agent', () => {
  it('over JSON-RPC is accepted or refused, whatever it contains', async () => {
    const bodies = fc.oneof({ weight: 4, arbitrary: mutatedJson(...calls) }, hostileJson, hostileText);
    await fc.assert(
      fc.asyncProperty(bodies, (body) => holdsToTheLaw('/a2a/s', body)),
      runs(1) as fc.Parameters<[string]>,
    );
  });

  it('over HTTP is accepted or refused, whatever it contains and wherever it goes', async () => {
    const paths = fc.oneof(
      fc.constantFrom(
        'message:send',
        'tasks',
        'tasks/t:cancel',
        'tasks/t/pushNotificationConfigs',
        'extendedAgentCard',
      ),
      hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
    );
    const bodies = fc.oneof({ weight: 4, arbitrary: mutatedJson({ message }) }, hostileJson);
    await fc.assert(
      fc.asyncProperty(paths, bodies, (path, body) => holdsToTheLaw(`/a2a/s/${path}`, body)),
      runs(0.6) as fc.Parameters<[string, string]>,
    );
  });

  it('with an object instead of a text is refused as unreadable', async () => {
    const params = { taskId: 't', url: { toString: 1, valueOf: 1 } };
    const method = 'CreateTaskPushNotificationConfig';
    const { text } = await post('/a2a/s', JSON.stringify({ jsonrpc: '2.0', id: 4, method, params }));
    expect(JSON.parse(text)).toMatchObject({ id: 4, error: { code: -32602 } });
  });

  it('with an invalid encoding is refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), (bytes) =>
        holdsToTheLaw('/a2a/s', new Uint8Array(bytes)),
      ),
      runs(0.2) as fc.Parameters<[Uint8Array]>,
    );
  });

  it('reaches no session that is not published', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (id) => {
        fc.pre(id !== 's' && id !== '');
        const { status } = await post(
          `/a2a/${encodeURIComponent(id.toWellFormed())}`,
          JSON.stringify(calls[0]),
        );
        expect([400, 404, 405]).toContain(status);
      }),
      runs(0.3) as fc.Parameters<[string]>,
    );
  });
});
