import { describe, expect, it } from 'vitest';
import { publishedParrot, serveA2a } from '../../../test/a2a-fixture.ts';
import { opened } from '../../../test/a2a-talk.ts';
import { memoryStore } from '../../journal/index.ts';

async function published(token?: string) {
  const store = memoryStore();
  const { journal } = await publishedParrot(store);
  const server = opened(await serveA2a(store, token === undefined ? {} : { token }));
  const call = async (method: string, params: unknown) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params });
    const headers = { 'content-type': 'application/json' };
    return await fetch(`${server.url}/a2a/s`, { method: 'POST', body, headers });
  };
  return { server, journal, call };
}

const part = { kind: 'text', text: 'Hello' };
const good = { kind: 'message', messageId: 'm1', role: 'user', parts: [part] };

describe('a caller of version 0.3', () => {
  it('is answered, goes on in the same task, looks at it and follows it', async () => {
    const { call, server } = await published();
    const { result } = await (await call('message/send', { message: good })).json();
    expect(result).toMatchObject({
      kind: 'task',
      status: { state: 'input-required', message: { parts: [{ kind: 'text', text: 'You said: Hello' }] } },
    });
    const bye = { ...good, messageId: 'm2', taskId: result.id, parts: [{ kind: 'text', text: 'bye' }] };
    const stream = await (await call('message/stream', { message: bye })).text();
    expect(stream).toContain('"state":"completed"');
    const { result: task } = await (await call('tasks/get', { id: result.id })).json();
    expect(task).toMatchObject({ id: result.id, status: { state: 'completed' } });
    const { error } = await (await call('tasks/cancel', { id: result.id })).json();
    expect(error).toMatchObject({ code: -32002 });
    expect(server.failures).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['no message', {}],
    ['no parts', { message: { ...good, parts: [] } }],
    ['a part with nothing in it', { message: { ...good, parts: [{ kind: 'text' }] } }],
    ['a role of our own', { message: { ...good, role: 'agent' } }],
    ['a very long id', { message: { ...good, messageId: 'x'.repeat(257) } }],
    ['too many parts', { message: { ...good, parts: Array(1001).fill(part) } }],
  ])('is refused with %s, and leaves nothing behind', async (_, params) => {
    const { call, journal, server } = await published();
    const before = await journal.head();
    expect(await (await call('message/send', params)).json()).toMatchObject({ error: { code: -32602 } });
    expect(await (await call('message/stream', params)).json()).toMatchObject({ error: { code: -32602 } });
    expect(await journal.head()).toBe(before);
    expect(server.failures).toEqual([]);
  });

  it('finds what it needs in the card, and whether that takes a token', async () => {
    const { server } = await published('secret-token-of-the-server');
    expect(await (await fetch(server.card())).json()).toMatchObject({
      url: `${server.url}/a2a/s`,
      preferredTransport: 'JSONRPC',
      protocolVersion: '0.3.0',
      securitySchemes: { bearer: { type: 'http', scheme: 'Bearer' } },
      security: [{ bearer: [] }],
    });
  });
});
