import { TaskState } from '@a2a-js/sdk';
import { describe, expect, it } from 'vitest';
import { type Behaviour, cardAt, listening, sdkAgent, talkative } from '../../../../test/a2a-agents.ts';
import { publishedParrot, serveA2a, textPart, transcript } from '../../../../test/a2a-fixture.ts';
import { opened, sayIn, talking, typesIn } from '../../../../test/a2a-talk.ts';
import { eventually } from '../../../../test/eventually.ts';
import { memoryStore } from '../../../journal/index.ts';

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
    expect(seen.length).toBeGreaterThan(3);
    for (const each of seen.slice(1)) expect(each).toEqual(['elsewhere', undefined]);
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
