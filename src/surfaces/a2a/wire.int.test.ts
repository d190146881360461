import { afterEach, describe, expect, it } from 'vitest';
import { publishedParrot, serveA2a } from '../../../test/a2a-fixture.ts';
import { memoryStore } from '../../journal/index.ts';

type Server = Awaited<ReturnType<typeof serveA2a>>;

const open: Server[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function published(token?: string) {
  const store = memoryStore();
  const { journal } = await publishedParrot(store);
  const server = await serveA2a(store, token === undefined ? {} : { token });
  open.push(server);
  const before = await journal.head();
  const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/a2a/s${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'a2a-version': '1.0', ...headers },
    });
  return { server, journal, before, post };
}

const rpc = (method: string, params: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 7, method, params });
const part = { text: 'Hello' };
const good = { messageId: 'm1', role: 'ROLE_USER', parts: [part] };

describe('a request that is not one', () => {
  it.each<[string, string, number]>([
    ['no JSON', '{', -32700],
    ['nothing', '', -32700],
    ['a list', '[1]', -32602],
    ['a number', '5', -32602],
    ['no method', '{"jsonrpc":"2.0","id":7}', -32602],
    ['another protocol', '{"jsonrpc":"1.0","id":7,"method":"SendMessage"}', -32602],
    ['a method nobody has', rpc('Dance', {}), -32601],
    ['no parameters', rpc('SendMessage', undefined), -32602],
    ['parameters of another kind', rpc('SendMessage', [1]), -32602],
    ['no message', rpc('SendMessage', {}), -32602],
    ['a message that is a number', rpc('SendMessage', { message: 5 }), -32602],
    ['parts that are text', rpc('SendMessage', { message: { ...good, parts: 'x' } }), -32602],
    ['a part with nothing in it', rpc('SendMessage', { message: { ...good, parts: [{}] } }), -32602],
    [
      'a part with too much in it',
      rpc('SendMessage', { message: { ...good, parts: [{ text: 'a', url: 'b' }] } }),
      -32602,
    ],
    ['bytes that are a number', rpc('SendMessage', { message: { ...good, parts: [{ raw: 5 }] } }), -32602],
    [
      'bytes that are no base64',
      rpc('SendMessage', { message: { ...good, parts: [{ raw: '!!' }] } }),
      -32602,
    ],
    ['a role of our own', rpc('SendMessage', { message: { ...good, role: 'ROLE_AGENT' } }), -32602],
    ['a very long id', rpc('SendMessage', { message: { ...good, messageId: 'x'.repeat(257) } }), -32602],
    ['too many parts', rpc('SendMessage', { message: { ...good, parts: Array(1001).fill(part) } }), -32602],
    [
      'a history that is negative',
      rpc('SendMessage', { message: good, configuration: { historyLength: -1 } }),
      -32602,
    ],
    ['a task that is not there', rpc('GetTask', { id: 'x' }), -32001],
    ['a task of no id', rpc('GetTask', {}), -32001],
    ['notifications', rpc('CreateTaskPushNotificationConfig', { taskId: 'x', url: 'http://x' }), -32003],
    ['a card for friends', rpc('GetExtendedAgentCard', undefined), -32007],
    ['a stream of nothing', rpc('SendStreamingMessage', {}), -32602],
    ['a stream of a task that is not there', rpc('SubscribeToTask', { id: 'x' }), -32001],
  ])('is refused in the words of JSON-RPC: %s', async (_, body, code) => {
    const { post, journal, before, server } = await published();
    const response = await post('', body);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code } });
    expect(await journal.head()).toBe(before);
    expect(server.failures).toEqual([]);
  });

  it.each<[string, string, string, number]>([
    ['no JSON', '/message:send', '{', 400],
    ['no message', '/message:send', '{}', 400],
    ['a stream without a message', '/message:stream', '{}', 400],
    ['a task that is not there', '/tasks/x:cancel', '', 404],
    ['a name that is badly encoded', '/tasks/%ff:cancel', '', 404],
    ['a stream of a task that is not there', '/tasks/x:subscribe', '', 404],
    ['a way that leads nowhere', '/dance', '{}', 400],
    ['notifications', '/tasks/x/pushNotificationConfigs', '{}', 400],
  ])('is refused in the words of HTTP+JSON: %s', async (_, path, body, status) => {
    const { post, journal, before, server } = await published();
    const response = await post(path, body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code: status } });
    expect(await journal.head()).toBe(before);
    expect(server.failures).toEqual([]);
  });

  it.each(['?pageSize=0', '?pageSize=x', '?pageToken=x', '?statusTimestampAfter=x', '?historyLength=-1'])(
    'is refused as a list: %s',
    async (query) => {
      const { server } = await published();
      const response = await fetch(`${server.url}/a2a/s/tasks${query}`, {
        headers: { 'a2a-version': '1.0' },
      });
      expect(response.status).toBe(400);
    },
  );

  it('is refused in another version of the protocol, or in another format', async () => {
    const { post } = await published();
    const old = await post('', rpc('SendMessage', { message: good }), { 'a2a-version': '0.3' });
    expect(await old.json()).toMatchObject({ error: { code: -32009 } });
    const xml = await post('', '<x/>', { 'content-type': 'text/xml' });
    expect(await xml.json()).toMatchObject({ error: { code: -32005 } });
    expect((await post('/message:send', '<x/>', { 'content-type': 'text/xml' })).status).toBe(400);
  });

  it.each(['', '/message:send'])('is refused when it is too large: %s', async (path) => {
    const { post, journal, before } = await published();
    const body = JSON.stringify({ message: { ...good, parts: [{ text: 'x'.repeat(17 * 1024 * 1024) }] } });
    const response = await post(path, body);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'body-too-large' });
    expect(await journal.head()).toBe(before);
  });

  it('is taken when it is only long, and what is too long for a fact is a file', async () => {
    const { post, journal } = await published();
    const text = 'x'.repeat(2 * 1024 * 1024);
    const response = await post('', rpc('SendMessage', { message: { ...good, parts: [{ text }] } }));
    expect(response.status).toBe(200);
    const facts = await journal.facts();
    const file = facts.find(({ type }) => type === 'attachment_added');
    expect(file).toMatchObject({ name: 'message.txt', size: text.length, origin: 'remote' });
  });
});

