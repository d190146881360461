import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { CliProcess, type RunOptions, runWayfold } from './cli-process.ts';
import { eventually } from './eventually.ts';
import { OtlpReceiver } from './otlp-receiver.ts';

const Line = z.looseObject({ level: z.string(), time: z.string(), msg: z.string() });

/** Each stands for something that must not be in a log. */
const SECRETS = {
  token: 'hush-token-1-of-good-length',
  modelKey: 'hush-model-key-2',
  wrongToken: 'hush-wrong-token-3',
  cookie: 'hush-cookie-4',
  query: 'hush-query-5',
  said: 'hush said 6',
  broken: 'hush broken 7',
  requestId: 'hush-request-id-8',
} as const;

async function serving(env: NonNullable<RunOptions['env']>) {
  const cwd = mkdtempSync(join(tmpdir(), 'wayfold-log-'));
  const server = new CliProcess(['up', '--port', '0'], { cwd, env });
  onTestFinished(async () => {
    await server.end('SIGKILL');
    rmSync(cwd, { recursive: true, force: true });
  });
  await eventually(() => server.stdout).toContain('Wayfold is running at');
  const lines = () =>
    server.stderr
      .split('\n')
      .slice(0, -1)
      .map((line) => Line.parse(JSON.parse(line)));
  return { cwd, server, lines, url: /http:\S+/.exec(server.stdout)?.[0] ?? '' };
}

/** A model that refuses, and quotes all it was sent. */
async function quotingModel(): Promise<string> {
  const server = createServer((request, answer) => {
    void text(request).then((body) => {
      const message = `${request.headers.authorization} ${body}`;
      answer
        .writeHead(400, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ error: { message } }));
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1#quoting`;
}

test('the most verbose log of a server under attack contains no secret and no message', async () => {
  const receiver = await OtlpReceiver.start();
  const { cwd, server, lines, url } = await serving({
    WAYFOLD_LOG: 'trace',
    WAYFOLD_TOKEN: SECRETS.token,
    WAYFOLD_MODEL: await quotingModel(),
    WAYFOLD_MODEL_KEY: SECRETS.modelKey,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
  });
  const bearer = { Authorization: `Bearer ${SECRETS.token}` };
  const json = { ...bearer, 'Content-Type': 'application/json' };
  const ask = (path: string, init: RequestInit = {}) => fetch(`${url}${path}`, init);
  const post = (path: string, body: string) => ask(path, { method: 'POST', headers: json, body });

  await ask('/api/sessions', { headers: { Authorization: `Bearer ${SECRETS.wrongToken}` } });
  await ask('/api/sessions', { headers: { Cookie: `wayfold_session=${SECRETS.cookie}` } });
  await ask(`/api/sessions?token=${SECRETS.query}`, { headers: bearer });
  await ask(`/nowhere?key=${SECRETS.query}`);
  await ask('/api/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: SECRETS.wrongToken }),
  });
  await ask('/api/journals/x', { headers: { ...bearer, 'X-Request-Id': SECRETS.requestId } });
  await post('/api/sessions', `{"title": ${SECRETS.broken}`);
  await post(
    '/api/sessions',
    JSON.stringify({ id: 's', title: SECRETS.said, plannerId: 'drafter', config: {} }),
  );
  const command = { type: 'receive', text: SECRETS.said, messageId: 'm1' };
  await post('/api/sessions/s/commands', JSON.stringify(command));
  await post('/api/sessions/s/commands', JSON.stringify({ ...command, type: SECRETS.said }));
  const call = { name: 'planning_setup_plan', arguments: { objective: SECRETS.said, plan_id: SECRETS.said } };
  await post('/mcp', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }));
  await eventually(async () =>
    (await (await ask('/api/journals/s/facts', { headers: bearer })).text()).includes('planner_error'),
  ).toBe(true);
  // From now on every request that reads fails inside the server.
  for (const file of ['wayfold.db', 'wayfold.db-wal', 'wayfold.db-shm']) {
    rmSync(join(cwd, '.wayfold', file), { force: true });
  }
  writeFileSync(join(cwd, '.wayfold', 'wayfold.db'), `${SECRETS.said} `.repeat(2000));
  let failed: Response | undefined;
  await eventually(async () => {
    failed = await ask('/api/journals/s/facts', { headers: bearer });
    return failed.status;
  }).toBe(500);
  await server.end('SIGINT');

  const requestId = failed?.headers.get('x-request-id');
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(lines()).toContainEqual(
    expect.objectContaining({
      level: 'error',
      msg: 'A request failed',
      code: expect.stringMatching(/^store-/),
      requestId,
      trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    }),
  );
  expect(lines()).toContainEqual(
    expect.objectContaining({
      level: 'debug',
      method: 'POST',
      route: '/api/sessions/:id/commands',
      status: 200,
      session: 's',
    }),
  );
  const routes = new Set(
    lines().flatMap(({ route, status }) => (route === undefined ? [] : `${status} ${route}`)),
  );
  expect([...routes]).toEqual(
    expect.arrayContaining([
      '401 /api/session',
      '401 /api/*',
      '400 /api/sessions',
      '201 /api/sessions',
      '404 /*',
    ]),
  );
  for (const secret of Object.values(SECRETS)) {
    expect(server.stderr).not.toContain(secret);
    expect(server.stdout).not.toContain(secret);
    expect(receiver.received).not.toContain(secret);
  }
});

test('a log contains no requests by default', async () => {
  const { server, url } = await serving({});
  await fetch(`${url}/api/sessions`);
  expect(await server.end('SIGINT')).toMatchObject({ code: 0, stderr: '' });
});

test('an unknown level is refused before the server starts', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'wayfold-log-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const ran = await runWayfold(['up', '--port', '0'], { cwd, env: { WAYFOLD_LOG: 'loud' } });
  expect(ran).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('WAYFOLD_LOG to be one of trace, debug'),
  });
});
