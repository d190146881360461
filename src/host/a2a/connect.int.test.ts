import { TaskState } from '@a2a-js/sdk';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Behaviour,
  cardAt,
  listening,
  oddAgent,
  sdkAgent,
  talkative,
} from '../../../test/a2a-agents.ts';
import { publishedParrot, registry, serveA2a, textPart, transcript } from '../../../test/a2a-fixture.ts';
import { eventually } from '../../../test/eventually.ts';
import { tcpProxy } from '../../../test/tcp-proxy.ts';
import { approve } from '../../harness/decisions.ts';
import { digestOf } from '../../harness/digest.ts';
import { createSender } from '../../harness/sender.ts';
import type { Envelope } from '../../journal/fact.ts';
import { type FactStore, memoryStore } from '../../journal/index.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Reactor } from '../../kernel/reactor.ts';
import { runReactors } from '../run-reactors.ts';
import { createSession, openSession } from '../session.ts';
import { type A2aConnection, type ConnectOptions, connectA2a } from './connect.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

function opened<Closing extends { close(): Promise<void> }>(each: Closing): Closing {
  open.push(each);
  return each;
}

let names = 0;

/** A conversation whose drafts a test writes and approves, with a sender at work. */
async function talking(
  cardUrl: string,
  options: Partial<ConnectOptions> & { readonly store?: FactStore } = {},
) {
  const { store = memoryStore(), ...more } = options;
  const isNew = (await store.describe('talk')) === undefined;
  const { journal } = isNew
    ? await createSession(store, registry, { id: 'talk', title: 'Talk', plannerId: 'parrot' })
    : await openSession(store, registry, 'talk');
  const errors: unknown[] = [];
  const connection = opened(
    await connectA2a(journal, {
      cardUrl,
      allowPrivate: true,
      onError: (error) => errors.push(error),
      ...more,
    }),
  );
  const sender = createSender({
    journal,
    deliver: connection.deliver.bind(connection),
    backoffMs: 1,
    attempts: 3,
  });
  const reactors = opened(
    await runReactors(journal, [sender as Reactor], { worker: `w${++names}`, isGone: () => true }),
  );
  return { store, journal, connection, reactors, errors, say: (text: string) => sayIn(journal, text) };
}

async function sayIn(
  journal: Journal<Envelope>,
  text: string,
  attachments?: { name: string; sha256: string }[],
): Promise<void> {
  const composeId = `c-${++names}`;
  const content = { composeId, text, ...(attachments && { attachments }) };
  const digest = digestOf(content);
  await journal.append([{ type: 'compose_intent', ...content, digest }]);
  await approve(journal, { composeId, digest });
}

const typesIn = async (journal: Journal<Envelope>) => (await journal.facts()).map(({ type }) => type);

