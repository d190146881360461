import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJournal } from '../../src/journal/index.ts';
import { eventually } from '../eventually.ts';
import { ServerEvents } from '../server-events.ts';
import { SessionsServer } from '../sessions-server.ts';
import { filesWith } from './shown-everywhere.ts';

const MARK = 'Quetzalbrook';

let server: SessionsServer;

beforeEach(async () => {
  server = await SessionsServer.start();
});

afterEach(() => server.stop());

/** Erases the facts of a session that have the mark, as another program would. */
async function erase(id: string): Promise<void> {
  const journal = openJournal(server.store, id);
  for (const fact of await journal.facts())
    if (JSON.stringify(fact).includes(MARK)) await journal.redact(fact.seq);
}

async function text(path: string): Promise<string> {
  return JSON.stringify((await server.get(path)).body);
}

describe('a running server', () => {
  it('keeps no erased title, and passes it to no copy', async () => {
    const id = await server.begin('tasks', { title: MARK });
    expect(await text('/sessions')).toContain(MARK);
    expect(await text(`/sessions/${id}`)).toContain(MARK);
    await erase(id);
    expect(await text('/sessions')).not.toContain(MARK);
    expect(await text(`/sessions/${id}`)).not.toContain(MARK);
    const copy = await server.post(`/sessions/${id}/duplicate`, {});
    expect(copy.status).toBe(201);
    expect(JSON.stringify(copy.body)).not.toContain(MARK);
  });

  it('answers a repeated request without the erased parts of the first', async () => {
    const id = await server.begin('tasks');
    const send = () =>
      server.post(`/sessions/${id}/commands`, { type: 'rename', title: MARK }, { 'Idempotency-Key': MARK });
    const first = await send();
    expect(first.status).toBe(200);
    expect(JSON.stringify(first.body)).toContain(MARK);
    await erase(id);
    const again = await send();
    expect(again.status).toBe(200);
    expect(JSON.stringify(again.body)).not.toContain(MARK);
    expect(again.fields.head).toBe(first.fields.head);
    expect(filesWith(server.directory, MARK)).toEqual([]);
  });

  it('notifies followers of an erasure, and never sends the erased text again', async () => {
    const id = await server.begin('drafter', { title: MARK, text: `Bring it to ${MARK}` });
    await server.waitsFor(id, 'draft');
    const sent = new Map<string, string[]>();
    const streams: ServerEvents[] = [];
    for (const path of [
      '/events',
      '/sessions/events',
      `/sessions/${id}/events`,
      `/sessions/${id}/events?view=true`,
      `/journals/${id}/events`,
    ]) {
      const stream = await ServerEvents.open(`${server.url}/api${path}`);
      const blocks: string[] = [];
      sent.set(path, blocks);
      streams.push(stream);
      void (async () => {
        for (let block = await stream.block(); block !== undefined; block = await stream.block())
          blocks.push(block);
      })().catch(() => {});
    }
    await eventually(() => sent.get(`/sessions/${id}/events?view=true`)?.join()).toContain(MARK);
    // All that there is by now: what is told later must not have it.
    await eventually(() => sent.get(`/journals/${id}/events`)?.join()).toContain('pass_settled');
    const before = new Map([...sent].map(([path, blocks]) => [path, blocks.length]));
    await server.post('/erasures', { words: MARK });
    await eventually(() => sent.get(`/journals/${id}/events`)?.join()).toContain('event: redacted');
    await server.tell(id, { type: 'rename', title: 'Plain' });
    await eventually(() => sent.get('/sessions/events')?.join()).toContain('Plain');
    await eventually(() => sent.get(`/sessions/${id}/events?view=true`)?.join()).toContain('Plain');
    const since = [...sent].map(([path, blocks]) => blocks.slice(before.get(path)).join());
    expect(since.filter((blocks) => blocks.includes(MARK))).toEqual([]);
    for (const stream of streams) stream.leave();
  });
});
