import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Task, TaskState } from '@a2a-js/sdk';
import type { Client } from '@a2a-js/sdk/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  all,
  filePart,
  letAnswer,
  message,
  publishedParrot,
  registry,
  sdkClient,
  serveA2a,
  textOf,
  textPart,
  transcript,
} from '../../../test/a2a-fixture.ts';
import { taskOf } from '../../../test/a2a-planners.ts';
import { opened } from '../../../test/a2a-talk.ts';
import { eventually } from '../../../test/eventually.ts';
import { reconfigurePlanner } from '../../harness/setup/reconfigure.ts';
import { unpublishSession } from '../../host/a2a/published/publish.ts';
import { publishedTasksOf } from '../../host/a2a/published/published-tasks.ts';
import { type FactStore, memoryStore, openJournal, sqliteStore } from '../../journal/index.ts';

const serving = async (...args: Parameters<typeof serveA2a>) => opened(await serveA2a(...args));

async function say(client: Client, text: string, contextId = ''): Promise<Task> {
  return taskOf(await client.sendMessage(message(text, { contextId })));
}

async function listed(client: Client, contextId: string): Promise<readonly Task[]> {
  const request = { tenant: '', contextId, status: 0, pageToken: '', statusTimestampAfter: undefined };
  return (await client.listTasks(request)).tasks;
}

async function forksOf(store: FactStore, id = 's') {
  return [...(await publishedTasksOf(openJournal(store, id))).contexts.forks];
}