describe.each([
  { streaming: true, bindings: ['JSONRPC'] },
  { streaming: false, bindings: ['JSONRPC'] },
  { streaming: true, bindings: ['HTTP+JSON'] },
  { streaming: false, bindings: ['HTTP+JSON'] },
])("an agent of the SDK's own server, $bindings, streaming: $streaming", (kind) => {
  it('is talked to until its task ends, and after that in a new one of the same context', async () => {
    const agent = opened(await sdkAgent(talkative, kind));
    const { journal, say } = await talking(agent.url);
    expect(await transcript(journal)).toEqual(['=input-required']);
    await say('Hello');
    await eventually(async () => (await transcript(journal)).slice(-2)).toEqual([
      '<You said: Hello',
      '=input-required',
    ]);
    await say('bye');
    await eventually(async () => (await transcript(journal)).slice(-2)).toEqual([
      '<You said: bye',
      '=completed',
    ]);
    await say('Again');
    await eventually(async () => (await transcript(journal)).slice(-2)).toEqual([
      '<You said: Again',
      '=input-required',
    ]);
    const [first, second, third] = agent.heard;
    expect(second).toMatchObject({ taskId: first?.taskId, contextId: first?.contextId });
    expect(third?.taskId).not.toBe(first?.taskId);
    expect(third?.contextId).toBe(first?.contextId);
    expect((await transcript(journal)).filter((line) => !line.startsWith('='))).toEqual([
      '>Hello',
      '<You said: Hello',
      '>bye',
      '<You said: bye',
      '>Again',
      '<You said: Again',
    ]);
  });

  it('answers without a task', async () => {
    const agent = opened(await sdkAgent(({ reply, text }) => reply(`Just ${text}`), kind));
    const { journal, say } = await talking(agent.url);
    await say('one');
    await eventually(() => transcript(journal)).toEqual(['=input-required', '>one', '<Just one']);
    await say('two');
    await eventually(async () => (await transcript(journal)).at(-1)).toBe('<Just two');
  });

  it('gives and takes files, and its artifacts are messages', async () => {
    const report: Behaviour = ({ status, artifact, message }) => {
      status(TaskState.TASK_STATE_WORKING, 'One moment');
      artifact('text', [textPart('Hel')]);
      artifact('text', [textPart('lo')], { append: true, lastChunk: true });
      const [, file] = message.parts;
      artifact('copy', file ? [file] : []);
      status(TaskState.TASK_STATE_COMPLETED);
    };
    const agent = opened(await sdkAgent(report, kind));
    const { journal } = await talking(agent.url);
    const bytes = new Uint8Array([1, 2, 3]);
    const { sha256, size } = await journal.attachments.put(bytes);
    await journal.append([
      { type: 'attachment_added', name: 'a.bin', mimeType: 'application/x-a', sha256, size, origin: 'user' },
    ]);
    await sayIn(journal, 'Here', [{ name: 'a.bin', sha256 }]);
    await eventually(async () => (await transcript(journal)).at(-1)).toBe('=completed');
    expect(agent.heard[0]?.parts).toMatchObject([
      { content: { $case: 'text', value: 'Here' } },
      { content: { $case: 'raw', value: bytes }, filename: 'a.bin' },
    ]);
    const lines = (await transcript(journal)).filter((line) => line.startsWith('<'));
    expect(lines.toSorted()).toEqual(['<', '<Hello', '<One moment']);
    const received = (await journal.facts()).filter(({ type }) => type === 'attachment_added').at(-1);
    expect(received).toMatchObject({ name: 'a.bin', sha256, size, origin: 'remote' });
  });

  it('stops when it is told to', async () => {
    const agent = opened(
      await sdkAgent(async ({ status }) => {
        status(TaskState.TASK_STATE_WORKING);
        await new Promise(() => {});
      }, kind),
    );
    const { journal, connection, say } = await talking(agent.url);
    await expect(connection.cancel()).rejects.toMatchObject({ code: 'no-open-task' });
    await say('Hello');
    await eventually(async () => (await transcript(journal)).at(-1)).toBe('=working');
    await connection.cancel();
    await connection.settled();
    expect((await transcript(journal)).at(-1)).toBe('=canceled');
    await expect(connection.cancel()).rejects.toMatchObject({ code: 'no-open-task' });
  });
});

describe.each(['JSONRPC', 'HTTP+JSON'])('an agent of version 0.3 of the protocol, over %s', (binding) => {
  it('is talked to all the same', async () => {
    const agent = opened(await sdkAgent(talkative, { protocolVersion: '0.3', bindings: [binding] }));
    const { journal, say } = await talking(agent.url);
    await say('Hello');
    await eventually(async () => (await transcript(journal)).slice(-2)).toEqual([
      '<You said: Hello',
      '=input-required',
    ]);
    await say('bye');
    await eventually(async () => (await transcript(journal)).slice(-2)).toEqual([
      '<You said: bye',
      '=completed',
    ]);
  });
});

