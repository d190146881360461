import { request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { schemaInstance } from '../../src/model/offline/schema-instance.ts';
import { SessionsServer } from '../sessions-server.ts';
import { ENTRY_POINTS } from './entry-points.ts';
import { hostileJson, mutatedJson } from './hostile-json.ts';
import { hostileText } from './hostile-text.ts';
import { expectNothingPolluted, hasPage, runs } from './law.ts';

const Schema = z.record(z.string(), z.unknown());
const OperationObject = z.looseObject({
  operationId: z.string(),
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.enum(['path', 'query', 'header']),
      required: z.boolean(),
      schema: Schema,
    }),
  ),
  requestBody: z
    .looseObject({ content: z.record(z.string(), z.looseObject({ schema: Schema.optional() })) })
    .optional(),
});
const Document = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), OperationObject)) });

interface Route {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: unknown }[];
  /** What its body may be, one sound example of each kind. */
  readonly bodies: readonly unknown[];
}

/** What the server answers beside the operations of its document. */
const OTHER_ROUTES: readonly Route[] = [
  route('GET', '/healthz'),
  route('GET', '/api/about'),
  route('GET', '/api/openapi.json'),
  route('POST', '/api/session', [], [{ token: 'a-token-that-is-long-enough' }]),
  route('DELETE', '/api/session'),
  route('GET', '/errors/{id}'),
  route('GET', '/assets/{id}'),
  route('GET', '/sessions/{id}'),
  route('GET', '/{id}'),
];

function route(
  method: string,
  path: string,
  query: readonly string[] = [],
  bodies: readonly unknown[] = [],
): Route {
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
      name,
      in: 'path',
      schema: { type: 'string' },
    })),
    ...query.map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
  ];
  return { id: `${method} ${path}`, method, path, parameters, bodies };
}

const asked = { messages: [{ role: 'user' as const, text: 'Hello' }] };
const instance = (schema: unknown) => schemaInstance(schema, asked);

/** One example of each kind that a schema allows. */
function examples(schema: z.infer<typeof Schema>): readonly unknown[] {
  const kinds = [schema.oneOf, schema.anyOf].find(Array.isArray);
  return kinds ? kinds.map(instance) : [instance(schema)];
}

let server: SessionsServer;
let routes: readonly Route[] = [];
const ids: string[] = [];

beforeAll(async () => {
  const idle = { wake() {}, isAtWork: () => false, isBusy: () => false, async rest() {}, async close() {} };
  server = await SessionsServer.start({
    sessions: { env: {}, rate: { burst: 1e9, perSecond: 1e9 }, engine: () => idle },
  });
  for (const plannerId of ['drafter', 'scenario', 'tasks', 'trip', 'commits']) {
    ids.push(await server.begin(plannerId));
  }
  for (const plannerId of ['drafter', 'tasks', 'trip', 'commits']) {
    ids.push(z.string().parse((await server.post(`/examples/${plannerId}`, {})).fields.id));
  }
  // A repository that this server may not read, and a revision that is no revision.
  const config = { repository: '/', base: '--output=/tmp/x', inspirations: ['HEAD'] };
  ids.push(await server.begin('commits', { config }), '0'.repeat(64));
  const { body } = await server.get('/openapi.json');
  routes = Object.entries(Document.parse(body).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters, requestBody }]): Route => {
      const schema = requestBody?.content['application/json']?.schema;
      const bodies = schema ? examples(schema) : requestBody ? ['bytes'] : [];
      return { id: operationId, method: method.toUpperCase(), path, parameters, bodies };
    }),
  );
});
afterAll(() => server.stop());

/** Heads of all journals: what a refused request leaves as it is. */
async function heads(): Promise<unknown> {
  return (await server.store.list({ limit: 1000 })).map(({ id, head }) => [id, head]);
}

interface Sent {
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
}