describe('callers of one published session', () => {
  it('talk at the same time, each in a session of its own, and none reads the words of another', async () => {
    const store = memoryStore();
    const { journal } = await publishedParrot(store);
    const server = await serving(store);
    const client = await sdkClient(server.card());
    const waiting = say(client, 'wait alpha', 'a');
    await eventually(async () => (await journal.facts()).some(({ type }) => type === 'remote_received')).toBe(
      true,
    );
    const bravo = await say(client, 'Bravo', 'b');
    const charlie = await say(client, 'Charlie');
    expect(textOf(bravo.status?.message)).toBe('You said: Bravo');
    expect(textOf(charlie.status?.message)).toBe('You said: Charlie');
    letAnswer('alpha');
    const alpha = await waiting;
    expect(new Set([alpha.contextId, bravo.contextId, charlie.contextId])).toHaveLength(3);
    const more = await say(client, 'Bravo again', 'b');
    expect(more).toMatchObject({ id: bravo.id, contextId: 'b' });
    expect(more.history.map(textOf)).toEqual(['Bravo', 'You said: Bravo', 'Bravo again']);

    const forks = await forksOf(store);
    expect(forks.map(({ contextId }) => contextId)).toEqual(['b', charlie.contextId]);
    const received = async (id: string) =>
      (await transcript(openJournal(store, id))).filter((line) => line.startsWith('<'));
    expect(await received('s')).toEqual(['<wait alpha']);
    expect(await Promise.all(forks.map(({ session }) => received(session)))).toEqual([
      ['<Bravo', '<Bravo again'],
      ['<Charlie'],
    ]);
    expect(server.failures).toEqual([]);
  });

  it('see, list and cancel only tasks whose ids or contexts they can name', async () => {
    const store = memoryStore();
    await publishedParrot(store, 's', 'approve');
    const server = await serving(store, { waitMs: 10 });
    const client = await sdkClient(server.card(), 'HTTP+JSON');
    const [one, two] = [await say(client, 'One', 'a'), await say(client, 'Two', 'b')];
    expect((await listed(client, 'a')).map(({ id }) => id)).toEqual([one.id]);
    expect((await listed(client, 'b')).map(({ id }) => id)).toEqual([two.id]);
    expect(await listed(client, 'c')).toEqual([]);
    await expect(listed(client, '')).rejects.toMatchObject({ reason: 'INVALID_PARAMS' });
    expect((await client.getTask({ id: two.id, tenant: '' })).history.map(textOf)).toEqual(['Two']);
    const canceled = await client.cancelTask({ id: two.id, tenant: '', metadata: undefined });
    expect(canceled.status?.state).toBe(TaskState.TASK_STATE_CANCELED);
    expect((await client.getTask({ id: one.id, tenant: '' })).status?.state).toBe(
      TaskState.TASK_STATE_WORKING,
    );
    await expect(client.getTask({ id: 'task-0123abcd-x', tenant: '' })).rejects.toMatchObject({
      reason: 'TASK_NOT_FOUND',
    });
    const wrongContext = message('x', { taskId: one.id, contextId: 'b' });
    await expect(client.sendMessage(wrongContext)).rejects.toMatchObject({ reason: 'INVALID_PARAMS' });
  });

  it('get one conversation for a message however often and where it is delivered', async () => {
    const store = memoryStore();
    await publishedParrot(store);
    const [first, second] = [await serving(store), await serving(store)];
    const clients = [await sdkClient(first.card()), await sdkClient(second.card())];
    await say(clients[0] as Client, 'First of all');
    const request = message('Hello');
    const tasks = await Promise.all(
      Array.from({ length: 10 }, (_, i) => clients[i % 2]?.sendMessage(request)),
    );
    expect(new Set(tasks.map((task) => taskOf(task ?? {}).id)).size).toBe(1);
    const forks = await forksOf(store);
    expect(forks).toHaveLength(1);
    const messages = await transcript(openJournal(store, forks[0]?.session ?? ''));
    expect(messages.filter((line) => line.startsWith('<'))).toEqual(['<Hello']);
    // Another message under the same id is somebody else's.
    const { messageId = '' } = request.message ?? {};
    const other = taskOf((await clients[0]?.sendMessage(message('Mine', { messageId }))) ?? {});
    expect(other.history.map(textOf)).toEqual(['Mine']);
    expect(await forksOf(store)).toHaveLength(2);
  });

  it('begin with the setup that is in force, and with nothing that was said', async () => {
    const store = memoryStore();
    const { journal } = await publishedParrot(store);
    const server = await serving(store);
    const client = await sdkClient(server.card());
    await say(client, 'Hello', 'a');
    await journal.append([{ type: 'user_guidance', gid: 'g', text: 'Only for the first' }]);
    const { planner } = registry.get('parrot');
    await reconfigurePlanner(journal, { planner, config: { tone: 'new' }, ready: true, mode: 'auto' });
    await say(client, 'Hi', 'b');
    const [fork] = await forksOf(store);
    const facts = await openJournal(store, fork?.session ?? '').facts();
    expect(JSON.stringify(facts)).not.toContain('Only for the first');
    expect(JSON.stringify(facts)).not.toContain('Hello');
    const newest = (await journal.facts()).findLast(({ type }) => type === 'planner_configured');
    expect(facts.findLast(({ type }) => type === 'planner_configured')).toMatchObject({
      configSha256: (newest as { configSha256?: string } | undefined)?.configSha256,
    });
  });

  it('fetch large files of their own conversation by its address', async () => {
    const store = memoryStore();
    await publishedParrot(store);
    const server = await serving(store);
    const client = await sdkClient(server.card());
    await say(client, 'Hello', 'a');
    const large = new Uint8Array(2 * 1024 * 1024).fill(7);
    const parts = [textPart('Keep this'), filePart('large.bin', large)];
    const { status } = taskOf(await client.sendMessage(message('', { parts, contextId: 'b' })));
    const link = status?.message?.parts.at(-1)?.content;
    if (link?.$case !== 'url') throw new Error('no link');
    expect(new Uint8Array(await (await fetch(link.value)).arrayBuffer())).toEqual(large);
    const elsewhere = link.value.replace(/files\/[^/]+\//, 'files/');
    expect((await fetch(elsewhere)).status).toBe(404);
  });

  it('are all let go when the session is unpublished, and reach their tasks when it is published again', async () => {
    const store = memoryStore();
    const { journal } = await publishedParrot(store, 's', 'approve');
    const server = await serving(store, { waitMs: 10 });
    const client = await sdkClient(server.card());
    await say(client, 'One', 'a');
    const two = await say(client, 'Two', 'b');
    const stream = all(client.resubscribeTask({ id: two.id, tenant: '' }));
    await eventually(() => server.streams.count).toBe(1);
    await unpublishSession(journal);
    expect((await stream).map(({ payload }) => payload?.$case)).toEqual(['task']);
    await expect(client.getTask({ id: two.id, tenant: '' })).rejects.toThrow();
    const [fork] = await forksOf(store);
    await openJournal(store, fork?.session ?? '').append([{ type: 'noted' }]);
    await eventually(() => server.host.isBusy(fork?.session ?? '')).toBe(false);
    expect(server.host.isAtWork(fork?.session ?? '')).toBe(false);
    await journal.append([{ type: 'session_published' }]);
    expect((await client.getTask({ id: two.id, tenant: '' })).history.map(textOf)).toEqual(['Two']);
  });

  it('are told that a conversation was closed when its session is archived', async () => {
    const store = memoryStore();
    await publishedParrot(store);
    const server = await serving(store);
    const client = await sdkClient(server.card());
    await say(client, 'One', 'a');
    const { id } = await say(client, 'Two', 'b');
    const [fork] = await forksOf(store);
    await openJournal(store, fork?.session ?? '').append([{ type: 'session_archived' }]);
    await expect(say(client, 'Still there?', 'b')).rejects.toMatchObject({ reason: 'UNSUPPORTED_OPERATION' });
    await expect(client.getTask({ id, tenant: '' })).rejects.toMatchObject({ reason: 'TASK_NOT_FOUND' });
    expect(await listed(client, 'b')).toEqual([]);
    expect(textOf((await say(client, 'Three', 'c')).status?.message)).toBe('You said: Three');
  });

  it('do not see what was erased in their own session or in what all began with', async () => {
    const store = memoryStore();
    const { journal } = await publishedParrot(store);
    const server = await serving(store);
    const client = await sdkClient(server.card());
    await say(client, 'One', 'a');
    const { id } = await say(client, 'My secret', 'b');
    const [fork] = await forksOf(store);
    const own = openJournal(store, fork?.session ?? '');
    for (const { type, seq } of await own.facts())
      if (type.startsWith('remote_') || type === 'compose_intent') await own.redact(seq);
    const shown = await client.getTask({ id, tenant: '' });
    expect(JSON.stringify(shown)).not.toContain('secret');
    expect(shown.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
    // A context that was erased is still that caller's.
    const record = (await journal.facts()).find(({ type }) => type === 'a2a_context_forked');
    await journal.redact(record?.seq ?? 0);
    expect((await say(client, 'Me again', 'b')).id).toBe(id);
    expect(await forksOf(store)).toHaveLength(1);
  });

  it('are answered once after a restart in the middle', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'wayfold-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const file = join(directory, 'wayfold.db');
    const before = sqliteStore(file);
    await publishedParrot(before);
    const first = await serveA2a(before);
    const client = await sdkClient(first.card());
    await say(client, 'Hello', 'a');
    const events = client.sendMessageStream(message('wait second', { contextId: 'b' }));
    const { value } = await events.next();
    if (value?.payload?.$case !== 'task') throw new Error('no task');
    const { id } = value.payload.value;
    await first.close();
    await before.close();

    const after = opened(sqliteStore(file));
    const second = await serving(after, { port: first.port });
    // Nobody asks: the server goes on with it by itself.
    await second.host.start();
    letAnswer('second');
    const [fork] = await forksOf(after);
    const messages = async () =>
      (await transcript(openJournal(after, fork?.session ?? ''))).filter((line) => line.startsWith('>'));
    await eventually(messages).toEqual(['>You said: wait second']);
    const task = await client.getTask({ id, tenant: '' });
    expect(textOf(task.status?.message)).toBe('You said: wait second');
    expect(await messages()).toEqual(['>You said: wait second']);
  });
});

describe('the session of a context', () => {
  it('is not reached by an address of its own', async () => {
    const store = memoryStore();
    await publishedParrot(store);
    const server = await serving(store);
    const client = await sdkClient(server.card());
    await say(client, 'One', 'a');
    await say(client, 'Two', 'b');
    const [fork] = await forksOf(store);
    expect((await fetch(server.card(fork?.session))).status).toBe(404);
  });

  it('is finished where the server died while it was made', async () => {
    const store = memoryStore();
    const { journal } = await publishedParrot(store);
    const server = await serving(store);
    const client = await sdkClient(server.card());
    await say(client, 'One', 'a');
    await journal.append([
      { type: 'a2a_context_forked', contextId: 'b', session: 's-context-aa01' },
      { type: 'a2a_context_forked', contextId: 'c', session: 's-context-aa02' },
    ]);
    await journal.fork(2, 's-context-aa02');
    expect(textOf((await say(client, 'Two', 'b')).status?.message)).toBe('You said: Two');
    expect(textOf((await say(client, 'Three', 'c')).status?.message)).toBe('You said: Three');
  });

  it('is refused when very many were begun within the hour', async () => {
    const store = memoryStore();
    const { journal } = await publishedParrot(store);
    const server = await serving(store);
    const client = await sdkClient(server.card());
    await say(client, 'One', 'a');
    await journal.append(
      Array.from({ length: 1000 }, (_, i) => ({
        type: 'a2a_context_forked',
        contextId: `x${i}`,
        session: `s-context-${i.toString(16)}`,
      })),
    );
    await expect(say(client, 'Two', 'b')).rejects.toMatchObject({ reason: 'UNSUPPORTED_OPERATION' });
    expect(textOf((await say(client, 'Go on', 'a')).status?.message)).toBe('You said: Go on');
  });
});