describe('every state of a task', () => {
  it.each([
    [TaskState.TASK_STATE_COMPLETED, 'completed'],
    [TaskState.TASK_STATE_FAILED, 'failed'],
    [TaskState.TASK_STATE_REJECTED, 'rejected'],
    [TaskState.TASK_STATE_CANCELED, 'canceled'],
    [TaskState.TASK_STATE_INPUT_REQUIRED, 'input-required'],
  ])('%s is the status %s', async (state, status) => {
    const agent = opened(await sdkAgent((turn) => turn.status(state, 'So it is')));
    const { journal, connection, say } = await talking(agent.url);
    await say('Hello');
    await eventually(async () => (await transcript(journal)).slice(-2)).toEqual(['<So it is', `=${status}`]);
    await connection.settled();
  });
});

describe('a stream that is cut', () => {
  it('is taken up again, with nothing lost and nothing twice', async () => {
    const steps = ['a', 'b', 'c'].map((text) => ({ text, go: Promise.withResolvers<void>() }));
    const agent = opened(
      await sdkAgent(async ({ status }) => {
        for (const { text, go } of steps) {
          status(TaskState.TASK_STATE_WORKING, text);
          await go.promise;
        }
        status(TaskState.TASK_STATE_INPUT_REQUIRED, 'done');
      }),
    );
    const proxy = opened(await tcpProxy(agent.url));
    const { journal, say } = await talking(agent.url, { fetch: byWayOf(proxy.url) });
    await say('Hello');
    for (const { text, go } of steps) {
      await eventually(async () => (await transcript(journal)).includes(`<${text}`)).toBe(true);
      proxy.cut();
      go.resolve();
    }
    await eventually(async () => (await transcript(journal)).at(-1)).toBe('=input-required');
    expect((await transcript(journal)).filter((line) => line.startsWith('<'))).toEqual([
      '<a',
      '<b',
      '<c',
      '<done',
    ]);
    expect(agent.heard).toHaveLength(1);
  });

  it('is taken up by the next process, also where the first died before it could record what it sent', async () => {
    const go = Promise.withResolvers<void>();
    const agent = opened(
      await sdkAgent(async ({ status, text }) => {
        status(TaskState.TASK_STATE_WORKING);
        await go.promise;
        status(TaskState.TASK_STATE_INPUT_REQUIRED, `You said: ${text}`);
      }),
    );
    const store = memoryStore();
    const first = await talking(agent.url, { store });
    await first.say('Hello');
    await eventually(async () => (await transcript(first.journal)).at(-1)).toBe('=working');
    await first.connection.close();
    await first.reactors.close();
    go.resolve();
    const second = await talking(agent.url, { store });
    await eventually(() => transcript(second.journal)).toEqual([
      '=input-required',
      '>Hello',
      '=submitted',
      '=working',
      '<You said: Hello',
      '=input-required',
    ]);
    expect(agent.heard).toHaveLength(1);
  });
});

describe('a message whose delivery nobody could record', () => {
  it('is not sent again when the agent says that it has it', async () => {
    const agent = opened(await sdkAgent(talkative));
    const store = memoryStore();
    const first = await talking(agent.url, { store });
    await first.say('One');
    await eventually(async () => (await transcript(first.journal)).at(-1)).toBe('=input-required');
    await first.reactors.close();
    await first.say('Two');
    const approval = (await first.journal.facts()).at(-1);
    if (approval === undefined) throw new Error('no approval');
    // It arrives, and the process dies before anything is written.
    const died: Pick<Journal<Envelope>, 'append'> = { append: () => Promise.reject(new Error('died')) };
    const dying = Object.assign(Object.create(first.journal), {
      ...died,
      facts: first.journal.facts.bind(first.journal),
      subscribe: first.journal.subscribe.bind(first.journal),
      describe: first.journal.describe.bind(first.journal),
    });
    const ghost: A2aConnection = await connectA2a(dying, { cardUrl: agent.url, allowPrivate: true });
    const sending = createSender({ journal: first.journal, deliver: ghost.deliver.bind(ghost), attempts: 1 });
    await sending.act(approval, {
      ...context,
      readAttachment: async () => new Uint8Array(),
      writeAttachment: async () => '',
      journal: first.journal as never,
    });
    await ghost.close();
    await first.connection.close();
    expect(agent.heard).toHaveLength(2);
    const second = await talking(agent.url, { store });
    await eventually(async () => (await transcript(second.journal)).slice(-2)).toEqual([
      '<You said: Two',
      '=input-required',
    ]);
    expect(agent.heard).toHaveLength(2);
  });
});

