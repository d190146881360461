import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { limitIdle } from './idle-limit.ts';

const opened: (() => void)[] = [];

afterEach(() => {
  for (const close of opened.splice(0)) close();
});

async function asked(unreadMs: number, listener: RequestListener): Promise<Socket> {
  const server = createServer({ keepAliveTimeout: 50 }, listener).listen(0, '127.0.0.1');
  limitIdle(server, unreadMs);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  opened.push(() => {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  return socket;
}

it('ends a connection that waits for a next request', async () => {
  const socket = await asked(60_000, (_, answer) => answer.end('ok'));
  socket.resume();
  await once(socket, 'close');
});

it('waits for an answer that takes longer', async () => {
  const socket = await asked(20, async (_, answer) => {
    await setTimeout(200);
    answer.end('late');
  });
  socket.setEncoding('utf8');
  const [text] = await once(socket, 'data');
  expect(text).toContain('late');
});

it('ends a connection whose client takes nothing of its answer', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  await asked(100, (_, answer) => {
    answer.once('close', resolve);
    answer.end(Buffer.alloc(64 * 1024 * 1024));
  });
  await closed;
});
