import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { SessionsServer } from '../../../../test/sessions-server.ts';
import { SessionAnswer } from './responses/response-schemas.ts';

let server: SessionsServer;
afterEach(() => server.stop());

describe('a request', () => {
  it.each([
    ['no JSON', '{"type":'],
    ['a wrong type', { type: 'say', text: 5 }],
    ['an unknown command', { type: 'explode' }],
    ['an unknown field', { type: 'say', text: 'Hello', by: 'root' }],
    ['an array', []],
    ['null', null],
    ['a prototype', '{"type":"say","text":"x","__proto__":{"admin":true}}'],
    ['a prototype inside', '{"type":"configure","config":{"__proto__":{"ready":true}}}'],
    ['depth', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['a number beyond all', '{"type":"task-complete","taskId":1e999,"result":"x"}'],
  ])('with %s is refused, and nothing is appended', async (_, body) => {
    server = await SessionsServer.start();
    const id = await server.begin('trip');
    const { head } = await server.session(id);
    const { status, fields: problem, headers } = await server.post(`/sessions/${id}/commands`, body);
    expect(status).toBe(400);
    expect(headers.get('content-type')).toBe('application/problem+json');
    expect(problem).toMatchObject({ code: 'invalid-request', status: 400, title: 'Invalid request' });
    expect(problem.fix).not.toBe('');
    expect((await server.session(id)).head).toBe(head);
    expect(server.failures).toEqual([]);
  });

  it('with a body that is too large is refused', async () => {
    server = await SessionsServer.start();
    const id = await server.begin('trip');
    const text = 'x'.repeat(2 * 1024 * 1024);
    expect((await server.tell(id, { type: 'say', text })).fields.code).toBe('body-too-large');
    const { status } = await server.post(
      `/sessions/${id}/attachments?name=big`,
      'x'.repeat(17 * 1024 * 1024),
    );
    expect(status).toBe(413);
  });

  it('whose length is not told is taken, and refused when it grows too large', async () => {
    server = await SessionsServer.start();
    const id = await server.begin('trip');
    const send = async (pieces: readonly string[]) => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
          controller.close();
        },
      });
      const headers = { 'Content-Type': 'application/json' };
      const init = { method: 'POST', headers, body, duplex: 'half' } as const;
      return (await fetch(`${server.url}/api/sessions/${id}/commands`, init)).status;
    };
    expect(await send(['{"type":"say",', '"text":"A road trip"}'])).toBe(200);
    expect(await send(Array.from({ length: 20 }, () => 'x'.repeat(100_000)))).toBe(413);
    expect(server.failures).toEqual([]);
  });

  it('that a form of another site could send is refused', async () => {
    server = await SessionsServer.start();
    const id = await server.begin('trip');
    const plain = await server.post(
      `/sessions/${id}/commands`,
      { type: 'archive' },
      { 'Content-Type': 'text/plain' },
    );
    expect(plain.body).toMatchObject({ code: 'invalid-request' });
    const foreign = await server.post(
      `/sessions/${id}/commands`,
      { type: 'archive' },
      { Origin: 'https://evil.example' },
    );
    expect(foreign).toMatchObject({ status: 403, body: { code: 'origin-refused' } });
    expect((await server.session(id)).archived).toBe(false);
  });

  it.each([
    '/api/sessions/..%2f..%2fetc',
    '/api/sessions/%00',
    '/api/sessions/a%20b',
    `/api/sessions/${'x'.repeat(200)}`,
  ])('for %s finds nothing', async (path) => {
    server = await SessionsServer.start();
    const status = await rawStatus(`${server.url}${path}`, path);
    expect([400, 404]).toContain(status);
    expect(server.failures).toEqual([]);
  });

  it.each([
    '/sessions?colour=red',
    '/sessions/x/facts?limit=100000',
    '/sessions/x/facts?from=-1',
    '/sessions/x?at=now',
  ])('for %s is refused', async (path) => {
    server = await SessionsServer.start();
    expect((await server.get(path)).fields.code).toBe('invalid-request');
  });

  it('for an id that names a journal of the server itself is refused', async () => {
    server = await SessionsServer.start();
    const { fields: body } = await server.post('/sessions', {
      id: 'wayfold:host',
      title: 'T',
      plannerId: 'trip',
    });
    expect(body.code).toBe('invalid-request');
  });

  it('too many at once are told to wait', async () => {
    server = await SessionsServer.start({ sessions: { rate: { burst: 3, perSecond: 0.001 } } });
    const answers = [];
    for (const path of ['/sessions', '/journals', '/openapi.json', '/sessions']) {
      answers.push(await server.get(path));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(answers[3]?.fields.code).toBe('rate-limited');
    expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('the words of a task', () => {
  it('run no program on a server that was not told to run any', async () => {
    server = await SessionsServer.start();
    const file = join(server.directory, 'made-by-a-task');
    const id = await server.begin('tasks');
    await server.does(id, { type: 'say', text: `- Run \`touch ${file}\`\n- shell: touch ${file}` });
    await expect
      .poll(async () => (await server.made(id)).tasks.map(({ status }) => status), { timeout: 20_000 })
      .toSatisfy((all: readonly string[]) => all.length > 0 && !all.includes('running'));
    await setTimeout(500);
    expect(existsSync(file)).toBe(false);
  });
});

describe('who decides', () => {
  it('is the user of this machine without a token', async () => {
    server = await SessionsServer.start();
    const id = await server.begin('drafter');
    await server.does(id, { type: 'receive', text: 'Hello' });
    const { composeId, digest } = await server.waitsFor(id, 'draft');
    const { facts } = await server.does(id, { type: 'approve', composeId, digest });
    expect(facts).toMatchObject([{ type: 'compose_approved', by: userInfo().username }]);
  });

  it('is the name behind the token with one, and nobody without it', async () => {
    const token = 'a-token-that-is-long-enough';
    server = await SessionsServer.start({ token, sessions: { env: { WAYFOLD_TOKEN_NAME: 'Grace' } } });
    expect((await server.get('/sessions')).status).toBe(401);
    const authorised = { Authorization: `Bearer ${token}` };
    const begun = await server.post(
      '/sessions',
      { title: 'T', plannerId: 'drafter', config: {} },
      authorised,
    );
    const commands = `/sessions/${begun.fields.id}/commands`;
    await server.post(commands, { type: 'receive', text: 'Hello' }, authorised);
    let draft: { composeId: string; digest: string } | undefined;
    while (draft === undefined) {
      [draft] = SessionAnswer.parse(
        (await server.get(`/sessions/${begun.fields.id}`, authorised)).body,
      ).drafts;
    }
    const { composeId, digest } = draft;
    const { fields: body } = await server.post(commands, { type: 'approve', composeId, digest }, authorised);
    expect(body.facts).toMatchObject([{ by: 'Grace' }]);
  });
});

/** The status for exactly this path: `fetch` would mend it first. */
async function rawStatus(url: string, path: string): Promise<number | undefined> {
  return await new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    request({ hostname, port, path }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}
