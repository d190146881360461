import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { checkPort } from './machine.ts';

const open: { close(): unknown }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

async function answering(body: unknown): Promise<number> {
  const server = createServer((_, response) => response.end(JSON.stringify(body)));
  open.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

it.each([
  [
    { name: 'wayfold', status: 'ok', engine: { status: 'running', heartbeatAgeMs: 900, waiting: 3 } },
    'engine',
    'ok',
  ],
  [
    { name: 'wayfold', status: 'failing', engine: { status: 'dead', lastError: { code: 'x' } } },
    'engine',
    'fail',
  ],
  [{ name: 'wayfold', status: 'ok' }, 'port', 'ok'],
  [{ name: 'other' }, 'port', 'warn'],
])('finds out how a server is that answers %j', async (body, check, state) => {
  expect(await checkPort(await answering(body))).toMatchObject({ check, state });
});
