import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Task, TaskState } from '@a2a-js/sdk';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  all,
  filePart,
  letAnswer,
  message,
  parrotSession,
  publishedParrot,
  sdkClient,
  serveA2a,
  textOf,
  textPart,
  transcript,
} from '../../../test/a2a-fixture.ts';
import { opened } from '../../../test/a2a-talk.ts';
import { eventually } from '../../../test/eventually.ts';
import { ledgerOf } from '../../harness/conversation/ledger.ts';
import { approve, dismiss } from '../../harness/drafts/decisions.ts';
import { conversationFact } from '../../harness/facts.ts';
import { unpublishSession } from '../../host/a2a/published/publish.ts';
import { memoryStore, openJournal, sqliteStore } from '../../journal/index.ts';

const serving = async (...args: Parameters<typeof serveA2a>) => opened(await serveA2a(...args));

/** A message whose sender does not wait for the answer. */
function immediately(text: string): ReturnType<typeof message> {
  const configuration = {
    returnImmediately: true,
    acceptedOutputModes: [],
    taskPushNotificationConfig: undefined,
  };
  return { ...message(text), configuration };
}

function taskOf(result: object): Task {
  if (!('status' in result)) throw new Error('no task');
  return result as Task;
}

describe.each(['JSONRPC', 'HTTP+JSON'] as const)("the SDK's own client, over %s", (transport) => {
  it('sends, is answered, and goes on in the same task to its end', async () => {
    const store = memoryStore();
    const { journal } = await publishedParrot(store);
    const server = await serving(store);
    const client = await sdkClient(server.card(), transport);
    const first = taskOf(await client.sendMessage(message('Hello')));
    expect(first.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
    expect(textOf(first.status?.message)).toBe('You said: Hello');
    expect(first.history.map(textOf)).toEqual(['Hello']);
    const { id: taskId, contextId } = first;
    const last = taskOf(await client.sendMessage(message('Good bye', { taskId, contextId })));
    expect(last).toMatchObject({ id: taskId, contextId, status: { state: TaskState.TASK_STATE_COMPLETED } });
    expect(last.history.map(textOf)).toEqual(['Hello', 'You said: Hello', 'Good bye']);
    await eventually(() => transcript(journal)).toEqual([
      '<Hello',
      '=input-required',
      '>You said: Hello',
      '=working',
      '<Good bye',
      '=input-required',
      '>You said: Good bye',
      '=completed',
    ]);
  });

  it('streams a task and every answer as it is sent', async () => {
    const store = memoryStore();
    await publishedParrot(store, 'team:s.1');
    const server = await serving(store);
    const client = await sdkClient(server.card(encodeURIComponent('team:s.1')), transport);
    const events = await all(client.sendMessageStream(message('Hello')));
    expect(events.map(({ payload }) => payload?.$case)).toEqual(['task', 'statusUpdate']);
    const last = events.at(-1)?.payload;
    if (last?.$case !== 'statusUpdate') throw new Error('no update');
    expect(last.value.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
    expect(textOf(last.value.status?.message)).toBe('You said: Hello');
  });

  it('streams the last word together with the end', async () => {
    const store = memoryStore();
    await publishedParrot(store);
    const server = await serving(store);
    const client = await sdkClient(server.card(), transport);
    const events = await all(client.sendMessageStream(message('Good bye')));
    expect(events.map(({ payload }) => payload?.$case)).toEqual(['task', 'statusUpdate']);
    const last = events.at(-1)?.payload;
    if (last?.$case !== 'statusUpdate') throw new Error('no update');
    expect(last.value.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(textOf(last.value.status?.message)).toBe('You said: Good bye');
  });

  it('lists tasks, looks at one with as much of its history as it wants, and cancels', async () => {
    const store = memoryStore();
    const { journal } = await publishedParrot(store, 's', 'approve');
    const server = await serving(store);
    const client = await sdkClient(server.card(), transport);
    const { id, contextId } = taskOf(await client.sendMessage(immediately('Hello')));
    const list = await client.listTasks({
      tenant: '',
      contextId,
      status: TaskState.TASK_STATE_WORKING,
      pageToken: '',
      statusTimestampAfter: undefined,
    });
    expect(list).toMatchObject({ totalSize: 1, nextPageToken: '', tasks: [{ id }] });
    expect((await client.getTask({ id, tenant: '', historyLength: 0 })).history).toEqual([]);
    await eventually(async () => (await journal.facts()).some(({ type }) => type === 'compose_intent')).toBe(
      true,
    );
    const canceled = await client.cancelTask({ id, tenant: '', metadata: undefined });
    expect(canceled.status?.state).toBe(TaskState.TASK_STATE_CANCELED);
    const facts = (await journal.facts()).flatMap((fact) => conversationFact(fact) ?? []);
    expect(facts.at(-1)).toMatchObject({ type: 'status_changed', a2a: 'canceled' });
    expect(facts.at(-2)).toMatchObject({ type: 'compose_dismissed' });
    await expect(client.cancelTask({ id, tenant: '', metadata: undefined })).rejects.toMatchObject({
      reason: 'TASK_NOT_CANCELABLE',
    });
    await expect(client.getTask({ id: 'other', tenant: '' })).rejects.toMatchObject({
      reason: 'TASK_NOT_FOUND',
    });
    await expect(all(client.resubscribeTask({ id, tenant: '' }))).rejects.toMatchObject({
      reason: 'UNSUPPORTED_OPERATION',
    });
  });

  it('sends files and gets them back, small ones in the message and large ones by address', async () => {
    const store = memoryStore();
    const { journal } = await publishedParrot(store);
    const server = await serving(store);
    const client = await sdkClient(server.card(), transport);
    const small = new TextEncoder().encode('notes');
    const large = new Uint8Array(2 * 1024 * 1024).fill(7);
    const parts = [
      textPart('Keep these'),
      filePart('../../notes.txt', small),
      filePart('large.bin', large, 'application/x-large'),
    ];
    const { status } = taskOf(await client.sendMessage(message('', { parts })));
    const [, notes, link] = status?.message?.parts ?? [];
    expect(notes).toMatchObject({
      filename: 'notes.txt',
      mediaType: 'text/plain',
      content: { $case: 'raw' },
    });
    expect(notes?.content?.$case === 'raw' && new Uint8Array(notes.content.value)).toEqual(small);
    if (link?.content?.$case !== 'url') throw new Error('no link');
    const fetched = await fetch(link.content.value);
    expect(new Uint8Array(await fetched.arrayBuffer())).toEqual(large);
    expect(fetched.headers.get('content-disposition')).toContain('large.bin');
    const added = (await journal.facts()).filter(({ type }) => type === 'attachment_added');
    expect(added).toMatchObject([
      { name: 'notes.txt', origin: 'remote', size: 5 },
      { name: 'large.bin', origin: 'remote', size: large.length, mimeType: 'application/x-large' },
    ]);
  });

  it('is told what is wrong with a request', async () => {
    const store = memoryStore();
    await publishedParrot(store);
    const server = await serving(store);
    const client = await sdkClient(server.card(), transport);
    await expect(client.sendMessage(message('', { parts: [] }))).rejects.toThrow(/message\.parts/);
    await expect(client.sendMessage(message('x', { messageId: '' }))).rejects.toThrow(/messageId/);
    await expect(client.sendMessage(message('x', { taskId: 'other' }))).rejects.toMatchObject({
      reason: 'TASK_NOT_FOUND',
    });
    expect(server.failures).toEqual([]);
  });
});

describe('a message that is delivered again', () => {
  it('adds nothing, and is answered as it was', async () => {
    const store = memoryStore();
    const { journal } = await publishedParrot(store);
    const server = await serving(store);
    const client = await sdkClient(server.card());
    const request = message('Hello', { parts: [textPart('Hello'), filePart('a.txt', new Uint8Array([1]))] });
    const first = taskOf(await client.sendMessage(request));
    const { length } = (await journal.facts()).filter(({ type }) => type !== 'claimed');
    const again = await Promise.all(Array.from({ length: 5 }, () => client.sendMessage(request)));
    for (const task of again) expect(taskOf(task)).toMatchObject({ id: first.id, status: first.status });
    await eventually(
      async () => (await journal.facts()).filter(({ type }) => type === 'remote_received').length,
    ).toBe(1);
    const facts = await journal.facts();
    expect(facts.filter(({ type }) => type === 'attachment_added')).toHaveLength(1);
    expect(facts.filter(({ type }) => type === 'remote_sent')).toHaveLength(1);
    expect(facts.length).toBeLessThan(length + 6);
  });

  it('is taken once, however many deliver it at the same time', async () => {
    const store = memoryStore();
    const { journal } = await publishedParrot(store);
    const [one, two] = [await serving(store), await serving(store)];
    const clients = [await sdkClient(one.card()), await sdkClient(two.card(), 'HTTP+JSON')];
    const request = message('Hello');
    const tasks = await Promise.all(
      Array.from({ length: 20 }, (_, i) => clients[i % 2]?.sendMessage(request)),
    );
    expect(new Set(tasks.map((task) => taskOf(task ?? {}).id)).size).toBe(1);
    const facts = await journal.facts();
    expect(facts.filter(({ type }) => type === 'remote_received')).toHaveLength(1);
    expect(facts.filter(({ type }) => type === 'a2a_task_opened')).toHaveLength(1);
  });
});

describe('a conversation', () => {
  it('takes what names its task or its context until it ends', async () => {
    const store = memoryStore();
    await publishedParrot(store);
    const server = await serving(store);
    const client = await sdkClient(server.card());
    const { id, contextId } = taskOf(await client.sendMessage(message('Hello')));
    await expect(client.sendMessage(message('x', { taskId: id, contextId: 'other' }))).rejects.toMatchObject({
      reason: 'INVALID_PARAMS',
    });
    expect(taskOf(await client.sendMessage(message('By context', { contextId }))).id).toBe(id);
    await client.sendMessage(message('bye', { taskId: id }));
    await expect(client.sendMessage(message('More', { taskId: id }))).rejects.toMatchObject({
      reason: 'UNSUPPORTED_OPERATION',
    });
    const next = taskOf(await client.sendMessage(message('Hello again', { contextId })));
    expect(next.id).not.toBe(id);
    expect(next.contextId).toBe(contextId);
    expect(next.history.map(textOf)).toEqual(['Hello again']);
  });

  it('waits for an approval, and whoever waits for the answer is told how things stand', async () => {
    const store = memoryStore();
    const { journal } = await publishedParrot(store, 's', 'approve');
    const server = await serving(store, { waitMs: 20 });
    const client = await sdkClient(server.card());
    const task = taskOf(await client.sendMessage(message('Hello')));
    expect(task.status?.state).toBe(TaskState.TASK_STATE_WORKING);
    const events = client.resubscribeTask({ id: task.id, tenant: '' });
    expect((await events.next()).value?.payload?.$case).toBe('task');
    const drafts = async () =>
      (await journal.facts())
        .flatMap((fact) => conversationFact(fact) ?? [])
        .filter((fact) => fact.type === 'compose_intent');
    await eventually(async () => (await drafts()).length).toBe(1);
    const [draft] = await drafts();
    if (draft === undefined) throw new Error('no draft');
    await approve(journal, { ...draft, by: 'ann' });
    const { value } = await events.next();
    if (value?.payload?.$case !== 'statusUpdate') throw new Error('no update');
    expect(textOf(value.payload.value.status?.message)).toBe('You said: Hello');
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  it('is refused when a person dismisses what would have been answered', async () => {
    const store = memoryStore();
    const { journal } = await publishedParrot(store, 's', 'approve');
    const server = await serving(store, { waitMs: 20 });
    const client = await sdkClient(server.card());
    const { id } = taskOf(await client.sendMessage(message('Hello')));
    await eventually(async () => (await ledgerOf(journal)).drafts.open.length).toBe(1);
    const [draft] = (await ledgerOf(journal)).drafts.open;
    await dismiss(journal, { composeId: draft?.composeId ?? '', by: 'ann' });
    await eventually(async () => (await client.getTask({ id, tenant: '' })).status?.state).toBe(
      TaskState.TASK_STATE_REJECTED,
    );
  });

  it('survives a restart of the server and of its store in the middle of a task', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'wayfold-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const file = join(directory, 'wayfold.db');
    const before = sqliteStore(file);
    await publishedParrot(before);
    const first = await serveA2a(before);
    const client = await sdkClient(first.card());
    const events = client.sendMessageStream(message('wait restart'));
    const { value } = await events.next();
    if (value?.payload?.$case !== 'task') throw new Error('no task');
    const { id } = value.payload.value;
    await first.close();
    await before.close();

    const after = opened(sqliteStore(file));
    await serving(after, { port: first.port });
    const again = client.resubscribeTask({ id, tenant: '' });
    expect((await again.next()).value?.payload).toMatchObject({
      $case: 'task',
      value: { id, status: { state: TaskState.TASK_STATE_WORKING } },
    });
    letAnswer('restart');
    const { value: update } = await again.next();
    if (update?.payload?.$case !== 'statusUpdate') throw new Error('no update');
    expect(textOf(update.payload.value.status?.message)).toBe('You said: wait restart');
    const sent = (await transcript(openJournal(after, 's'))).filter((line) => line.startsWith('>'));
    expect(sent).toEqual(['>You said: wait restart']);
  });

  it('does not hold up a server that stops', async () => {
    const store = memoryStore();
    await publishedParrot(store, 's', 'approve');
    const server = await serveA2a(store);
    const client = await sdkClient(server.card());
    const { id } = taskOf(await client.sendMessage(immediately('Hello')));
    const waiting = client.sendMessage(message('And?', { taskId: id })).catch((error: unknown) => error);
    const streaming = all(client.resubscribeTask({ id, tenant: '' })).catch((error: unknown) => error);
    await eventually(() => server.streams.count).toBe(1);
    await server.close();
    await Promise.all([waiting, streaming]);
  });
});

describe('a session that is not published', () => {
  it('looks as if it were not there', async () => {
    const store = memoryStore();
    const { journal } = await parrotSession(store);
    const server = await serving(store);
    for (const id of ['s', 'nobody', '..%2f', '%00']) {
      const card = await fetch(server.card(id));
      expect(card.status).toBe(404);
      expect(await card.json()).toMatchObject({ code: 'not-found' });
      const call = await fetch(`${server.url}/a2a/${id}`, { method: 'POST', body: '{}' });
      expect(call.status).toBe(404);
    }
    expect(await journal.head()).toBe(2);
  });

  it('is gone from the moment it is withdrawn, and a copy of a published one is not published', async () => {
    const store = memoryStore();
    const { journal } = await publishedParrot(store);
    const server = await serving(store);
    expect((await fetch(server.card())).status).toBe(200);
    await journal.fork(await journal.head(), 'copy');
    expect((await fetch(server.card('copy'))).status).toBe(404);
    expect(await unpublishSession(journal)).toBe(true);
    expect(await unpublishSession(journal)).toBe(false);
    expect((await fetch(server.card())).status).toBe(404);
  });

  it('no longer shows what was erased, and goes on', async () => {
    const store = memoryStore();
    const { journal } = await publishedParrot(store);
    const server = await serving(store);
    const client = await sdkClient(server.card());
    const { id } = taskOf(await client.sendMessage(message('I live at 5 Elm Road')));
    for (const { type, seq } of await journal.facts()) {
      if (/^(?:remote_|compose_intent$)/.test(type)) await journal.redact(seq);
    }
    const shown = await client.getTask({ id, tenant: '' });
    expect(JSON.stringify(shown)).not.toContain('Elm Road');
    expect(shown.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
    const next = taskOf(await client.sendMessage(message('Hello again', { taskId: id })));
    expect(textOf(next.status?.message)).toBe('You said: Hello again');
    expect(next.history.map(textOf)).toEqual(['Hello again']);
  });

  it('is gone when its journal is deleted, and another one of that id is another', async () => {
    const store = memoryStore();
    await publishedParrot(store);
    const server = await serving(store);
    const client = await sdkClient(server.card());
    const { id } = taskOf(await client.sendMessage(message('Hello')));
    await store.delete('s');
    expect((await fetch(server.card())).status).toBe(404);
    await publishedParrot(store);
    expect((await fetch(server.card())).status).toBe(200);
    await expect(client.getTask({ id, tenant: '' })).rejects.toMatchObject({ reason: 'TASK_NOT_FOUND' });
  });
});
