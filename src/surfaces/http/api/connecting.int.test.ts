import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TaskState } from '@a2a-js/sdk';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Behaviour, listening, sdkAgent, talkative } from '../../../../test/a2a-agents.ts';
import { transcript } from '../../../../test/a2a-fixture.ts';
import { eventually } from '../../../../test/eventually.ts';
import { SessionsServer } from '../../../../test/sessions-server.ts';
import { openJournal } from '../../../journal/index.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of open.splice(0).reverse()) await close();
});

async function started(env: Record<string, string> = { WAYFOLD_ALLOW_PRIVATE: '1' }) {
  const server = await SessionsServer.start({ sessions: { env } });
  open.push(() => server.stop());
  return server;
}

async function agent(behave: Behaviour = talkative) {
  const made = await sdkAgent(behave);
  open.push(() => made.close());
  return made;
}

/** The same agent at another address, which answers only who signs in. */
async function guarded(url: string, authorization: string) {
  const guard = await listening(async (request, response) => {
    if (request.headers.authorization !== authorization) {
      response.writeHead(401).end();
      return;
    }
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const { method = 'GET', headers } = request;
    const passed = ['content-type', 'accept', 'a2a-version'].map((name) => [
      name,
      String(headers[name] ?? ''),
    ]);
    const answer = await fetch(`${url}${request.url}`, {
      method,
      headers: Object.fromEntries(passed),
      ...(method === 'POST' && { body: Buffer.concat(pieces) }),
    });
    const text = (await answer.text()).replaceAll(url, `http://${headers.host}`);
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(text);
  });
  open.push(() => guard.close());
  return guard;
}

async function approve(server: SessionsServer, id: string): Promise<string> {
  const { composeId, digest, text } = await server.waitsFor(id, 'draft');
  await server.does(id, { type: 'approve', composeId, digest });
  return text;
}

const received = async (server: SessionsServer, id: string) =>
  (await transcript(openJournal(server.store, id))).filter((line) => line.startsWith('<'));

