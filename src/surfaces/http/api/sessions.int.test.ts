import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from '../../../../test/eventually.ts';
import { ServerEvents } from '../../../../test/server-events.ts';
import { SessionsServer } from '../../../../test/sessions-server.ts';
import { ConfigSnapshot } from '../../../harness/setup/config-store.ts';
import { importJournal, memoryStore, openJournal } from '../../../journal/index.ts';
import { Facts, Inbox, Planners, Sessions, Uploaded } from './responses/response-schemas.ts';

let server: SessionsServer;
beforeEach(async () => {
  server = await SessionsServer.start();
});
afterEach(() => server.stop());

const TWO_TASKS = { type: 'say', text: 'Write the tests. Then fix the bug.' };

async function doneTasks(): Promise<string> {
  const id = await server.begin('tasks');
  await server.does(id, TWO_TASKS);
  await eventually(async () => (await server.session(id)).standing).toBe('simulated');
  return id;
}

describe('what is there', () => {
  it('lists every planner with its setup form, and says which model plans', async () => {
    const { body, headers } = await server.get('/planners');
    const { planners, model } = Planners.parse(body);
    expect(planners.map(({ id }) => id).toSorted()).toEqual([
      'commits',
      'drafter',
      'plan-tools',
      'scenario',
      'tasks',
      'trip',
    ]);
    const talking = planners.filter(({ talks }) => talks !== 'nobody');
    expect(talking.every(({ setup }) => setup.fields.length > 0)).toBe(true);
    expect(planners.every(({ icon, commands }) => icon !== undefined && commands.includes('rename'))).toBe(
      true,
    );
    expect(model).toEqual({ id: 'offline', demo: true });
    expect(headers.get('wayfold-model')).toBe('offline (demo)');
  });

  it('lists sessions with the latest first, and finds them by words', async () => {
    const first = await server.begin('trip', { title: 'Summer in Lisbon' });
    const second = await server.begin('drafter', { title: 'Flour for the bakery' });
    const all = Sessions.parse((await server.get('/sessions')).body).sessions;
    expect(all.map(({ id }) => id)).toEqual([second, first]);
    const ids = async (query: string) =>
      Sessions.parse((await server.get(`/sessions?${query}`)).body).sessions.map(({ id }) => id);
    expect(await ids('q=lisbon%20TRIP')).toEqual([first]);
    expect(await ids('q=nothing')).toEqual([]);
    expect(await ids('planner=drafter')).toEqual([second]);
    await server.does(second, { type: 'archive' });
    expect(await ids('archived=true')).toEqual([second]);
    expect(await ids('archived=false')).toEqual([first]);
  });

  it('leaves out journals without a planner, and notices when one becomes a session', async () => {
    const notes = openJournal(server.store, 'notes');
    await notes.append([{ type: 'noted' }]);
    expect((await server.get('/sessions')).fields.sessions).toEqual([]);
    expect((await server.get('/sessions/notes')).body).toMatchObject({ code: 'no-session', status: 404 });
    await notes.append([{ type: 'session_created', title: 'Now it is', plannerId: 'trip' }]);
    expect((await server.get('/sessions')).fields.sessions).toMatchObject([{ id: 'notes', hosted: false }]);
  });

  it('has an inbox of everything that needs a person', async () => {
    const drafter = await server.begin('drafter');
    const trip = await server.begin('trip');
    await server.does(drafter, { type: 'receive', text: 'Hello' });
    await server.does(trip, { type: 'say', text: 'a road trip' });
    const kinds = async () =>
      Inbox.parse((await server.get('/inbox')).body)
        .items.map(({ session, waiting }) => `${session} ${waiting.type}`)
        .toSorted();
    await eventually(kinds).toEqual([`${drafter} draft`, `${trip} trip-question`].toSorted());
    await server.does(trip, { type: 'archive' });
    expect(await kinds()).toEqual([`${drafter} draft`]);
  });

  it('publishes an OpenAPI document of every address', async () => {
    const body = OpenApi.parse((await server.get('/openapi.json')).body);
    expect(body.openapi).toBe('3.1.0');
    const page = readFileSync(new URL('../../../../docs/http-api.md', import.meta.url), 'utf8');
    const documented = [...page.matchAll(/`(GET|POST|DELETE) (\/api\/[^`?]+)/g)].map(
      ([, method, path = '']) => `${method} ${path.replaceAll(/\/[A-Z][A-Z0-9]+(?=\/|$)/g, '/{}')}`,
    );
    for (const [path, methods] of Object.entries(body.paths)) {
      for (const method of Object.keys(methods)) {
        expect(documented).toContain(`${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
      }
    }
    const { requestBody } = body.paths['/api/sessions/{id}/commands']?.post ?? {};
    const command = CommandUnion.parse(requestBody?.content['application/json']?.schema);
    const types = command.oneOf.map((each) => each.properties.type.const);
    expect(types).toContain('approve');
    expect(body.paths['/api/sessions/{id}']?.get?.parameters).toMatchObject([
      { name: 'id', in: 'path', required: true },
      { name: 'at', in: 'query', required: false },
    ]);
  });
});

const CommandUnion = z.looseObject({
  oneOf: z.array(z.object({ properties: z.object({ type: z.object({ const: z.string() }) }) })),
});

/** What of the document is looked at. */
const OpenApi = z.looseObject({
  openapi: z.string(),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        parameters: z.array(z.unknown()).optional(),
        requestBody: z
          .object({ content: z.record(z.string(), z.object({ schema: z.unknown().optional() })) })
          .optional(),
      }),
    ),
  ),
});

describe('a session', () => {
  it('is begun under the id that was asked for, once', async () => {
    const begun = await server.post('/sessions', { id: 'my-trip', title: 'Mine', plannerId: 'trip' });
    expect(begun).toMatchObject({
      status: 201,
      body: { id: 'my-trip', standing: 'setup-needed', setup: null },
    });
    expect(begun.headers.get('location')).toBe('/api/sessions/my-trip');
    const again = await server.post('/sessions', { id: 'my-trip', title: 'Mine', plannerId: 'trip' });
    expect(again).toMatchObject({ status: 409, body: { code: 'session-exists' } });
  });

  it('is not begun with a setup that does not work', async () => {
    const wrong = { title: 'T', plannerId: 'tasks', config: { parallel: 'many' } };
    const { status, fields: body } = await server.post('/sessions', wrong);
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'config-invalid' });
    expect(body.detail).toContain('parallel');
    expect((await server.post('/sessions', { title: 'T', plannerId: 'wizard' })).fields.code).toBe(
      'unknown-planner',
    );
    expect((await server.get('/sessions')).fields.sessions).toEqual([]);
  });

  it('is set up through its card, which says what is wrong before anything is applied', async () => {
    const id = await server.begin('drafter');
    const card = await server.post(`/sessions/${id}/setup`, { values: { targetWords: 5 } });
    const { fields, canSave } = ConfigSnapshot.parse(card.body);
    expect(canSave).toBe(false);
    expect(fields.find(({ key }) => key === 'targetWords')?.error).toContain('from 10 to 1000');
    const refused = await server.tell(id, { type: 'configure', values: { targetWords: 5 } });
    expect(refused).toMatchObject({ status: 422, body: { code: 'config-invalid' } });
    await server.does(id, { type: 'configure', values: { targetWords: 50 }, mode: 'auto' });
    await server.does(id, { type: 'configure', values: { systemAppend: 'Be brief' } });
    const { setup } = await server.session(id);
    expect(setup).toMatchObject({ mode: 'auto', seed: { targetWords: 50, systemAppend: 'Be brief' } });
    expect(setup?.summary).toContain('about 50 words');
    const other = await server.post(`/sessions/${id}/setup`, { values: {}, planner: 'scenario' });
    expect(ConfigSnapshot.parse(other.body).fields.map(({ key }) => key)).toContain('scenarioUrl');
    const unlike = await server.post(`/sessions/${id}/setup`, { values: {}, planner: 'trip' });
    expect(unlike).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
    const unknown = await server.post('/planners/drafter/setup', { values: { nonsense: 1 } });
    expect(unknown).toMatchObject({ status: 422, body: { code: 'config-invalid' } });
  });

  it('refuses commands of other planners, and all once it is archived', async () => {
    const id = await server.begin('trip');
    const refused = await server.tell(id, { type: 'guide', text: 'Be kind' });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
    expect(refused.fields.detail).toContain('say');
    await server.does(id, { type: 'archive' });
    expect(await server.session(id)).toMatchObject({ standing: 'archived', waiting: [] });
    expect((await server.tell(id, { type: 'say', text: 'Hello?' })).status).toBe(409);
  });

  it('shows any moment of its past', async () => {
    const id = await doneTasks();
    const { facts } = Facts.parse((await server.get(`/sessions/${id}/facts`)).body);
    const planned = facts.find(({ type }) => type === 'TasksPlanned')?.seq ?? 0;
    const then = await server.session(id, `?at=${planned}`);
    expect(then).toMatchObject({ at: planned, head: planned, hud: { phase: 'planning' } });
    expect(then.planner).toMatchObject({
      completed: false,
      tasks: [{ status: 'Planned' }, { status: 'Planned' }],
    });
    expect((await server.session(id, '?at=1')).planner).toMatchObject({ tasks: [] });
    for (const moment of ['user_input', 'claimed']) {
      const seq = facts.find(({ type }) => type === moment)?.seq ?? 0;
      const hud = { phase: 'planning' };
      expect(await server.session(id, `?at=${seq}`)).toMatchObject({ standing: 'working', hud });
    }
    expect((await server.made(id)).completed).toBe(true);
    expect((await server.get(`/sessions/${id}?at=9999`)).fields.code).toBe('invalid-seq');
  });

  it('gives its facts a page at a time', async () => {
    const id = await doneTasks();
    const { head } = await server.session(id);
    const seqs: number[] = [];
    for (let next: number | undefined = 1; next !== undefined; ) {
      const page = Facts.parse((await server.get(`/sessions/${id}/facts?from=${next}&limit=3`)).body);
      seqs.push(...page.facts.map(({ seq }) => seq));
      next = page.next;
    }
    expect(seqs).toEqual(Array.from({ length: head }, (_, at) => at + 1));
    const some = Facts.parse((await server.get(`/sessions/${id}/facts?from=2&to=4`)).body);
    expect(some.facts.map(({ seq }) => seq)).toEqual([2, 3, 4]);
    expect(some.next).toBeUndefined();
  });

  it('diverges after a fork', async () => {
    const id = await server.begin('tasks');
    await server.does(id, { type: 'say', text: 'Run the tests with npm. Then summarise the results.' });
    const { taskId } = await server.waitsFor(id, 'task-outcome');
    const { head } = await server.session(id);
    const { status, body } = await server.post(`/sessions/${id}/fork`, { atSeq: head, id: 'other-way' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ id: 'other-way', head, forkOf: { session: id, at: head } });
    await server.does('other-way', { type: 'continue' });
    await server.does('other-way', { type: 'task-complete', taskId, result: 'they pass' });
    await eventually(async () => (await server.made('other-way')).completed).toBe(true);
    expect((await server.made(id)).completed).toBe(false);
    expect((await server.post(`/sessions/${id}/fork`, { atSeq: head, id: 'other-way' })).status).toBe(409);
    expect((await server.post(`/sessions/${id}/fork`, { atSeq: 9999 })).fields.code).toBe('invalid-seq');
  });

  it('cannot be forked from before it was one', async () => {
    const journal = openJournal(server.store, 'grown');
    await journal.append([{ type: 'noted' }, { type: 'session_created', title: 'Grown', plannerId: 'trip' }]);
    const { fields: body } = await server.post('/sessions/grown/fork', { atSeq: 1, id: 'copy' });
    expect(body.code).toBe('invalid-request');
    expect(await server.store.describe('copy')).toBeUndefined();
  });

  it('takes no other methods than it says', async () => {
    const response = await fetch(`${server.url}/api/sessions/x/commands`, { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  it('is exported completely as JSON lines', async () => {
    const id = await doneTasks();
    const { body, headers } = await server.get(`/sessions/${id}/export`);
    expect(headers.get('content-type')).toBe('application/jsonl');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="tasks-\w{6}\.jsonl"$/);
    const copy = memoryStore();
    const { head } = await importJournal(copy, String(body));
    expect(head).toBe((await server.session(id)).head);
  });

  it('continues after a restart of the server, with nothing lost or duplicated', async () => {
    const tasks = await doneTasks();
    const trip = await server.begin('trip');
    const before = await server.session(tasks);
    await server.restart();
    expect(await server.session(tasks)).toMatchObject({ head: before.head, planner: before.planner });
    await openJournal(server.store, trip).append([
      { type: 'user_input', text: '3 days from Boston to New York by car' },
    ]);
    await eventually(async () => (await server.made(trip)).itinerary?.days.length).toBe(3);
    expect(server.failures).toEqual([]);
  });

  it('of another surface is shown but not run, until it is set up here', async () => {
    const journal = openJournal(server.store, 'trip:elsewhere');
    await journal.append([{ type: 'session_created', title: 'Elsewhere', plannerId: 'trip' }]);
    await server.does('trip:elsewhere', { type: 'say', text: '3 days from Boston to New York by car' });
    expect(await server.session('trip:elsewhere')).toMatchObject({ hosted: false, standing: 'setup-needed' });
    await server.does('trip:elsewhere', { type: 'configure', config: {} });
    await eventually(async () => (await server.made('trip:elsewhere')).itinerary?.days.length).toBe(3);
    expect((await server.session('trip:elsewhere')).hosted).toBe(true);
  });
});

describe('the events of a session', () => {
  it('resume after the last one seen, in order and each once', async () => {
    const id = await doneTasks();
    const { head } = await server.session(id);
    const url = `${server.url}/api/sessions/${id}/events`;
    const first = await ServerEvents.open(url);
    const seen: number[] = [];
    while (seen.length < 3)
      for (const { id: seq } of await first.take(1)) if (seq !== undefined) seen.push(seq);
    first.leave();
    const second = await ServerEvents.open(url, { 'Last-Event-ID': String(seen.at(-1)) });
    while (seen.at(-1) !== head)
      for (const { id: seq } of await second.take(1)) if (seq !== undefined) seen.push(seq);
    expect(seen).toEqual(Array.from({ length: head }, (_, at) => at + 1));
    second.leave();
    const { status } = await server.get(`/sessions/${id}/events`, { 'Last-Event-ID': '9999' });
    expect(status).toBe(400);
  });

  it('tell what the planner is doing, and of facts as they come', async () => {
    const id = await server.begin('drafter');
    const stream = await ServerEvents.open(`${server.url}/api/sessions/${id}/events?from=3`);
    const [hud] = await stream.take(1);
    expect(hud).toMatchObject({ event: 'hud', data: { phase: 'idle', elapsedMs: 0 } });
    await server.does(id, { type: 'receive', text: 'Hello' });
    const types: unknown[] = [];
    while (!types.includes('compose_intent')) {
      for (const { event, data } of await stream.take(1)) types.push(event === 'fact' ? data.type : event);
    }
    expect(types).toContain('remote_received');
    stream.leave();
  });
});

describe('files', () => {
  const upload = async (id: string, name: string, body: string, type = 'text/html') =>
    await fetch(`${server.url}/api/sessions/${id}/attachments?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body,
    });

  it('are returned unchanged, and are never run by a browser', async () => {
    const id = await server.begin('drafter');
    const page = '<script>alert(1)</script>';
    const added = Uploaded.parse(await (await upload(id, 'a "page".html', page)).json());
    expect(added).toMatchObject({ name: 'a "page".html', mimeType: 'text/html', size: page.length });
    expect((await server.session(id)).attachments).toMatchObject([{ name: 'a "page".html' }]);
    const response = await fetch(`${server.url}/api/sessions/${id}/attachments/${added.sha256}`);
    expect(await response.text()).toBe(page);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''a%20%22page%22.html",
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const text = Uploaded.parse(await (await upload(id, 'notes.txt', 'hi', 'text/plain')).json());
    const shown = await fetch(`${server.url}/api/sessions/${id}/attachments/${text.sha256}`);
    expect(shown.headers.get('content-disposition')).toMatch(/^inline;/);
  });

  it('of one name are told apart, and the same file twice adds nothing', async () => {
    const id = await server.begin('drafter');
    await upload(id, 'a.txt', 'one');
    const second = Uploaded.parse(await (await upload(id, 'a.txt', 'two')).json());
    expect(second.name).toBe('a (2).txt');
    expect(Uploaded.parse(await (await upload(id, 'a.txt', 'two')).json()).head).toBe(second.head);
  });

  it.each(['../../etc/passwd', 'a\\b', '..', 'a\u0000b', ' '])('cannot be called %j', async (name) => {
    const id = await server.begin('drafter');
    const response = await upload(id, name, 'x');
    expect(response.status).toBe(400);
    expect((await server.session(id)).attachments).toEqual([]);
  });

  it('of other sessions are not given out, but setups and prompts of this one are', async () => {
    const [one, other] = [await server.begin('drafter'), await server.begin('drafter')];
    const { sha256 } = Uploaded.parse(await (await upload(one, 'a.txt', 'secret')).json());
    expect((await server.get(`/sessions/${other}/attachments/${sha256}`)).fields.code).toBe(
      'attachment-not-found',
    );
    const { setup } = await server.session(one);
    const config = await fetch(`${server.url}/api/sessions/${one}/attachments/${setup?.configSha256}`);
    expect(await config.json()).toMatchObject({ targetWords: 0 });
  });
});