const context = {
  signal: new AbortController().signal,
  idempotencyKey: 'k',
  clock: { now: () => 0 },
  newId: () => 'id',
};

/** The same requests, over another connection. */
function byWayOf(proxy: string): typeof fetch {
  return async (input, init) => {
    const url = new URL(new Request(input).url);
    url.port = new URL(proxy).port;
    return await fetch(url, init);
  };
}

describe('a stream that falls silent', () => {
  it('counts as cut, and is taken up again', async () => {
    const methods: string[] = [];
    const silent: { destroy(): void }[] = [];
    const agent = opened(
      await oddAgent(({ method, id }, response) => {
        methods.push(method);
        const isOver = method !== 'SendStreamingMessage' && methods.length > 3;
        const status = { state: isOver ? 'TASK_STATE_INPUT_REQUIRED' : 'TASK_STATE_WORKING' };
        const task = { id: 't', contextId: 'c', status };
        if (method === 'GetTask') {
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify({ jsonrpc: '2.0', id, result: task }));
          return;
        }
        response.setHeader('content-type', 'text/event-stream');
        response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { task } })}\n\n`);
        silent.push(response);
      }),
    );
    const { journal, say, errors } = await talking(agent.url, { silenceMs: 50 });
    await say('Hello');
    await eventually(async () => (await transcript(journal)).slice(-2)).toEqual([
      '=working',
      '=input-required',
    ]);
    expect(methods.slice(0, 3)).toEqual(['SendStreamingMessage', 'GetTask', 'SubscribeToTask']);
    expect(String(errors[0])).toContain('nothing for 50 ms');
    for (const each of silent) each.destroy();
  });
});

describe('a message whose answer gets lost', () => {
  it('is not sent again, because the agent says that it has it', async () => {
    const agent = opened(await sdkAgent(talkative));
    const proxy = opened(await tcpProxy(agent.url));
    let isLost = false;
    const way = byWayOf(proxy.url);
    const losing: typeof fetch = async (input, init) => {
      if (isLost && String(init?.body).includes('SendStreamingMessage')) {
        isLost = false;
        proxy.loseAnswer();
      }
      return await way(input, init);
    };
    const { journal, say } = await talking(agent.url, { fetch: losing });
    await say('One');
    await eventually(async () => (await transcript(journal)).slice(-2)).toEqual([
      '<You said: One',
      '=input-required',
    ]);
    isLost = true;
    await say('Two');
    await eventually(async () => (await transcript(journal)).slice(-2)).toEqual([
      '<You said: Two',
      '=input-required',
    ]);
    expect(agent.heard).toHaveLength(2);
    expect(isLost).toBe(false);
  });
});

describe('an agent that does not do as it should', () => {
  const reasons = async (journal: Journal<Envelope>) =>
    (await journal.facts())
      .filter(({ type }) => type === 'send_failed')
      .map((fact) => ('error' in fact ? fact.error : ''));

  it('hangs: the message counts as not sent, under the same id each time', async () => {
    const ids: unknown[] = [];
    const agent = opened(
      await oddAgent(({ params }) => {
        ids.push((params as { message: { messageId: string } }).message.messageId);
      }),
    );
    const { journal, say } = await talking(agent.url, { timeoutMs: 30 });
    await say('Hello');
    await eventually(() => reasons(journal)).toEqual([expect.stringMatching(/nothing for 30 ms/)]);
    expect(new Set(ids).size).toBe(1);
    expect(ids).toHaveLength(3);
  });

  it.each<[string, string | object, RegExp]>([
    ['fails', { error: { code: -32603, message: 'Out of order' } }, /Out of order/],
    ['answers something that is no JSON', 'Hello', /./],
    [
      'answers neither a task nor a message',
      { result: { dance: true } },
      /neither a task nor a message|payload/,
    ],
    [
      'answers a task without an id',
      { result: { task: { status: { state: 'TASK_STATE_WORKING' } } } },
      /no id/,
    ],
    ['answers null', { result: null }, /./],
  ])('%s: the message counts as not sent', async (_, answer, reason) => {
    for (const streaming of [true, false]) {
      const agent = opened(
        await oddAgent(
          ({ id }, response) => {
            const body =
              typeof answer === 'string' ? answer : JSON.stringify({ jsonrpc: '2.0', id, ...answer });
            response.setHeader('content-type', streaming ? 'text/event-stream' : 'application/json');
            response.end(streaming ? `data: ${body}\n\n` : body);
          },
          { streaming },
        ),
      );
      const { journal, say } = await talking(agent.url);
      await say('Hello');
      await eventually(() => reasons(journal)).toEqual([expect.stringMatching(reason)]);
      expect((await typesIn(journal)).filter((type) => type === 'remote_received')).toEqual([]);
    }
  });

  it('forgets the task: the conversation goes on in a new one', async () => {
    let tasks = 0;
    const agent = opened(
      await oddAgent(
        ({ method, id, params }, response) => {
          const { message } = params as { message?: { taskId?: string } };
          response.setHeader('content-type', 'application/json');
          const status = { state: 'TASK_STATE_WORKING' };
          const forgotten = { code: -32001, message: 'Task not found' };
          const answer =
            method === 'SendMessage' && !message?.taskId
              ? { result: { task: { id: `t${++tasks}`, contextId: 'c', status } } }
              : { error: forgotten };
          response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
        },
        { streaming: false },
      ),
    );
    const { journal, say } = await talking(agent.url);
    await say('Hello');
    await eventually(async () => (await transcript(journal)).at(-1)).toBe('=unknown');
    await say('Hello again');
    await eventually(
      async () => (await typesIn(journal)).filter((type) => type === 'remote_sent').length,
    ).toBe(2);
    expect(tasks).toBe(2);
  });

  it('ends the task behind our back: the conversation goes on in a new one', async () => {
    let tasks = 0;
    const agent = opened(
      await oddAgent(
        ({ method, id, params }, response) => {
          const { message } = params as { message?: { taskId?: string } };
          response.setHeader('content-type', 'application/json');
          const task = (state: string) => ({
            result:
              method === 'GetTask'
                ? { id: 't1', contextId: 'c', status: { state } }
                : { task: { id: `t${tasks}`, contextId: 'c', status: { state } } },
          });
          if (method === 'SendMessage' && !message?.taskId) tasks += 1;
          const answer =
            method === 'GetTask'
              ? task('TASK_STATE_COMPLETED')
              : message?.taskId
                ? { error: { code: -32004, message: 'It has ended.' } }
                : task('TASK_STATE_INPUT_REQUIRED');
          response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
        },
        { streaming: false },
      ),
    );
    const { journal, say, connection } = await talking(agent.url);
    await say('Hello');
    await eventually(async () => (await transcript(journal)).slice(-2)).toEqual([
      '=submitted',
      '=input-required',
    ]);
    await connection.settled();
    await say('Hello again');
    await eventually(() => transcript(journal)).toEqual([
      '=input-required',
      '>Hello',
      '=submitted',
      '=input-required',
      '=completed',
      '>Hello again',
      '=submitted',
      '=input-required',
    ]);
    expect(tasks).toBe(2);
    await connection.settled();
  });

  it.each([
    ['is not there', 'http://127.0.0.1:9', 'agent-unreachable'],
    ['has an address that is none', 'ftp://example.com', 'agent-address-refused'],
  ])('%s: that is said at once', async (_, cardUrl, code) => {
    await expect(talking(cardUrl)).rejects.toMatchObject({ code });
  });

  it('has a private address, and nobody allowed that', async () => {
    const agent = opened(await sdkAgent(talkative));
    await expect(talking(agent.url, { allowPrivate: false })).rejects.toMatchObject({
      code: 'agent-address-refused',
    });
    const named = agent.url.replace('127.0.0.1', 'localhost');
    await expect(talking(named, { allowPrivate: [agent.url] })).rejects.toMatchObject({
      code: 'agent-address-refused',
    });
    await talking(agent.url, { allowPrivate: [agent.url] });
  });

  it.each([
    ['no JSON', '<html>'],
    ['no card', '{"hello":1}'],
    ['a card without interfaces', '{"name":"x","supportedInterfaces":[]}'],
    [
      'a card with an interface nobody speaks',
      '{"name":"x","supportedInterfaces":[{"url":"http://127.0.0.1:1/","protocolBinding":"SMOKE"}]}',
    ],
  ])('has %s where its card should be', async (_, body) => {
    const server = opened(await listening((_request, response) => void response.end(body)));
    await expect(talking(server.url)).rejects.toMatchObject({ code: 'agent-card-invalid' });
  });
});

describe('the headers of a connection', () => {
  it('go to where the card is, and not to where it leads', async () => {
    const seen: [string, string | undefined][] = [];
    const elsewhere = opened(
      await listening((request, response) => {
        seen.push(['elsewhere', request.headers.authorization]);
        response.statusCode = 500;
        response.end();
      }),
    );
    const cards = opened(
      await listening((request, response) => {
        seen.push(['card', request.headers.authorization]);
        response.end(JSON.stringify(cardAt(elsewhere.url)));
      }),
    );
    const { journal, say } = await talking(cards.url, { headers: { authorization: 'Bearer secret' } });
    await say('Hello');
    await eventually(async () => (await typesIn(journal)).includes('send_failed')).toBe(true);
    expect(seen[0]).toEqual(['card', 'Bearer secret']);
    expect(seen.slice(1)).toEqual(Array(3).fill(['elsewhere', undefined]));
  });
});

describe('two Wayfold servers', () => {
  it('talk to each other, with files, and through a restart of the one that answers', async () => {
    const far = memoryStore();
    const { journal: theirs } = await publishedParrot(far);
    const first = await serveA2a(far);
    const { journal, say } = await talking(first.card());
    const { sha256, size } = await journal.attachments.put(new Uint8Array(3 * 1024 * 1024).fill(1));
    await journal.append([
      {
        type: 'attachment_added',
        name: 'big.bin',
        mimeType: 'application/x-big',
        sha256,
        size,
        origin: 'user',
      },
    ]);
    await sayIn(journal, 'Keep this', [{ name: 'big.bin', sha256 }]);
    await eventually(async () => (await transcript(journal)).slice(-2)).toEqual([
      '<You said: Keep this',
      '=input-required',
    ]);
    const back = (await journal.facts()).findLast(({ type }) => type === 'attachment_added');
    expect(back).toMatchObject({ name: 'big.bin', sha256, size, origin: 'remote' });
    await first.close();
    opened(await serveA2a(far, { port: first.port }));
    await say('bye');
    await eventually(async () => (await transcript(journal)).at(-1)).toBe('=completed');
    await eventually(async () => (await transcript(theirs)).at(-1)).toBe('=completed');
    expect((await transcript(theirs)).filter((line) => !line.startsWith('='))).toEqual([
      '<Keep this',
      '>You said: Keep this',
      '<bye',
      '>You said: bye',
    ]);
  });

  it('ask for the token', async () => {
    const far = memoryStore();
    await publishedParrot(far);
    const token = 'a-token-of-some-length';
    const server = opened(await serveA2a(far, { token }));
    const without = await talking(server.card());
    await without.say('Hello');
    await eventually(async () => (await typesIn(without.journal)).includes('send_failed')).toBe(true);
    const { journal, say } = await talking(server.card(), { headers: { authorization: `Bearer ${token}` } });
    await say('Hello');
    await eventually(async () => (await transcript(journal)).slice(-2)).toEqual([
      '<You said: Hello',
      '=input-required',
    ]);
  });
});
