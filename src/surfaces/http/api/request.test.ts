import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { respondWith } from '../problem.ts';
import { jsonBody } from './request.ts';

const app = new Hono();
app.onError((error, c) => respondWith(c, error));
app.post('/', async (c) => c.json({ body: await jsonBody(c) }));

async function send(body: string, type = 'application/json'): Promise<{ status: number; body: unknown }> {
  const response = await app.request('/', { method: 'POST', body, headers: { 'Content-Type': type } });
  return { status: response.status, body: (await response.json()).body };
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

it('takes JSON as it is', async () => {
  const value = { text: 'a "quoted" [[[ {{{ \\ text', list: [1, null, true] };
  expect(await send(JSON.stringify(value))).toEqual({ status: 200, body: value });
  expect((await send('{}', 'Application/JSON; charset=utf-8')).status).toBe(200);
});

it('counts brackets outside of texts only, up to 32 levels', async () => {
  expect((await send(nested(32))).status).toBe(200);
  expect((await send(nested(33))).status).toBe(400);
  expect((await send(JSON.stringify(nested(5000)))).status).toBe(200);
  expect((await send(`["\\\\",${nested(32)}]`)).status).toBe(400);
});

it('refuses a key that would change what an object is, however it is written', async () => {
  expect((await send('{"a":{"__proto__":{}}}')).status).toBe(400);
  expect((await send('{"\\u005f_proto__":1}')).status).toBe(400);
  expect((await send('{"a":"__proto__"}')).status).toBe(200);
});

it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
  'refuses %s',
  async (type) => {
    expect((await send('{}', type)).status).toBe(400);
  },
);
