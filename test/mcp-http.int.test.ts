import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sqliteStore } from '../src/journal/index.ts';
import { serve } from '../src/surfaces/http/index.ts';
import { call, NEWEST, ONE_BEFORE, Project, planOf } from './mcp-client.ts';

const TOKEN = 'a-token-that-is-long-enough';
const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
const JSON_HEADERS = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
};

let project: Project;

beforeEach(async () => {
  project = await Project.create();
});

afterEach(() => project.end());

/** With headers that `fetch` does not let one set. */
async function post(url: string, headers: Record<string, string> = {}, body = LIST, method = 'POST') {
  const sent = request(url.includes('/mcp') ? url : new URL('/mcp', url), {
    method,
    headers: { ...JSON_HEADERS, ...headers },
  });
  sent.end(body);
  const [response] = await once(sent, 'response');
  const { 'content-type': type, connection } = response.headers;
  return { status: response.statusCode, type, connection, body: await text(response) };
}

it('accepts a stateless request, as older clients send it', async () => {
  const { status, body } = await post(await project.serve());
  expect(status).toBe(200);
  expect(body).toContain('planning_setup_plan');
});

it.each([
  [{ Host: 'evil.example' }, 421, 'host-refused'],
  [{ Origin: 'https://evil.example' }, 403, 'origin-refused'],
  [{ 'Sec-Fetch-Site': 'cross-site' }, 403, 'origin-refused'],
])('refuses a request with %j like every other address', async (headers, status, code) => {
  const answer = await post(await project.serve(), headers);
  expect(answer).toMatchObject({ status, type: 'application/problem+json' });
  expect(JSON.parse(answer.body)).toMatchObject({ code });
});

it.each([NEWEST, ONE_BEFORE] as const)('requires the token of the server (%s)', async (protocol) => {
  const url = await project.serve({ token: TOKEN });
  expect(await post(url)).toMatchObject({ status: 401 });
  expect(await post(url, { Authorization: 'Bearer another-token-of-some-length' })).toMatchObject({
    status: 401,
  });
  await expect(project.connectTo(url, protocol)).rejects.toThrow();
  const client = await project.connectTo(url, protocol, TOKEN);
  await call(client, 'setup_plan', { objective: 'Guarded' });
  expect((await planOf(client)).objective).toBe('Guarded');
});

it.each(['hammer', '', 'plan,', 'TRIP', 'plan;tasks'])(
  'refuses ?tools=%s with the list of tool sets',
  async (tools) => {
    const answer = await post(new URL(`/mcp?tools=${encodeURIComponent(tools)}`, await project.serve()).href);
    expect(answer).toMatchObject({ status: 400, type: 'application/problem+json' });
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'invalid-request' });
    expect(answer.body).toContain('plan, graph, tasks, trip');
  },
);

it('offers the sets named in ?tools= to each request separately', async () => {
  const url = await project.serve();
  const toolsOf = async (query: string) => {
    const { body } = await post(new URL(`/mcp${query}`, url).href);
    return [...new Set(body.match(/"name":"(?:planning|tasks|trip)_/g))];
  };
  expect(await toolsOf('?tools=tasks,trip')).toEqual(['"name":"tasks_', '"name":"trip_']);
  expect(await toolsOf('')).toEqual(['"name":"planning_']);
  expect(await toolsOf('?tools=trip,plan,trip')).toEqual(['"name":"planning_', '"name":"trip_']);
});

it('refuses a body of more than a mebibyte, and closes the connection', async () => {
  const padding = 'x'.repeat(1024 * 1024);
  expect(await post(await project.serve(), {}, JSON.stringify({ padding }))).toMatchObject({
    status: 413,
    connection: 'close',
  });
});

it('refuses a key __proto__ before any tool sees it', async () => {
  const args = '{"objective":"x","__proto__":{}}';
  const params = `{"name":"planning_setup_plan","arguments":${args}}`;
  const body = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":${params}}`;
  const answer = await post(await project.serve(), {}, body);
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.body)).toMatchObject({ id: 7, error: { code: -32602 } });
});

it.each([
  ['POST', 'no JSON', 400],
  ['POST', '[]', 400],
  ['GET', '', 405],
  ['DELETE', '', 405],
])('answers %s %j with a refusal', async (method, body, status) => {
  expect(await post(await project.serve(), {}, body, method)).toMatchObject({ status });
});

it('refuses requests that are not JSON, like those of a form on another site', async () => {
  expect(await post(await project.serve(), { 'Content-Type': 'text/plain' })).toMatchObject({ status: 415 });
});

it('ends subscriptions properly when it closes', async () => {
  const store = sqliteStore(project.dataFile);
  project.onEnd(() => store.close());
  const server = await serve({ store, port: 0 });
  const client = await project.connectTo(server.url, NEWEST);
  const subscription = await client.listen({ resourcesListChanged: true });
  await server.close();
  expect(await subscription.closed).toBe('graceful');
});

it('shares plans with other processes', async () => {
  const overHttp = await project.connectTo(await project.serve(), NEWEST);
  const { client: overStdio } = await project.spawn(NEWEST);
  await call(overHttp, 'setup_plan', { objective: 'Shared', initial_steps: [{ title: 'One' }] });
  await call(overStdio, 'mark_step', { step_id: 'S001', status: 'done' });
  expect(await planOf(overHttp)).toMatchObject({ status: 'completed', steps: [{ status: 'done' }] });
});

it('merges the selected plan with other clones, before and after each call', async () => {
  const synced: string[] = [];
  const url = await project.serve({
    sharedPlans: {
      usualPlan: async () => 'release',
      syncPlan: async (planId) => void synced.push(planId),
    },
  });
  const client = await project.connectTo(url, NEWEST);
  await call(client, 'setup_plan', { objective: 'Ship it' });
  expect((await project.calls('release')).length).toBe(1);
  expect(synced.length).toBeGreaterThanOrEqual(2);
  expect(new Set(synced)).toEqual(new Set(['release']));
});
