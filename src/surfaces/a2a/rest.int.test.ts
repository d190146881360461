import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
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
import { ledgerOf } from '../../harness/conversation/ledger.ts';
import { approve } from '../../harness/drafts/decisions.ts';
import { publishSession, unpublishSession } from '../../host/a2a/published/publish.ts';
import { type FactStore, memoryStore } from '../../journal/index.ts';
import { EventStreams } from '../http/feeds/event-streams.ts';

/** A server that tells how many sessions are at work, and how often one was taken up. */
async function serving(store: FactStore, idleMs: number, streams = new EventStreams()) {
  opened({ close: () => streams.close() });
  const server = opened(await serveA2a(store, { idleMs, streams }));
  const atWork = new Set<string>();
  const count = { atWork: 0, begun: 0 };
  server.host.follow((session) => {
    if (!server.host.isAtWork(session)) atWork.delete(session);
    else if (!atWork.has(session)) {
      atWork.add(session);
      count.begun += 1;
    }
    count.atWork = atWork.size;
  });
  return { server, streams, count };
}

const NOW = 20;
const NEVER = 60_000;

describe('a published session that has nothing to do', () => {
  it('is unloaded, and replies to the next message as before', async () => {
    const store = memoryStore();
    await publishedParrot(store);
    const { server, count } = await serving(store, NOW);
    const client = await sdkClient(server.card());
    const first = await client.sendMessage(message('Hello'));
    await eventually(() => count.atWork).toBe(0);
    const taskId = 'id' in first ? first.id : '';
    const second = await client.sendMessage(message('Still there?', { taskId }));
    expect('status' in second && textOf(second.status?.message)).toBe('You said: Still there?');
    expect(count.begun).toBeGreaterThan(1);
    expect(server.failures).toEqual([]);
  });

  it('wakes when a draft is approved, and sends it', async () => {
    const store = memoryStore();
    const { journal } = await publishedParrot(store, 's', 'approve');
    const { server, count } = await serving(store, NOW);
    const client = await sdkClient(server.card());
    const configuration = {
      returnImmediately: true,
      acceptedOutputModes: [],
      taskPushNotificationConfig: undefined,
    };
    const { id } = (await client.sendMessage({ ...message('Hello'), configuration })) as { id: string };
    await eventually(async () => (await ledgerOf(journal)).drafts.open.length).toBe(1);
    await eventually(() => count.atWork).toBe(0);
    const [draft] = (await ledgerOf(journal)).drafts.open;
    if (draft === undefined) throw new Error('no draft');
    await approve(journal, { composeId: draft.composeId, digest: draft.digest });
    await eventually(async () => textOf((await client.getTask({ id, tenant: '' })).status?.message)).toBe(
      'You said: Hello',
    );
  });

  it('notifies followers of a task although it was unloaded', async () => {
    const store = memoryStore();
    const { journal } = await publishedParrot(store, 's', 'approve');
    const { server, streams, count } = await serving(store, NOW);
    const client = await sdkClient(server.card());
    const stream = all(client.sendMessageStream(message('Hello')));
    await eventually(() => streams.count).toBe(1);
    await eventually(async () => (await ledgerOf(journal)).drafts.open.length).toBe(1);
    await eventually(() => count.atWork).toBe(0);
    // Long enough for the tasks of a session that nobody follows to be left.
    await setTimeout(3 * NOW);
    const [draft] = (await ledgerOf(journal)).drafts.open;
    if (draft === undefined) throw new Error('no draft');
    await approve(journal, { composeId: draft.composeId, digest: draft.digest });
    expect((await stream).map(({ payload }) => payload?.$case)).toEqual(['task', 'statusUpdate']);
  });
});

describe('a stream for which there is no room', () => {
  it('is refused, and does not keep the session at work', async () => {
    const store = memoryStore();
    await publishedParrot(store);
    const { server, count } = await serving(store, NOW, new EventStreams({ limit: 1 }));
    const stream = async (text: string) => {
      const params = { message: { messageId: text, role: 'ROLE_USER', contextId: 'c', parts: [{ text }] } };
      return await fetch(`${server.url}/a2a/s`, {
        method: 'POST',
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params }),
        headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
      });
    };
    const first = await stream('wait room');
    const second = await stream('wait room, too');
    expect([first.status, second.status]).toEqual([200, 503]);
    letAnswer('room');
    await first.text();
    await eventually(() => count.atWork).toBe(0);
  });
});

describe('a session that is unpublished', () => {
  it('stops, and ends the streams of those who waited', async () => {
    const store = memoryStore();
    const { journal } = await publishedParrot(store, 's', 'approve');
    const { server, streams, count } = await serving(store, NEVER);
    const client = await sdkClient(server.card());
    const stream = all(client.sendMessageStream(message('Hello', { contextId: 'c' })));
    await eventually(() => streams.count).toBe(1);
    await unpublishSession(journal);
    expect((await stream).map(({ payload }) => payload?.$case)).toEqual(['task']);
    await eventually(() => count.atWork).toBe(0);
    await expect(client.sendMessage(message('Hello?'))).rejects.toThrow();

    await publishSession(journal);
    const { tasks } = await client.listTasks({
      tenant: '',
      contextId: 'c',
      status: 0,
      pageToken: '',
      statusTimestampAfter: undefined,
    });
    expect(tasks).toHaveLength(1);
    expect(count).toEqual({ atWork: 1, begun: 2 });
    expect(server.failures).toEqual([]);
  });

  it('and published again before the server looks is reached', async () => {
    const store = memoryStore();
    const { journal } = await publishedParrot(store);
    await unpublishSession(journal);
    await publishSession(journal);
    const { server, count } = await serving(store, NEVER);
    const client = await sdkClient(server.card());
    await client.sendMessage(message('Hello'));
    expect(count).toEqual({ atWork: 1, begun: 1 });
  });

  it('by being archived stops too', async () => {
    const store = memoryStore();
    const { journal } = await publishedParrot(store);
    const { server, count } = await serving(store, NEVER);
    await (await sdkClient(server.card())).sendMessage(message('Hello'));
    await journal.append([{ type: 'session_archived' }]);
    await eventually(() => count.atWork).toBe(0);
  });
});

describe('a session that cannot be run', () => {
  it('is not followed either, and is tried again with the next request', async () => {
    const store = memoryStore();
    await publishedParrot(store);
    const server = opened(await serveA2a(store));
    vi.spyOn(server.host, 'runPublished').mockRejectedValueOnce(new Error('no store'));
    const card = () => fetch(server.card());
    expect((await card()).status).toBe(500);
    expect((await card()).status).toBe(200);
  });
});
