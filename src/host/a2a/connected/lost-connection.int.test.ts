import { TaskState } from '@a2a-js/sdk';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { oddAgent, sdkAgent, talkative } from '../../../../test/a2a-agents.ts';
import { message, publishedParrot, sdkClient, serveA2a, transcript } from '../../../../test/a2a-fixture.ts';
import { opened, talking } from '../../../../test/a2a-talk.ts';
import { eventually } from '../../../../test/eventually.ts';
import { tcpProxy } from '../../../../test/tcp-proxy.ts';
import { createSender } from '../../../harness/drafts/sender.ts';
import type { Envelope } from '../../../journal/fact.ts';
import { memoryStore } from '../../../journal/index.ts';
import type { Journal } from '../../../journal/journal.ts';
import { connectA2a } from './connect.ts';
import type { A2aConnection } from './connection.ts';

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

/** Sends what was said last as a process does that dies before it can write anything. */
async function sendAndDie(
  { journal, connection, reactors }: Awaited<ReturnType<typeof talking>>,
  cardUrl: string,
): Promise<void> {
  await reactors.close();
  const approval = (await journal.facts()).at(-1);
  if (approval === undefined) throw new Error('no approval');
  const died: Pick<Journal<Envelope>, 'append'> = { append: () => Promise.reject(new Error('died')) };
  const dying = Object.assign(Object.create(journal), {
    ...died,
    facts: journal.facts.bind(journal),
    subscribe: journal.subscribe.bind(journal),
    describe: journal.describe.bind(journal),
    redactions: journal.redactions.bind(journal),
  });
  const ghost: A2aConnection = await connectA2a(dying, { cardUrl, allowPrivate: true });
  const sending = createSender({ journal, deliver: ghost.deliver.bind(ghost), attempts: 1 });
  await sending.act(approval, {
    ...context,
    readAttachment: async () => new Uint8Array(),
    writeAttachment: async () => '',
    journal: journal as never,
  });
  await ghost.close();
  await connection.close();
}

describe('a message whose delivery nobody could record', () => {
  it('is not sent again when the agent says that it has it', async () => {
    const agent = opened(await sdkAgent(talkative));
    const store = memoryStore();
    const first = await talking(agent.url, { store });
    await first.say('One');
    await eventually(async () => (await transcript(first.journal)).at(-1)).toBe('=input-required');
    await first.reactors.close();
    await first.say('Two');
    await sendAndDie(first, agent.url);
    expect(agent.heard).toHaveLength(2);
    const second = await talking(agent.url, { store });
    await eventually(async () => (await transcript(second.journal)).slice(-2)).toEqual([
      '<You said: Two',
      '=input-required',
    ]);
    expect(agent.heard).toHaveLength(2);
  });

  it.each([
    ['the first of a conversation', []],
    ['the first after a task that ended', ['bye']],
  ])('is found by its context when it is %s', async (_, before) => {
    const agent = opened(await sdkAgent(talkative));
    const store = memoryStore();
    const first = await talking(agent.url, { store });
    for (const text of before) {
      await first.say(text);
      await eventually(async () => (await transcript(first.journal)).at(-1)).toBe('=completed');
    }
    await first.reactors.close();
    await first.say('Hello');
    await sendAndDie(first, agent.url);
    expect(agent.heard).toHaveLength(before.length + 1);
    const second = await talking(agent.url, { store });
    await eventually(async () => (await transcript(second.journal)).slice(-2)).toEqual([
      '<You said: Hello',
      '=input-required',
    ]);
    expect(agent.heard).toHaveLength(before.length + 1);
  });

  it('reaches a published session once, which knows it by its id', async () => {
    const far = memoryStore();
    const { journal: theirs } = await publishedParrot(far);
    const { card } = opened(await serveA2a(far));
    const request = message('Hello');
    const client = await sdkClient(card());
    const tasks = [await client.sendMessage(request), await client.sendMessage(request)];
    expect(new Set(tasks.map((task) => 'id' in task && task.id)).size).toBe(1);
    expect((await transcript(theirs)).filter((line) => line.startsWith('<'))).toEqual(['<Hello']);
  });
});

describe('a conversation with an agent that takes contexts of its own making only', () => {
  it('begins without one', async () => {
    const contexts: unknown[] = [];
    const agent = opened(
      await oddAgent(
        ({ params, id }, response) => {
          const { contextId } = messageIn(params);
          contexts.push(contextId ?? '');
          const task = { id: 't', contextId: 'theirs', status: { state: 'TASK_STATE_INPUT_REQUIRED' } };
          const refusal = { error: { code: -32602, message: 'contextId is unknown' } };
          response.setHeader('content-type', 'application/json');
          response.end(
            JSON.stringify({ jsonrpc: '2.0', id, ...(contextId ? refusal : { result: { task } }) }),
          );
        },
        { streaming: false },
      ),
    );
    const { journal, say } = await talking(agent.url);
    await say('Hello');
    await eventually(() => transcript(journal)).toContain('>Hello');
    expect(contexts).toEqual([expect.stringMatching(/^context-/), '']);
  });
});

const messageIn = (params: unknown) =>
  z.object({ message: z.object({ contextId: z.string().optional() }) }).parse(params).message;

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