describe('a session that is connected to an agent', () => {
  it('sends approved messages, receives replies, and can be disconnected', async () => {
    const server = await started();
    const { url, heard: arrived } = await agent();
    const id = await server.begin('drafter');
    await server.does(id, { type: 'connect', cardUrl: url });
    expect(await server.session(id)).toMatchObject({
      connectedTo: { name: 'Sample', cardUrl: `${url}/.well-known/agent-card.json` },
      heardFrom: 'agent',
    });
    const first = await approve(server, id);
    await eventually(() => received(server, id)).toEqual([`<You said: ${first}`]);
    const { facts } = await server.does(id, { type: 'connect', cardUrl: url });
    expect(facts).toEqual([]);
    await server.waitsFor(id, 'draft');
    await server.does(id, { type: 'disconnect' });
    expect(await server.session(id)).toMatchObject({ connectedTo: null });
    expect(arrived).toHaveLength(1);
  });

  it('authenticates with the secret for the origin of the card, which is never shown', async () => {
    const { url, heard: arrived } = await agent();
    const guard = await guarded(url, 'Bearer open sesame');
    const folder = await mkdtemp(join(tmpdir(), 'wayfold-secrets-'));
    open.push(() => rm(folder, { recursive: true }));
    const file = join(folder, 'secrets.json');
    vi.stubEnv('WAYFOLD_SECRETS', file);
    const server = await started();
    const id = await server.begin('drafter');
    const connect = () => server.post(`/sessions/${id}/commands`, { type: 'connect', cardUrl: guard.url });
    expect((await connect()).status).toBeGreaterThanOrEqual(400);
    await writeFile(file, JSON.stringify({ [guard.url]: 'Bearer open sesame' }), { mode: 0o644 });
    expect((await connect()).fields.code).toBe('secrets-exposed');
    await chmod(file, 0o600);
    expect((await connect()).status).toBeLessThan(300);
    const text = await approve(server, id);
    await eventually(() => received(server, id)).toEqual([`<You said: ${text}`]);
    expect(arrived).toHaveLength(1);
    expect(JSON.stringify(await openJournal(server.store, id).facts())).not.toContain('sesame');
    expect(JSON.stringify(await server.session(id))).not.toContain('sesame');
  });

  it('sends and receives each message once if the server restarts while the agent works', async () => {
    const server = await started();
    const answer = Promise.withResolvers<void>();
    const { url, heard: arrived } = await agent(async ({ text, status }) => {
      status(TaskState.TASK_STATE_WORKING);
      await answer.promise;
      status(TaskState.TASK_STATE_INPUT_REQUIRED, `Late: ${text}`);
    });
    const id = await server.begin('drafter');
    await server.does(id, { type: 'connect', cardUrl: url });
    const text = await approve(server, id);
    await eventually(() => arrived.length).toBe(1);
    await server.restart();
    answer.resolve();
    await eventually(() => received(server, id)).toEqual([`<Late: ${text}`]);
    await server.waitsFor(id, 'draft');
    expect(arrived).toHaveLength(1);
    expect(await received(server, id)).toHaveLength(1);
  });

  it('cancels the agent’s task, once, when it is cancelled', async () => {
    const server = await started();
    const {
      url,
      heard: arrived,
      cancelled,
    } = await agent(async ({ status }) => {
      status(TaskState.TASK_STATE_WORKING);
      await new Promise(() => {});
    });
    const id = await server.begin('drafter');
    await server.does(id, { type: 'connect', cardUrl: url });
    await approve(server, id);
    await eventually(() => arrived.length).toBe(1);
    await eventually(async () => (await server.session(id)).status).toBe('working');
    await server.does(id, { type: 'cancel' });
    await eventually(() => cancelled).toHaveLength(1);
    expect(await server.session(id)).toMatchObject({ status: 'canceled' });
    await server.restart();
    expect(await server.session(id)).toMatchObject({ status: 'canceled' });
    expect(cancelled).toHaveLength(1);
  });

  it('cannot also be paired or published, nor connected if it is', async () => {
    const server = await started();
    const { url } = await agent();
    const [first, second, third] = [
      await server.begin('drafter'),
      await server.begin('drafter'),
      await server.begin('drafter'),
    ];
    await server.does(first, { type: 'connect', cardUrl: url });
    const conflict = { status: 409, fields: { code: 'conflict' } };
    expect(await server.tell(first, { type: 'publish' })).toMatchObject(conflict);
    expect(await server.post('/pairings', { first, second })).toMatchObject(conflict);
    await server.does(second, { type: 'publish' });
    expect(await server.tell(second, { type: 'connect', cardUrl: url })).toMatchObject(conflict);
    expect(await server.post('/pairings', { first: second, second: third })).toMatchObject(conflict);
    expect((await server.get('/pairings')).fields).toEqual({ pairings: [] });
  });

  it('ends with the last message of the agent', async () => {
    const server = await started();
    const { url } = await agent(({ status }) => status(TaskState.TASK_STATE_COMPLETED, 'That is all.'));
    const id = await server.begin('drafter');
    await server.does(id, { type: 'connect', cardUrl: url });
    await approve(server, id);
    await eventually(async () => (await server.session(id)).status).toBe('completed');
    expect((await server.session(id)).drafts).toEqual([]);
  });
});

describe('an address that no agent can be reached at', () => {
  it('is refused with what is wrong, and changes nothing', async () => {
    const server = await started();
    const page = await listening((_, response) => response.end('<html>'));
    open.push(() => page.close());
    const gone = await listening((_, response) => response.end());
    await gone.close();
    const id = await server.begin('drafter');
    const { head } = await server.session(id);
    const refused = async (cardUrl: string) => {
      const { status, fields } = await server.tell(id, { type: 'connect', cardUrl });
      return [status, fields.code];
    };
    expect(await refused(page.url)).toEqual([502, 'agent-card-invalid']);
    expect(await refused(gone.url)).toEqual([502, 'agent-unreachable']);
    expect(await refused('not an address')).toEqual([422, 'agent-address-refused']);
    expect((await server.session(id)).head).toBe(head);
  });

  it('is refused when it is private and nobody has allowed that', async () => {
    const server = await started({});
    const { url, heard: arrived } = await agent();
    const id = await server.begin('drafter');
    const { status, fields } = await server.tell(id, { type: 'connect', cardUrl: url });
    expect([status, fields.code]).toEqual([422, 'agent-address-refused']);
    expect(arrived).toEqual([]);
  });
});
