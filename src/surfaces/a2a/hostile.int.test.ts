import { type Task, TaskState } from '@a2a-js/sdk';
import { describe, expect, it } from 'vitest';
import {
  all,
  letAnswer,
  message,
  publishedParrot,
  sdkClient,
  serveA2a,
  textOf,
} from '../../../test/a2a-fixture.ts';
import { opened } from '../../../test/a2a-talk.ts';
import { eventually } from '../../../test/eventually.ts';
import { conversationFact } from '../../harness/facts.ts';
import { memoryStore } from '../../journal/index.ts';

async function published(options: Parameters<typeof serveA2a>[1] = {}) {
  const store = memoryStore();
  const { journal } = await publishedParrot(store);
  const server = opened(await serveA2a(store, options));
  const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' };
  const rpc = async (method: string, params: unknown) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(`${server.url}/a2a/s`, { method: 'POST', body, headers });
    return (await response.json()) as {
      result?: { task?: { id: string; contextId: string } };
      error?: { code: number };
    };
  };
  const send = (parts: unknown, more: object = {}) =>
    rpc('SendMessage', {
      message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts, ...more },
    });
  const received = async () =>
    (await journal.facts()).flatMap((fact) => {
      const known = conversationFact(fact);
      return known?.type === 'remote_received' ? [known] : [];
    });
  return { store, journal, server, headers, rpc, send, received };
}

function taskOf(result: object): Task {
  if (!('status' in result)) throw new Error('no task');
  return result as Task;
}

function nested(depth: number): string {
  return `${'['.repeat(depth)}${']'.repeat(depth)}`;
}

describe('a message that means harm', () => {
  it.each([101, 5000, 500_000])('with data that nests %i deep is refused', async (depth) => {
    const { server, headers, journal } = await published();
    const before = await journal.head();
    const body = `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"data":${nested(depth)}}]}}}`;
    const response = await fetch(`${server.url}/a2a/s`, { method: 'POST', body, headers });
    expect(await response.json()).toMatchObject({ error: { code: -32602 } });
    expect(await journal.head()).toBe(before);
    expect(server.failures).toEqual([]);
  });

  it.each([
    ['half a character', '\ud800'],
    ['nothing but zeros', '\u0000\u0000'],
    ['a lot of lines', '\n'.repeat(100_000)],
    ['markup', '<script>alert(1)</script>'],
  ])('of %s is a message like any other, or refused, but no failure', async (_, text) => {
    const { send, server } = await published();
    const { result, error } = await send([{ text }]);
    expect(result?.task ?? error?.code).toBeDefined();
    expect(server.failures).toEqual([]);
  });

  it('with a file of a broken name is taken, and the file can be fetched', async () => {
    const { send, server, received } = await published();
    const raw = Buffer.from('x'.repeat(2 * 1024 * 1024)).toString('base64');
    for (const filename of ['\ud800.txt', `${'x'.repeat(254)}😀.txt`, '\u202etxt.exe', '../../etc/passwd']) {
      const sent = await send([{ raw, filename }], { contextId: 'c' });
      expect(sent.error).toBeUndefined();
      const file = (await received()).at(-1)?.attachments?.[0];
      const fetched = await fetch(`${server.url}/a2a/s/files/${file?.sha256}`);
      expect(fetched.status).toBe(200);
      expect(fetched.headers.get('content-disposition')).not.toContain('..');
    }
    expect(server.failures).toEqual([]);
  });

  it('under an id of ours is refused, and not taken for a repetition', async () => {
    const { send, received, journal } = await published();
    await send([{ text: 'Hello' }], { contextId: 'c' });
    const ours = (await journal.facts()).flatMap((fact) => conversationFact(fact) ?? []);
    const sent = ours.find(({ type }) => type === 'remote_sent');
    const messageId = sent?.type === 'remote_sent' ? sent.messageId : '';
    const { error } = await send([{ text: 'Swallowed?' }], { contextId: 'c', messageId });
    expect(error?.code).toBe(-32602);
    expect(await received()).toHaveLength(1);
  });
});

