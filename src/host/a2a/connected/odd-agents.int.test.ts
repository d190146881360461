import { describe, expect, it } from 'vitest';
import { listening, oddAgent, sdkAgent, talkative } from '../../../../test/a2a-agents.ts';
import { transcript } from '../../../../test/a2a-fixture.ts';
import { opened, talking, typesIn } from '../../../../test/a2a-talk.ts';
import { eventually } from '../../../../test/eventually.ts';
import type { Envelope } from '../../../journal/fact.ts';
import type { Journal } from '../../../journal/journal.ts';

describe('an agent that does not do as it should', () => {
  const reasons = async (journal: Journal<Envelope>) =>
    (await journal.facts())
      .filter(({ type }) => type === 'send_failed')
      .map((fact) => ('error' in fact ? fact.error : ''));

  it('hangs: the message counts as not sent, under the same id each time', async () => {
    const ids: unknown[] = [];
    const agent = opened(
      await oddAgent(({ method, params }) => {
        if (method === 'ListTasks') return;
        ids.push((params as { message: { messageId: string } }).message.messageId);
      }),
    );
    const { journal, say } = await talking(agent.url, { timeoutMs: 500 });
    await say('Hello');
    await eventually(() => reasons(journal)).toEqual([expect.stringMatching(/nothing for 500 ms/)]);
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