interface Got {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Exactly this request: `fetch` would mend it first. A stream is cut after its first bytes. */
async function send({ path, method, headers, body }: Sent): Promise<Got> {
  return await new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const length = body === undefined ? {} : { 'content-length': body.length };
    const all = { ...length, ...headers };
    const sent = request({ hostname, port, path, method, headers: all, agent: false }, (response) => {
      const type = response.headers['content-type'] ?? '';
      const status = response.statusCode ?? 0;
      if (type.startsWith('text/event-stream')) {
        sent.destroy();
        return resolve({ status, type, text: '' });
      }
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => resolve({ status, type, text: Buffer.concat(pieces).toString() }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const encoded = fc.oneof(
  hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom(
    '%',
    '%zz',
    '%ff',
    '%00',
    '..',
    '%2e%2e',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '.',
    '%2F',
    '__proto__',
    'constructor',
    'x'.repeat(3000),
  ),
);
const HEADERS: readonly Readonly<Record<string, string>>[] = [
  {},
  {},
  { 'idempotency-key': 'a b' },
  { 'idempotency-key': 'x'.repeat(500) },
  { 'last-event-id': '-1' },
  { 'last-event-id': '9'.repeat(30) },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-encoding': 'gzip' },
  { authorization: 'Bearer \u00ff' },
  { cookie: 'wayfold=; wayfold=__proto__' },
  { accept: '*/*;q=NaN', range: 'bytes=-1' },
  { 'x-forwarded-host': 'evil.example', 'x-http-method-override': 'DELETE' },
];

/** What an operation is asked in earnest, where its schema alone does not lead to it. */
function earnest(id: string): readonly unknown[] {
  const [drafter = '', scenario = '', tasks = '', trip = ''] = ids;
  switch (id) {
    case 'createSession':
      return [
        { title: 'T', plannerId: 'trip', config: { transport: 'road', placeUrl: 'https://example.com' } },
        { title: 'T', plannerId: 'tasks', values: { systemPrompt: 'Be brief.', tokenBudget: 100 } },
        { title: 'T', plannerId: 'drafter', config: { instructions: 'x' }, mode: 'auto' },
        { plannerId: 'tasks', config: {}, text: '/done' },
        { id: 'own-id', title: 'T', plannerId: 'commits', config: { repository: '.', base: 'HEAD' } },
      ];
    case 'querySession':
      return [{}, { request: 'none' }];
    case 'pairSessions':
    case 'unpairSessions':
      return [
        { first: drafter, second: scenario },
        { first: tasks, second: trip },
        { first: drafter, second: drafter },
      ];
    default:
      return [];
  }
}

const PLANNERS = ['drafter', 'scenario', 'tasks', 'trip', 'commits', 'nobody'];

/** Requests that are sound but for one thing. */
function requestsTo({ id, method, path, parameters, bodies: usual }: Route): fc.Arbitrary<Sent> {
  const bodies = [...usual, ...earnest(id)];
  const sound = ({ name, in: place, schema }: Route['parameters'][number]): fc.Arbitrary<string> => {
    if (name === 'first' || name === 'second') return fc.constantFrom(...ids).map(encodeURIComponent);
    if (name === 'query') return fc.constantFrom('history', 'toString');
    if (name === 'plannerId') return fc.constantFrom(...PLANNERS);
    if (name === 'format') return fc.constantFrom('ics', 'gpx', 'kml', 'geojson', 'md', 'html');
    if (place === 'path' && name === 'id')
      return fc.constantFrom(...ids.slice(0, -1)).map(encodeURIComponent);
    return fc.constantFrom('1', '0', '3', encodeURIComponent(String(instance(schema))));
  };
  const inPath = parameters.filter((each) => each.in === 'path');
  const inQuery = parameters.filter((each) => each.in === 'query');
  const placed = (values: readonly string[]) => {
    const left = [...values];
    return path.replace(/\{\w+\}/g, () => left.shift() ?? '');
  };
  const asked = (value: (each: Route['parameters'][number]) => fc.Arbitrary<string>) =>
    fc
      .tuple(
        ...inQuery.map((each) =>
          fc.option(value(each)).map((given) => (given === null ? '' : `${each.name}=${given}`)),
        ),
      )
      .map((parts) => parts.filter((part) => part !== ''));
  const soundly = {
    place: fc.tuple(...inPath.map(sound)).map(placed),
    query: fc.oneof(fc.constant([]), asked(sound)),
    headers: fc.constant<Readonly<Record<string, string>>>({}),
    body: (bodies.length > 0 ? fc.constantFrom(...bodies) : fc.constant({})).map((value) =>
      Buffer.from(JSON.stringify(value)),
    ),
  };
  const hostilely = {
    place: fc.tuple(...inPath.map(() => encoded)).map(placed),
    query: fc
      .tuple(
        asked(() => encoded),
        fc.constantFrom([], ['__proto__=1'], ['a[]=1', 'a[b]=2'], ['at=1', 'at=2'], ['%ff=%ff']),
      )
      .map((parts) => parts.flat()),
    headers: fc.constantFrom(...HEADERS),
    body: fc.oneof(
      ...(bodies.length > 0
        ? [mutatedJson(...bodies), mutatedJson(...bodies), mutatedJson(...bodies)].map((json) =>
            json.map((text) => Buffer.from(text)),
          )
        : []),
      hostileJson.map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 50 }).map((raw) => Buffer.from(raw)),
      fc.constant(Buffer.from('{"type":"say","text":"\xff\xfe"}', 'latin1')),
    ),
  };
  const variants = [
    soundly,
    ...(inPath.length > 0 ? [{ ...soundly, place: hostilely.place }] : []),
    { ...soundly, query: hostilely.query },
    { ...soundly, headers: hostilely.headers },
    ...(method === 'GET' ? [] : [1, 2, 3, 4].map(() => ({ ...soundly, body: hostilely.body }))),
  ];
  return fc
    .oneof(...variants.map((variant) => fc.record(variant)))
    .map(({ place, query, headers, body }) => ({
      method,
      path: query.length === 0 ? place : `${place}?${query.join('&')}`,
      headers: { ...(bodies.length > 0 && { 'content-type': 'application/json' }), ...headers },
      body: method === 'GET' ? undefined : body,
    }));
}

/** Answers in kind: a success, or a problem that can be looked up and has changed nothing. */
async function holdsToTheLaw(sent: Sent): Promise<void> {
  server.failures.splice(0);
  const before = sent.method === 'GET' ? undefined : await heads();
  const { status, type, text } = await send(sent);
  expect(status, text).toBeLessThan(500);
  if (status >= 400) {
    expect(type).toMatch(/^application\/problem\+json/);
    const problem = z
      .looseObject({ code: z.string(), status: z.number(), fix: z.string().min(1) })
      .parse(JSON.parse(text));
    expect(problem.status).toBe(status);
    expect(hasPage(problem.code), problem.code).toBe(true);
    if (before !== undefined) expect(await heads()).toEqual(before);
  }
  expect(server.failures).toEqual([]);
  expectNothingPolluted();
}

describe('every operation of the API', () => {
  const [{ names } = { names: [] }] = ENTRY_POINTS.filter(({ kind }) => kind === 'HTTP operation');

  it('is covered here', () => {
    expect(routes.map(({ id }) => id).sort()).toEqual([...names].sort());
  });

  it.each(names)('%s answers or refuses any request', async (name) => {
    const found = routes.find(({ id }) => id === name);
    if (found === undefined) throw new Error(`There is no operation ${name}.`);
    await fc.assert(
      fc.asyncProperty(requestsTo(found), holdsToTheLaw),
      runs(name === 'command' ? 1 : 0.2) as fc.Parameters<[Sent]>,
    );
  });
});

describe('every other address', () => {
  it.each(OTHER_ROUTES)('$id answers or refuses any request', async (other) => {
    await fc.assert(fc.asyncProperty(requestsTo(other), holdsToTheLaw), runs(0.1) as fc.Parameters<[Sent]>);
  });

  it('is found or not, whatever its form and method', async () => {
    const method = fc.constantFrom(
      'GET',
      'POST',
      'PUT',
      'DELETE',
      'PATCH',
      'OPTIONS',
      'HEAD',
      'TRACE',
      'PROPFIND',
    );
    const paths = fc.array(encoded, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`);
    await fc.assert(
      fc.asyncProperty(method, paths, async (method, path) => {
        const { status } = await send({ method, path, headers: {} });
        expect(status).toBeLessThan(500);
        expect(server.failures).toEqual([]);
      }),
      runs(0.5) as fc.Parameters<[string, string]>,
    );
  });
});