describe('many at once', () => {
  it('of one context are all heard, in one task', async () => {
    const { server, received, send } = await published();
    await send([{ text: 'Hello' }], { contextId: 'c' });
    const answers = await Promise.all(
      Array.from({ length: 150 }, (_, i) =>
        send([{ text: `Hello ${i}` }], { contextId: 'c', taskId: '' }).then(({ result }) => result?.task?.id),
      ),
    );
    expect(new Set(answers).size).toBe(1);
    expect(await received()).toHaveLength(151);
    expect(server.failures).toEqual([]);
  });

  it('who do not know each other are each answered in a conversation of their own', async () => {
    const { send, received, server } = await published();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => send([{ text: `I am ${i}` }])));
    expect(new Set(answers.map(({ result }) => result?.task?.contextId)).size).toBe(50);
    // All but the first are in forks.
    expect(await received()).toHaveLength(1);
    expect(server.failures).toEqual([]);
  });
});

describe('a task of another session', () => {
  it('is not there for anything', async () => {
    const { store, server, rpc } = await published();
    await publishedParrot(store, 'other');
    const other = await sdkClient(server.card('other'));
    const { id } = taskOf(await other.sendMessage(message('Hello')));
    for (const method of ['GetTask', 'CancelTask', 'SubscribeToTask']) {
      expect((await rpc(method, { id })).error?.code).toBe(-32001);
    }
    const mine = await sdkClient(server.card());
    await expect(mine.sendMessage(message('Hello', { taskId: id }))).rejects.toMatchObject({
      reason: 'TASK_NOT_FOUND',
    });
  });
});

describe('a task that is canceled while it is streamed', () => {
  it.each(['JSONRPC', 'HTTP+JSON'] as const)('ends the stream with that, over %s', async (transport) => {
    const { server, journal } = await published();
    const client = await sdkClient(server.card(), transport);
    const name = `cancel${transport.length}`;
    const stream = client.sendMessageStream(message(`wait ${name}`));
    const { value } = await stream.next();
    const id = value?.payload?.$case === 'task' ? value.payload.value.id : '';
    const rest = all(stream);
    const canceled = await Promise.all(
      Array.from({ length: 5 }, () =>
        client.cancelTask({ id, tenant: '', metadata: undefined }).catch((error: Error) => error),
      ),
    );
    expect(canceled.filter((each) => !(each instanceof Error))).toHaveLength(1);
    const last = (await rest).at(-1)?.payload;
    expect(last?.$case === 'statusUpdate' && last.value.status?.state).toBe(TaskState.TASK_STATE_CANCELED);
    letAnswer(name);
    await eventually(() => server.streams.count).toBe(0);
    expect((await journal.facts()).some(({ type }) => type === 'remote_sent')).toBe(false);
  });
});

describe('a client that plays with headers', () => {
  it.each<[string, Record<string, string>]>([
    ['a charset', { 'content-type': 'application/json; charset=utf-16' }],
    ['capitals', { 'content-type': 'APPLICATION/JSON' }],
    ['no type at all', { 'content-type': '' }],
    ['two versions', { 'a2a-version': '1.0, 9.9' }],
    ['a long version', { 'a2a-version': '1'.repeat(5000) }],
    ['another host', { 'x-forwarded-host': 'evil.example' }],
    ['compressed', { 'content-encoding': 'gzip' }],
    ['an event id', { 'last-event-id': '__proto__' }],
  ])('by %s is answered in the words of the protocol', async (_, extra) => {
    const { server, headers } = await published();
    const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'Hello' }] };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } });
    const response = await fetch(`${server.url}/a2a/s`, {
      method: 'POST',
      body,
      headers: { ...headers, ...extra },
    });
    expect(response.status).toBe(200);
    expect(JSON.stringify(await response.json())).not.toContain('evil.example');
    expect(server.failures).toEqual([]);
  });

  it('gets a card that names the server and no other', async () => {
    const { server } = await published({ publicUrl: 'https://agents.example.com/' });
    const card = await (
      await fetch(server.card(), { headers: { 'x-forwarded-host': 'evil.example' } })
    ).text();
    expect(card).toContain('https://agents.example.com/a2a/s');
    expect(card).not.toContain('evil.example');
  });
});

describe('an answer', () => {
  it('of the agent is the same for whoever looks, however they come', async () => {
    const { server } = await published();
    const rpc = await sdkClient(server.card());
    const rest = await sdkClient(server.card(), 'HTTP+JSON');
    const { id } = taskOf(await rpc.sendMessage(message('Hello')));
    const [one, other] = await Promise.all([
      rpc.getTask({ id, tenant: '' }),
      rest.getTask({ id, tenant: '' }),
    ]);
    expect(other).toEqual(one);
    expect(textOf(one.status?.message)).toBe('You said: Hello');
  });
});