describe('a server with a token', () => {
  it('shows its cards, which say so, and nothing else', async () => {
    const token = 'a-token-of-some-length';
    const { server, post, journal, before } = await published(token);
    const card = await fetch(server.card());
    expect(await card.json()).toMatchObject({
      securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
      securityRequirements: [{ schemes: { bearer: {} } }],
    });
    for (const headers of [{}, { authorization: 'Bearer wrong-wrong-wrong' }]) {
      expect((await post('', rpc('SendMessage', { message: good }), headers)).status).toBe(401);
      expect((await post('/message:send', '{}', headers)).status).toBe(401);
      expect((await fetch(`${server.url}/a2a/s/files/x`, { headers })).status).toBe(401);
    }
    expect(await journal.head()).toBe(before);
    const right = await post('', rpc('SendMessage', { message: good }), { authorization: `Bearer ${token}` });
    expect(await right.json()).toMatchObject({ id: 7, result: { task: {} } });
  });
});

describe('a file', () => {
  it('is given out only if it went over in a task', async () => {
    const { server, journal } = await published();
    const { sha256 } = await journal.attachments.put(new TextEncoder().encode('a secret of the house'));
    await journal.append([
      { type: 'attachment_added', name: 'a', mimeType: 'text/plain', sha256, size: 21, origin: 'user' },
    ]);
    for (const hash of [sha256, 'x', '%2e%2e%2fx']) {
      expect((await fetch(`${server.url}/a2a/s/files/${hash}`)).status).toBe(404);
    }
  });
});
